"""Looking at everything: is each entry as it was written, can each game be folded, do the records say what the games
say? What follows from the games is mended on the way; what does not is told."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.games import Games
from narrator.app.maintenance.damage import examine
from narrator.app.people.outcome import PersonNames, is_copy, outcome
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.storage.values import StoredResult


class Finding(Struct, frozen=True):
    """What is wrong with a game."""

    game: str
    names: tuple[str, ...]
    what: str
    """`setup`, `entry` or `note` where it can't be read or can't have happened; `changed_setup` or `changed_entry`
    where it is not as it was written; `result` where the records said something else, and say it no longer."""
    number: int = 0

    @property
    def is_mended(self) -> bool:
        return self.what == "result"


def look_at_all(games: Games, names: PersonNames) -> Iterator[Finding | None]:
    """Every game, one after the other: what is wrong with it, or nothing. Raises `StorageUnavailable`."""
    changed = {game: (what, number) for game, what, number in games.storage.maintenance.changed_rows()}
    everything = games.storage.games.all_games()
    for game, began in everything:
        who = _names(games, game)
        try:
            examine(games.storage, game)
        except DamagedGame as damaged:
            yield Finding(game, who, damaged.part, damaged.number)
            continue
        if game in changed:
            what, number = changed[game]
            yield Finding(game, who, f"changed_{what}", number)
            continue
        record = games.record(game)
        seats = outcome(game, record, began, names) if games.storage.results.is_counted(game) else []
        games.forget(game)
        yield Finding(game, who, "result") if _is_mended(games, game, seats) else None


def _is_mended(games: Games, game: str, seats: list[StoredResult]) -> bool:
    kept = games.storage.results.results([game])
    if kept and seats and not seats[0].length:  # without times, the end is when it was noticed
        seats = [replace(seat, ended=kept[0].ended) for seat in seats]
    if sorted(kept, key=_seat) == sorted(seats, key=_seat) or (not kept and is_copy(games.storage, seats)):
        return False
    games.storage.results.keep_result(game, seats)
    return True


def _seat(kept: StoredResult) -> int:
    return kept.seat


def _names(games: Games, game: str) -> tuple[str, ...]:
    try:
        return tuple(player.name for player in games.setup(game).players)
    except StorageUnavailable:
        return ()
