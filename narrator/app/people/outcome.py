"""How a game came out, as the records keep it: its result, with whose each seat was."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from narrator.core.reading.result import Result, SeatResult, result_of
from narrator.core.record.record import Record
from narrator.core.table.player_names import normalized_name
from narrator.storage.result_values import KeptSeat, Spelling
from narrator.storage.storage import Storage
from narrator.storage.values import AlreadyTaken

PERSON_LENGTH = 8


class PersonNames(Struct, frozen=True):
    """Whose a name is."""

    storage: Storage
    token: Callable[[int], str]
    nobody: Callable[[], frozenset[str]]
    """What seats are called that have no name of their own, in every language."""

    def spelling(self, name: str) -> Spelling | None:
        """A name as it is known, from now on at the latest; none where it is nobody's."""
        plain = normalized_name(name)
        if plain in map(normalized_name, self.nobody()):
            return None
        known = self.storage.results.spelling(plain)
        if known is None:
            new = self.token(PERSON_LENGTH).lower()
            known = Spelling(new, plain, name, new)
            try:
                self.storage.results.add_spelling(known)
            except AlreadyTaken:  # another process was quicker
                known = self.storage.results.spelling(plain)
        return known


def outcome(game: str, record: Record, began: datetime, names: PersonNames) -> list[KeptSeat]:
    """The seats to be kept; none while a game goes on."""
    result = result_of(record.head)
    if result is None:
        return []
    return [_kept(game, result, seat, began, names, seat.seat in record.state.game.bots) for seat in result.seats]


def _kept(game: str, result: Result, seat: SeatResult, began: datetime, names: PersonNames, is_bot: bool) -> KeptSeat:
    """A bot is nobody of whom records are kept."""
    spelling = None if is_bot else names.spelling(seat.name)
    return KeptSeat(
        game=game,
        seat=seat.seat,
        spelling=spelling.id if spelling else None,
        person=spelling.person if spelling else None,
        name=seat.name,
        colour=seat.colour,
        place=seat.place,
        points=seat.points,
        won=seat.won,
        seconds=seat.seconds,
        corners=seat.corners,
        ended=result.ended or began,
        length=result.seconds,
        rounds=result.rounds,
    )


def is_copy(storage: Storage, seats: list[KeptSeat]) -> bool:
    """Whether the same game is kept already under another id: saved as a file and opened again."""
    if not seats or not seats[0].length:
        return False
    others = [game for game in storage.results.games_ended_at(seats[0].ended) if game != seats[0].game]
    mine = {(seat.seat, seat.name, seat.points) for seat in seats}
    found = storage.results.results(others)
    return any(mine == {(seat.seat, seat.name, seat.points) for seat in found if seat.game == game} for game in others)
