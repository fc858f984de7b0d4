"""Copies of the file, made by SQLite's own backup while others write to it: one a day, so many days.

A copy is made by a connection of its own, which only reads: nobody waits for it. It takes its name once it is whole and
was found good, so a damaged file never takes a good copy's place. Nor does a copy that holds less than the one before:
games disappear from the file only by being deleted, and then from the copies as well, so anything else is an accident.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Set
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from msgspec import Struct

from narrator.storage.sqlite.file import make_folder, open_path, refuse_foreign, translate_errors, writing_engine
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from narrator.storage.stores.erasing import IsTheirs, Nameless

KEPT = 14
"""Copies that stay: those of the last so many days on which something was entered."""
LEFT_BEHIND = 3600
"""Seconds after which a copy that isn't whole won't be any more."""
BESIDE = ("-wal", "-shm", "-journal")
Holdings = dict[str, int]
"""The number of the last entry of each game."""


class Copy(Struct, frozen=True):
    path: Path
    made: datetime
    size: int


def folder_of(path: str) -> Path:
    """Where the copies of a file lie: beside it."""
    file = Path(path)
    return file.with_name(f"{file.stem}-backups")


def copies_of(path: str) -> list[Copy]:
    """The newest first. Those dated in the future were made while the clock was wrong: they come last."""
    found = []
    for copy in folder_of(path).glob(f"{Path(path).stem}-*.db"):
        with suppress(OSError):  # it was deleted just now
            known = copy.stat()
            found.append(Copy(copy, _moment(known.st_mtime), known.st_size))
    now = _moment(time.time())
    return sorted(found, key=lambda copy: (copy.made <= now, copy.made, copy.path.name), reverse=True)


def _moment(seconds: float) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError):  # of a year that no calendar has
        return datetime.min.replace(tzinfo=UTC)


def laid_aside(path: str) -> list[Path]:
    """Files that were in use before a copy took their place."""
    file = Path(path)
    return sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"))


def is_copied(path: str) -> bool:
    """Whether some copy was made after the last write. Each copy carries the time of that write, and only equality
    counts: the clock may have been set back since."""
    last = _last_written(path)
    return any(_mtime(str(copy.path)) == last for copy in copies_of(path))


def _last_written(path: str) -> int:
    """In nanoseconds. Everything is first written ahead; what was is in the file only where nothing is ahead of it."""
    ahead = f"{os.path.realpath(path)}-wal"
    with suppress(OSError):
        if os.stat(ahead).st_size:
            return _mtime(ahead)
    return _mtime(path)


def _mtime(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def keep_copy(path: str, today: date) -> Path:
    """Make the copy of this day, in place of an earlier one of the same day unless that one holds more; delete the
    oldest. Raises `StorageUnavailable`."""
    with _whole_copy(path, copy_of_day(path, today)) as part:
        held = holdings(part)
        target = next(name for name in _names(path, today) if not name.exists() or _is_in(name, held))
        os.replace(part, target)
    kept, *others = sorted(copies_of(path), key=lambda copy: copy.path != target)
    _thin_out(kept, others)
    return target


def copy_of_day(path: str, day: date) -> Path:
    return next(_names(path, day))


def _names(path: str, day: date) -> Iterator[Path]:
    stem = f"{Path(path).stem}-{day.isoformat()}"
    yield folder_of(path) / f"{stem}.db"
    yield from (folder_of(path) / f"{stem}-{number}.db" for number in count(2))


def _thin_out(newest: Copy, others: list[Copy]) -> None:
    """Delete old copies, but never the last one that holds something."""
    stay = [newest, *others[: KEPT - 1]]
    held = [_held(copy.path) for copy in stay]
    for old in others[KEPT - 1 :]:
        if any(_is_in(old.path, one) for one in held):
            delete_copy(old.path)
        else:
            held.append(_held(old.path))


def _held(path: Path) -> Holdings:
    try:
        return holdings(path)
    except StorageUnavailable:
        return {}


def _is_in(path: Path, held: Holdings) -> bool:
    """Whether all that a copy holds is held elsewhere, too. What can't be read holds nothing."""
    return all(last <= held.get(game, -1) for game, last in _held(path).items())


def delete_copy(path: Path) -> None:
    for name in ("", *BESIDE):
        path.with_name(path.name + name).unlink(missing_ok=True)


def copy_file(source: str, target: Path) -> None:
    """A whole copy under this name, or nothing; also where what lies there holds more. Raises `StorageUnavailable`."""
    with _whole_copy(source, target) as part:
        replace_copy(part, target)


def replace_copy(part: Path, target: Path) -> None:
    """Raises `StorageUnavailable` where the earlier copy holds more."""
    if target.exists() and not _is_in(target, holdings(part)):
        raise StorageUnavailable("copy_holds_more", path=str(target))
    os.replace(part, target)


@contextmanager
def _whole_copy(source: str, target: Path) -> Iterator[Path]:
    """A copy beside its place, for the caller to move there."""
    make_folder(target)
    begun = _last_written(source)
    part = target.with_name(f"{target.name}.{token_hex(4)}.part")  # two may copy at once, a server and a command
    try:
        with translate_errors(str(target)):
            _clear(target, time.time() - LEFT_BEHIND)
            part.touch(mode=0o600)
        _back_up(source, part)
        check_file(part)
        os.utime(part, ns=(begun, begun))  # what is written from here on is not in it
        yield part
    except OSError as error:
        raise StorageUnavailable("no_copy", path=str(target), why=error.strerror or str(error)) from None
    finally:
        with suppress(OSError):
            delete_copy(part)


def _clear(target: Path, before: float) -> None:
    """Parts that somebody left behind who was killed while copying."""
    for part in target.parent.glob("*.part"):
        with suppress(OSError):
            if part.stat().st_mtime < before:
                delete_copy(part)


def _back_up(source: str, part: Path) -> None:
    """In one step: a reader never holds up a writer, and a writer never makes it begin again."""
    with translate_errors(source), closing(_reading(source)) as reading, closing(sqlite3.connect(part)) as copy:
        reading.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, with nothing beside it


def _reading(path: str) -> sqlite3.Connection:
    """A connection that makes no file where there is none."""
    if not os.path.exists(path):
        raise StorageUnavailable("cannot_open", path=path)
    return sqlite3.connect(f"file:{_escaped(path)}?mode=rw", uri=True, timeout=5)


def _escaped(path: str) -> str:
    from urllib.parse import quote

    return quote(os.path.abspath(path))


def flaws_of(path: Path | str, most: int = 5) -> list[str]:
    """Return what SQLite's integrity check reports. Raises `StorageUnavailable` if the file can't be opened."""
    with translate_errors(str(path)), closing(_reading(str(path))) as reading:
        found = [str(row[0]) for row in reading.execute(f"PRAGMA integrity_check({most})")]
    return [] if found == ["ok"] else found


def check_file(path: Path) -> None:
    """Whether a file is whole and one of ours. Raises `StorageUnavailable`."""
    if flaws_of(path, 1):
        raise StorageUnavailable("damaged", path=str(path))
    with translate_errors(str(path)), closing(_reading(str(path))) as reading:
        refuse_foreign(reading, str(path))


def holdings(path: Path | str) -> Holdings:
    """What a file holds. Raises `StorageUnavailable`."""
    ask = "SELECT id, coalesce((SELECT max(number) FROM entries WHERE game = id), 0) FROM games"
    with translate_errors(str(path)), closing(_reading(str(path))) as reading:
        return dict(reading.execute(ask))


def games_in(path: Path | str) -> set[str]:
    """Raises `StorageUnavailable`."""
    with translate_errors(str(path)), closing(_reading(str(path))) as reading:
        return {game for (game,) in reading.execute("SELECT id FROM games")}


class Missing(Struct, frozen=True):
    """Games that a copy holds and the store does not."""

    copy: Copy
    games: int


def most_missing(path: str, held: Set[str]) -> Missing | None:
    """The copy with most of the games that are missing, the newest of those; None where nothing is missing."""
    found = [Missing(copy, len(_games_in(copy.path) - held)) for copy in copies_of(path)]
    most = max(found, key=lambda missing: missing.games, default=None)
    return most if most is not None and most.games else None


def _games_in(path: Path) -> set[str]:
    try:
        return games_in(path)
    except StorageUnavailable:
        return set()


# Deleting in the copies.


def erase_game_in_copies(path: str, game: str) -> list[Path]:
    """The copies that could not be changed and still have it."""
    from narrator.storage.stores.erasing import erase_game  # with SQLAlchemy, which a start does not wait for

    return _in_each(path, lambda connection: erase_game(connection, game))


def erase_names_in_copies(path: str, is_theirs: "IsTheirs", nameless: "Nameless") -> list[Path]:
    from narrator.storage.stores.erasing import erase_names

    return _in_each(path, lambda connection: erase_names(connection, is_theirs, nameless))


def _in_each(path: str, erase: Callable[["Connection"], object]) -> list[Path]:
    """A copy that is damaged is no use to anybody and goes; a file that was laid aside may be the last of its kind."""
    still = []
    for copy in copies_of(path):
        why = _trouble_erasing(copy.path, erase)
        if why == "damaged":
            delete_copy(copy.path)
        elif why:
            still.append(copy.path)
        else:
            os.utime(copy.path, (copy.made.timestamp(),) * 2)
    return still + [file for file in laid_aside(path) if _trouble_erasing(file, erase)]


def _trouble_erasing(path: Path, erase: Callable[["Connection"], object]) -> str:
    try:
        with _opened(path) as connection, translate_errors(str(path)):
            with writing_engine(connection).begin() as reached:
                erase(reached)
            connection.execute("VACUUM")
    except StorageUnavailable as unusable:
        return unusable.code
    return ""


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy to write to, laid out as files are today, and one file again afterwards."""
    connection = open_path(str(path)).connection
    try:
        yield connection
        connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    finally:
        connection.close()
