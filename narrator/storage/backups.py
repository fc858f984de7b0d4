"""Daily backups of the SQLite file, made by SQLite's backup function while others write, and restoring one.

A backup is made by a read-only connection of its own, so nobody waits for it. It gets its name when it is complete and
was checked, so a damaged file never replaces a good backup. Nor does a backup with fewer games replace one with more:
games are deleted from the file and its backups together, so anything else is an accident.
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
from urllib.parse import quote

from msgspec import Struct

from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import make_folder
from narrator.storage.sqlite.file import (
    SIDE_FILES,
    open_file,
    refuse_foreign,
    translate_errors,
    translated_error,
    writing_engine,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from narrator.storage.stores.maintenance import DefaultName, IsTheirName


DAYS_KEPT = 14  # the last days on which something was entered
ABANDONED_AFTER = 3600  # seconds after which an unfinished backup is deleted
LastEntries = dict[str, int]  # the number of each game's last entry


class Backup(Struct, frozen=True):
    path: Path
    made: datetime
    size: int


class Restored(Struct, frozen=True):
    games: int
    replaced: Path | None  # where the previous file is now; none if there was none


def backup_folder(path: str) -> Path:
    file = Path(path)
    return file.with_name(f"{file.stem}-backups")


def list_backups(path: str) -> list[Backup]:
    """Return the newest first. Those dated in the future, made while the clock was wrong, come last."""
    found = []
    for file in backup_folder(path).glob(f"{Path(path).stem}-*.db"):
        with suppress(OSError):  # it was just deleted
            status = file.stat()
            found.append(Backup(file, _to_datetime(status.st_mtime), status.st_size))
    now = _to_datetime(time.time())
    return sorted(found, key=lambda backup: (backup.made <= now, backup.made, backup.path.name), reverse=True)


def _to_datetime(seconds: float) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError):  # a year beyond the calendar
        return datetime.min.replace(tzinfo=UTC)


def replaced_files(path: str) -> list[Path]:
    """Return the files that were in use before a backup was restored."""
    file = Path(path)
    return sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"))


def is_backed_up(path: str) -> bool:
    """Return whether some backup was made after the last write. A backup has the time of the last write it contains;
    only equality counts, because the clock may have been set back."""
    last = _last_written(path)
    return any(_mtime(str(backup.path)) == last for backup in list_backups(path))


def _last_written(path: str) -> int:
    """Return the time of the last write in nanoseconds: that of the write-ahead log unless it is empty."""
    log = f"{os.path.realpath(path)}-wal"
    with suppress(OSError):
        if os.stat(log).st_size:
            return _mtime(log)
    return _mtime(path)


def _mtime(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def make_daily_backup(path: str, today: date) -> Path:
    """Make today's backup, replacing an earlier one of today unless that one contains more; delete old ones."""
    with _complete_backup(path, daily_backup_path(path, today)) as part:
        entries = last_entries(part)
        target = next(name for name in _daily_paths(path, today) if not name.exists() or _is_contained(name, entries))
        os.replace(part, target)
    newest, *others = sorted(list_backups(path), key=lambda backup: backup.path != target)
    _delete_old(newest, others)
    return target


def daily_backup_path(path: str, day: date) -> Path:
    return next(_daily_paths(path, day))


def _daily_paths(path: str, day: date) -> Iterator[Path]:
    stem = f"{Path(path).stem}-{day.isoformat()}"
    yield backup_folder(path) / f"{stem}.db"
    yield from (backup_folder(path) / f"{stem}-{number}.db" for number in count(2))


def _delete_old(newest: Backup, others: list[Backup]) -> None:
    """Delete old backups, except those with entries that no other backup contains."""
    kept = [last_entries(backup.path) for backup in [newest, *others[: DAYS_KEPT - 1]]]
    for old in others[DAYS_KEPT - 1 :]:
        if any(_is_contained(old.path, entries) for entries in kept):
            delete_backup(old.path)
        else:
            kept.append(last_entries(old.path))


def _is_contained(path: Path, entries: LastEntries) -> bool:
    return all(last <= entries.get(game, -1) for game, last in last_entries(path).items())


def delete_backup(path: Path) -> None:
    for suffix in ("", *SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def back_up_to(source: str, target: Path) -> None:
    """Make a complete backup under this name, or none, also if the existing one contains more."""
    with _complete_backup(source, target) as part:
        replace_backup(part, target)


def replace_backup(part: Path, target: Path) -> None:
    """Raises `StorageUnavailable` if the earlier backup contains more."""
    if target.exists() and not _is_contained(target, last_entries(part)):
        raise StorageUnavailable("copy_holds_more", path=str(target))
    os.replace(part, target)


@contextmanager
def _complete_backup(source: str, target: Path) -> Iterator[Path]:
    """Make a temporary backup beside the target, for the caller to rename."""
    make_folder(target)
    began = _last_written(source)
    part = target.with_name(f"{target.name}.{token_hex(4)}.part")  # a server and a command may do this at once
    try:
        with translate_errors(str(target)):
            _delete_abandoned(target.parent)
            part.touch(mode=0o600)
        with translate_errors(source), closing(_connect(source)) as reading, closing(sqlite3.connect(part)) as copy:
            reading.backup(copy)  # in one step: writers neither wait for it nor restart it
            make_single_file(copy)
        check_file(part)
        os.utime(part, ns=(began, began))  # later writes may not be in it
        yield part
    except OSError as error:
        raise StorageUnavailable("no_copy", path=str(target), why=error.strerror or str(error)) from None
    finally:
        with suppress(OSError):
            delete_backup(part)


def make_single_file(connection: sqlite3.Connection) -> None:
    """Turn write-ahead logging off, so that the file has no side files."""
    connection.execute("PRAGMA journal_mode = DELETE").fetchone()


def _delete_abandoned(folder: Path) -> None:
    for part in folder.glob("*.part"):
        with suppress(OSError):
            if part.stat().st_mtime < time.time() - ABANDONED_AFTER:
                delete_backup(part)


def _connect(path: str) -> sqlite3.Connection:
    """Connect without creating a file."""
    if not os.path.exists(path):
        raise StorageUnavailable("cannot_open", path=path)
    return sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=rw", uri=True, timeout=5)


@contextmanager
def _reading(path: Path | str) -> Iterator[sqlite3.Connection]:
    with translate_errors(str(path)), closing(_connect(str(path))) as connection:
        yield connection


def integrity_errors(path: Path | str, most: int = 5) -> list[str]:
    """Return what SQLite's integrity check reports. Raises `StorageUnavailable` if the file can't be opened."""
    with _reading(path) as connection:
        found = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({most})")]
    return [] if found == ["ok"] else found


def check_file(path: Path) -> None:
    """Raise `StorageUnavailable` for a file that is damaged or not ours."""
    if integrity_errors(path, 1):
        raise StorageUnavailable("damaged", path=str(path))
    with _reading(path) as connection:
        refuse_foreign(connection, str(path))


def last_entries(path: Path) -> LastEntries:
    """Return the last entry of each game; nothing for an unreadable file."""
    numbers = "SELECT id, coalesce((SELECT max(number) FROM entries WHERE game = id), 0) FROM games"
    with suppress(StorageUnavailable), _reading(path) as connection:
        return dict(connection.execute(numbers))
    return {}


def games_in(path: Path | str) -> set[str]:
    with _reading(path) as connection:
        return {game for (game,) in connection.execute("SELECT id FROM games")}


def find_missing_games(path: str, games: Set[str]) -> tuple[Backup | None, int]:
    """Return the newest backup with most of the games that are missing from these, and their number."""
    found, most = None, 0
    for backup in list_backups(path):
        with suppress(StorageUnavailable):
            missing = len(games_in(backup.path) - games)
            if missing > most:
                found, most = backup, missing
    return found, most


# Deleting in the backups.


def erase_game_in_backups(path: str, game: str) -> list[Path]:
    """Return the backups that could not be changed and still contain the game."""
    from narrator.storage.stores.maintenance import erase_game  # SQLAlchemy is slow to import

    return _erase_in_backups(path, lambda connection: erase_game(connection, game))


def erase_names_in_backups(path: str, is_their_name: "IsTheirName", default_name: "DefaultName") -> list[Path]:
    from narrator.storage.stores.maintenance import erase_names

    return _erase_in_backups(path, lambda connection: erase_names(connection, is_their_name, default_name))


def _erase_in_backups(path: str, erase: Callable[["Connection"], object]) -> list[Path]:
    """Erase in all backups and replaced files. A damaged backup is deleted; a replaced file may be the last copy."""
    unchanged = []
    for backup in list_backups(path):
        code = _erase_in(backup.path, erase)
        if code == "damaged":
            delete_backup(backup.path)
        elif code:
            unchanged.append(backup.path)
        else:
            os.utime(backup.path, (backup.made.timestamp(),) * 2)
    return unchanged + [file for file in replaced_files(path) if _erase_in(file, erase)]


def _erase_in(path: Path, erase: Callable[["Connection"], object]) -> str:
    """Return the code of an error, or `""`."""
    try:
        with closing(open_file(str(path)).connection) as connection, translate_errors(str(path)):
            with writing_engine(connection).begin() as transaction:
                erase(transaction)
            connection.execute("VACUUM")
            make_single_file(connection)
    except StorageUnavailable as error:
        return error.code
    return ""


# Restoring.


def restore(path: str, backup: Path, now: datetime) -> Restored:
    """Replace the file atomically by a backup; the old file is renamed. Raises `StorageUnavailable` without changes."""
    check_file(backup)
    target = Path(path)
    make_folder(target)
    if target.exists():
        _refuse_in_use(path)
    new = target.with_name(f"{target.name}.restored")
    new.unlink(missing_ok=True)  # of a killed process
    back_up_to(str(backup), new)
    try:
        replaced = _rename_replaced(target, now) if target.exists() else None
        os.replace(new, target)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise StorageUnavailable("no_copy", path=path, why=error.strerror or str(error)) from None
    return Restored(len(games_in(target)), replaced)


def _refuse_in_use(path: str) -> None:
    """Raise `StorageUnavailable` if other processes use the file: then write-ahead logging can't be turned off."""
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            make_single_file(connection)
    except sqlite3.Error as error:
        reason = translated_error(path, error)
        if reason is None or reason.code not in ("damaged", "read_only", "unreadable"):
            raise StorageUnavailable("busy", path=path) from None


def _rename_replaced(target: Path, now: datetime) -> Path:
    """Rename a file and its side files, which SQLite finds by name."""
    stamp = now.strftime("%Y-%m-%d-%H%M%S")
    names = (f"{target.stem}-before-{stamp}{f'-{number}' if number else ''}{target.suffix}" for number in count())
    replaced = next(path for name in names if not (path := target.with_name(name)).exists())
    for suffix in (*SIDE_FILES, ""):
        old = target.with_name(target.name + suffix)
        if old.exists():
            os.replace(old, replaced.with_name(replaced.name + suffix))
    return replaced
