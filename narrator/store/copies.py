"""Copies of the file, made by SQLite's own backup while others write to it: one a day, so many days.

A copy is made by a connection of its own, which only reads: nobody waits for it. It takes its name once it is whole and
was found good, so a damaged file never takes a good copy's place.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from msgspec import Struct

from .event_log import Unusable
from .sqlite_file import engine_on, make_folder, open_path, plainly, refuse_foreign

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from .erasing import IsTheirs, Nameless

KEPT = 14
"""Copies that stay: those of the last so many days on which something was entered."""
LEFT_BEHIND = 3600
"""Seconds after which a copy that isn't whole won't be any more."""
BESIDE = ("-wal", "-shm", "-journal")


class Copy(Struct, frozen=True):
    path: Path
    made: datetime
    size: int


def folder_of(path: str) -> Path:
    """Where the copies of a file lie: beside it."""
    file = Path(path)
    return file.with_name(f"{file.stem}-backups")


def copies_of(path: str) -> list[Copy]:
    """The newest first."""
    found = []
    for copy in folder_of(path).glob(f"{Path(path).stem}-*.db"):
        with suppress(OSError):  # it was deleted just now
            known = copy.stat()
            found.append(Copy(copy, datetime.fromtimestamp(known.st_mtime, UTC), known.st_size))
    return sorted(found, key=lambda copy: (copy.made, copy.path.name), reverse=True)


def laid_aside(path: str) -> list[Path]:
    """Files that were in use before a copy took their place."""
    file = Path(path)
    return sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"))


def is_copied(path: str) -> bool:
    """Whether the newest copy has all that was written."""
    newest = next(iter(copies_of(path)), None)
    return newest is not None and newest.made.timestamp() >= _last_written(path)


def _last_written(path: str) -> float:
    times = [0.0]
    for name in (path, f"{os.path.realpath(path)}-wal"):
        with suppress(OSError):
            times.append(os.stat(name).st_mtime)
    return max(times)


def keep_copy(path: str, today: date) -> Path:
    """The copy of this day, in place of an earlier one of the same day; the oldest give way. Raises `Unusable`."""
    target = folder_of(path) / f"{Path(path).stem}-{today.isoformat()}.db"
    copy_file(path, target)
    for old in copies_of(path)[KEPT:]:
        delete_copy(old.path)
    return target


def delete_copy(path: Path) -> None:
    for name in ("", *BESIDE):
        path.with_name(path.name + name).unlink(missing_ok=True)


def copy_file(source: str, target: Path) -> None:
    """A whole copy under this name, or nothing. Raises `Unusable`."""
    make_folder(target)
    begun = datetime.now(UTC).timestamp()
    part = target.with_name(f"{target.name}.{token_hex(4)}.part")  # two may copy at once, a server and a command
    try:
        with plainly(str(target)):
            _clear(target, begun - LEFT_BEHIND)
            part.touch(mode=0o600)
        _back_up(source, part)
        check_file(part)
        os.utime(part, (begun, begun))  # what is written from here on is not in it
        os.replace(part, target)
    except OSError as error:
        raise Unusable("no_copy", path=str(target), why=error.strerror or str(error)) from None
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
    with plainly(source), closing(_reading(source)) as reading, closing(sqlite3.connect(part)) as copy:
        reading.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, with nothing beside it


def _reading(path: str) -> sqlite3.Connection:
    """A connection that makes no file where there is none."""
    if not os.path.exists(path):
        raise Unusable("cannot_open", path=path)
    return sqlite3.connect(f"file:{_escaped(path)}?mode=rw", uri=True, timeout=5)


def _escaped(path: str) -> str:
    from urllib.parse import quote

    return quote(os.path.abspath(path))


def flaws_of(path: Path | str, most: int = 5) -> list[str]:
    """What SQLite finds wrong with a file, in its own words; nothing where it is whole. Raises `Unusable` where it
    can't even look."""
    with plainly(str(path)), closing(_reading(str(path))) as reading:
        found = [str(row[0]) for row in reading.execute(f"PRAGMA integrity_check({most})")]
    return [] if found == ["ok"] else found


def check_file(path: Path) -> None:
    """Whether a file is whole and one of ours. Raises `Unusable`."""
    if flaws_of(path, 1):
        raise Unusable("damaged", path=str(path))
    with plainly(str(path)), closing(_reading(str(path))) as reading:
        refuse_foreign(reading, str(path))


def count_games(path: Path) -> int:
    with plainly(str(path)), closing(_reading(str(path))) as reading:
        (count,) = reading.execute("SELECT count(*) FROM games").fetchone()
        return int(count)


# Deleting in the copies.


def erase_game_in_copies(path: str, game: str) -> list[Path]:
    """The copies that could not be changed and still have it."""
    from .erasing import erase_game  # with SQLAlchemy, which a start does not wait for

    return _in_each(path, lambda connection: erase_game(connection, game))


def erase_names_in_copies(path: str, is_theirs: "IsTheirs", nameless: "Nameless") -> list[Path]:
    from .erasing import erase_names

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
        with _opened(path) as connection, plainly(str(path)):
            with engine_on(connection).begin() as reached:
                erase(reached)
            connection.execute("VACUUM")
    except Unusable as unusable:
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
