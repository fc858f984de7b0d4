"""Health of the server, checks and repairs of all stored games, and rescue of damaged ones."""

import shutil
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.files.game_files import public_log
from narrator.app.games.games import Games
from narrator.app.games.record_cache import examine
from narrator.app.games.results import EntryRefused, NewGame
from narrator.app.people import PersonNames, is_copy, outcome
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.storage.files.game_file import write_game
from narrator.storage.storage import Storage
from narrator.storage.values import StoredResult


class Finding(Struct, frozen=True):
    game: str
    names: tuple[str, ...]
    what: str
    """`setup`, `entry` or `note` if unreadable or impossible; `changed_…` if altered since it was written; `result` if
    the stored result was wrong and is repaired."""
    number: int = 0

    @property
    def is_repaired(self) -> bool:
        return self.what == "result"


def check_all_games(games: Games, names: PersonNames) -> Iterator[Finding | None]:
    """Check every game; yield what is wrong with it, or None. Raises `StorageUnavailable`."""
    changed = {game: (what, number) for game, what, number in games.storage.maintenance.changed_rows()}
    for game, began in games.storage.games.all_games():
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
        record = games.record_of(game)
        seats = outcome(game, record, began, names) if games.storage.results.is_counted(game) else []
        games.forget(game)
        yield Finding(game, who, "result") if _repair_result(games, game, seats) else None


def _repair_result(games: Games, game: str, seats: list[StoredResult]) -> bool:
    kept, by_seat = games.storage.results.results([game]), attrgetter("seat")
    if kept and seats and not seats[0].length:  # without times, the end is when it was noticed
        seats = [replace(seat, ended=kept[0].ended) for seat in seats]
    if sorted(kept, key=by_seat) == sorted(seats, key=by_seat) or (not kept and is_copy(games.storage, seats)):
        return False
    games.storage.results.keep_result(game, seats)
    return True


def _names(games: Games, game: str) -> tuple[str, ...]:
    try:
        return tuple(player.name for player in games.setup(game).players)
    except StorageUnavailable:
        return ()


def undamaged_part(games: Games, game: str) -> tuple[Setup, list[AnyEvent]]:
    """Return everything before the first bad entry. Raises `NoSuchGame`, and `DamagedGame` without a setup."""
    last = None
    try:
        examine(games.storage, game)
    except DamagedGame as damaged:
        if damaged.part == "setup":
            raise
        last = damaged.number - 1 if damaged.part == "entry" else None
    setup, events = games.setup(game), games.storage.games.entries(game, last=last)
    return setup, public_log(events) if setup.is_dealt else events  # dealt cards are dealt again from the seed


def rescued_file(games: Games, game: str) -> bytes:
    return write_game(*undamaged_part(games, game))


def begin_from_undamaged(games: Games, game: str) -> NewGame:
    setup, events = undamaged_part(games, game)
    try:
        return games.create(setup, events, instead_of=game)
    except EntryRefused as refused:  # entered under rules of an older version
        return games.create(setup, events[: refused.number - 1], instead_of=game)


CACHE_SECONDS = 1.0  # seconds that a result is cached
MIN_FREE_BYTES = 5_000_000  # bytes; an evening takes a tenth of it


class Health:
    def __init__(self, storage: Storage, seconds: Callable[[], float]) -> None:
        self._storage = storage
        self._seconds = seconds
        self._asked = -CACHE_SECONDS
        self._problem = ""

    def problem(self) -> str:
        """Return what is wrong, in one word, or `""`."""
        if self._seconds() - self._asked >= CACHE_SECONDS:
            self._problem = self._find_problem()
            self._asked = self._seconds()
        return self._problem

    def _find_problem(self) -> str:
        try:
            self._storage.maintenance.check()
        except StorageUnavailable as unusable:
            return unusable.code
        if not self._storage.database.is_in_place():  # somebody has moved the file
            return "gone"
        folder = Path(self._storage.database.path).parent
        return "full" if folder.is_dir() and shutil.disk_usage(folder).free < MIN_FREE_BYTES else ""
