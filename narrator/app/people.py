"""The people of this server: their games, wins and favorites, updated when games end.

If a finished game is changed or continues, its results are updated; `narrator doctor` recomputes all of them.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from narrator.app.games.games import Games
from narrator.app.games.work_limits import WorkLimit
from narrator.core.message import Refused, impossible
from narrator.core.reading.result import Corner, result_of
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, Corrected, TakenBack
from narrator.core.table.phase import Over
from narrator.core.table.player_names import normalized_name
from narrator.storage.errors import AlreadyTaken, StorageUnavailable
from narrator.storage.storage import Storage
from narrator.storage.values import OpponentRecord, PersonRecord, Spelling, StoredResult

PERSON_LENGTH = 8


class PersonNames(Struct, frozen=True):
    storage: Storage
    token: Callable[[int], str]
    nobody: Callable[[], frozenset[str]]  # default names of seats, in every language

    def spelling(self, name: str) -> Spelling | None:
        """Return the known spelling of a name, adding new ones; None for default names."""
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


def outcome(game: str, record: Record, began: datetime, names: PersonNames) -> list[StoredResult]:
    """Return the results of all seats; none while a game goes on."""
    result = result_of(record.head)
    if result is None:
        return []
    of_game: dict[str, Any] = {
        "game": game,
        "ended": result.ended or began,
        "length": result.seconds,
        "rounds": result.rounds,
    }
    found = []
    for seat in result.seats:
        spelling = None if seat.seat in record.state.game.bots else names.spelling(seat.name)
        id, person = (spelling.id, spelling.person) if spelling else (None, None)
        found.append(StoredResult(**asdict(seat), spelling=id, person=person, **of_game))
    return found


def is_copy(storage: Storage, seats: list[StoredResult]) -> bool:
    """Whether the same game is stored under another id: saved as a file and opened again."""
    if not seats or not seats[0].length:
        return False
    others = [game for game in storage.results.games_ended_at(seats[0].ended) if game != seats[0].game]
    mine = {(seat.seat, seat.name, seat.points) for seat in seats}
    found = storage.results.results(others)
    return any(mine == {(seat.seat, seat.name, seat.points) for seat in found if seat.game == game} for game in others)


LAST_EVENINGS = 10  # evenings on a page
FAVOURITES = 5
PROGRESS = ("turn", "step")  # corrections that may continue or end a game


class NoSuchPerson(Exception):
    pass


class Evening(Struct, frozen=True):
    game: str
    ended: datetime
    length: int
    rounds: int
    seats: tuple[StoredResult, ...]  # winner first


class Everybody(Struct, frozen=True):
    people: tuple[PersonRecord, ...]
    evenings: tuple[Evening, ...]


class Person(Struct, frozen=True):
    record: PersonRecord
    corners: tuple[tuple[Corner, int], ...]  # hexes of first settlements, and in how many games
    resources: tuple[tuple[str, int], ...]  # resources of first settlements, and number of hexes
    opponents: tuple[OpponentRecord, ...]
    evenings: tuple[Evening, ...]
    spellings: tuple[Spelling, ...]
    others: tuple[PersonRecord, ...]


class People:
    def __init__(self, games: Games, now: Callable[[], datetime], names: PersonNames) -> None:
        self._games, self._storage, self._now, self._names = games, games.storage, now, names
        self._marker: object = None
        self._everybody = Everybody((), ())
        self._listeners: list[Callable[[], None]] = []
        games.listen(self.update_after_entry)

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def update_after_entry(self, game: str, _: int) -> None:
        record = self._games.cached_record(game)
        if isinstance(record.state.phase, Over) or (_may_continue(record) and self._storage.results.has_result(game)):
            with self._games.lock(game):
                self.update(game)

    def update(self, game: str) -> None:
        record = self._games.record_of(game)
        before = self._storage.results.has_result(game)
        seats = outcome(game, record, self._now(), self._names) if self._storage.results.is_counted(game) else []
        if is_copy(self._storage, seats):
            return
        if before or seats:
            self._storage.results.keep_result(game, seats)
        if seats and not before:
            for listener in self._listeners:
                listener()

    def leave_out(self, game: str) -> None:
        self._storage.results.leave_uncounted(game)
        self._storage.results.keep_result(game, ())

    def is_left_out(self, game: str) -> bool:
        return not self._storage.results.is_counted(game)

    def catch_up(self) -> None:
        """Compute results for a file from before they were stored."""
        if self.everybody().people or not self._storage.maintenance.has_old_games():
            return
        pace = WorkLimit()
        for game, _ in self._storage.games.all_games():
            with suppress(StorageUnavailable):
                self.update(game)
            self._games.forget(game)
            pace.step()

    # Queries

    def change_marker(self) -> object:
        return self._storage.database.change_marker()

    def everybody(self) -> Everybody:
        """Return everybody and the last evenings, cached until something changes."""
        marker = self.change_marker()
        if marker != self._marker:
            last = self._evenings(self._storage.results.last_results(LAST_EVENINGS))
            self._everybody = Everybody(tuple(self._storage.results.records()), last)
            self._marker = marker
        return self._everybody

    def person(self, person: str) -> Person:
        """Raises `NoSuchPerson`."""
        found = {record.id: record for record in self.everybody().people}
        if person not in found:
            raise NoSuchPerson(person)
        began = self._storage.results.corners(person)
        hexes = Counter(corner for corners in began for corner in set(corners))
        resources = Counter(corner.resource for corners in began for corner in corners)
        return Person(
            record=found[person],
            corners=tuple(hexes.most_common(FAVOURITES)),
            resources=tuple(resources.most_common()),
            opponents=tuple(self._storage.results.opponents(person)),
            evenings=self._evenings(self._storage.results.last_results(LAST_EVENINGS, person)),
            spellings=tuple(self._storage.results.spellings(person)),
            others=tuple(record for record in found.values() if record.id != person),
        )

    def evening(self, game: str) -> Evening | None:
        return next(iter(self._evenings([game])), None)

    def _evenings(self, games: list[str]) -> tuple[Evening, ...]:
        seats = self._storage.results.results(games)
        by_game = {game: [seat for seat in seats if seat.game == game] for game in games}
        return tuple(
            Evening(game, found[0].ended, found[0].length, found[0].rounds, tuple(found))
            for game, found in by_game.items()
            if found
        )

    # Merging people

    def merge(self, person: str, other: str) -> None:
        """Merge two people. Raises `NoSuchPerson`, and `Refused` if they have played together."""
        mine, theirs = self.person(person).record, self.person(other).record
        if person == other or self._storage.results.sat_together(person, other):
            raise Refused(impossible("people.together", name=mine.name, other_name=theirs.name))
        self._storage.results.merge_people(person, other)

    def separate_spelling(self, person: str, spelling: str) -> None:
        known = {one.id for one in self.person(person).spellings}
        if spelling in known and spelling != person:
            self._storage.results.separate_spelling(spelling)


def _may_continue(record: Record) -> bool:
    """Whether the last entries may have continued a finished game."""
    first = record.log[-1].group or record.last_entry
    return any(
        event.what in PROGRESS if isinstance(event, Corrected) else isinstance(event, TakenBack | Amended)
        for event in record.log[first - 1 :]
    )
