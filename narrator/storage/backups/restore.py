"""Back from a copy: what is in use now is laid aside whole, and the copy takes its place at one stroke."""

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from itertools import count
from pathlib import Path

from msgspec import Struct

from narrator.storage.backups.backups import BESIDE, check_file, copy_file, games_in
from narrator.storage.sqlite.file import error_reason, make_folder
from narrator.storage.values import StorageUnavailable


class Restored(Struct, frozen=True):
    games: int
    aside: Path | None
    """Where the file is that was there before; none where there was none."""


def restore(path: str, copy: Path, now: datetime) -> Restored:
    """Put a copy in the file's place. Raises `StorageUnavailable`, and then nothing has changed."""
    check_file(copy)
    target = Path(path)
    make_folder(target)
    if target.exists():
        refuse_in_use(path)
    fresh = target.with_name(f"{target.name}.restored")
    fresh.unlink(missing_ok=True)  # left behind by one that was killed
    copy_file(str(copy), fresh)
    try:
        aside = _lay_aside(target, now) if target.exists() else None
        os.replace(fresh, target)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StorageUnavailable("no_copy", path=path, why=error.strerror or str(error)) from None
    return Restored(len(games_in(target)), aside)


def refuse_in_use(path: str) -> None:
    """Only who is alone with a file may end its write-ahead mode. What is damaged beyond that nobody can use."""
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        matter = error_reason(path, error)
        if matter is None or matter.code not in ("damaged", "read_only", "unreadable"):
            raise StorageUnavailable("busy", path=path) from None


def _lay_aside(target: Path, now: datetime) -> Path:
    """With what is written ahead of it: SQLite finds that by the name."""
    stamp = now.strftime("%Y-%m-%d-%H%M%S")
    names = (f"{target.stem}-before-{stamp}{f'-{number}' if number else ''}{target.suffix}" for number in count())
    aside = next(path for name in names if not (path := target.with_name(name)).exists())
    for ending in (*BESIDE, ""):
        old = target.with_name(target.name + ending)
        if old.exists():
            os.replace(old, aside.with_name(aside.name + ending))
    return aside
