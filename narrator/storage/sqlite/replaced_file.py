"""A file that was deleted or replaced while it was open: SQLite still reads it, so all of it can be written anew."""

import os
import sqlite3
from itertools import count
from pathlib import Path

from narrator.storage.sqlite.file import OpenFile, identity_of, make_folder, open_path, translate_errors
from narrator.storage.values import StorageUnavailable

BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite may have laid beside a file of a name. It would take the rest of another file for its own."""


def copy_to_new_file(file: OpenFile) -> OpenFile:
    """Everything that the open file holds, in a new one near its place. Nothing that is there is overwritten."""
    path = _new_path(Path(file.path))
    try:
        with translate_errors(str(path)):
            copy = sqlite3.connect(path)
            try:
                file.connection.backup(copy)
            finally:
                copy.close()
        return open_path(str(path))
    except StorageUnavailable:
        path.unlink()
        raise


def clear_away(file: OpenFile) -> None:
    """Once a file that was moved is closed and copied: what was written ahead of it still lies at its old place, and
    whatever is put there would be taken to go on with that."""
    ahead = f"{os.path.realpath(file.path)}-wal"
    if ahead in file.place and identity_of(ahead) == file.place[ahead]:
        os.unlink(ahead)
        Path(f"{ahead.removesuffix('-wal')}-shm").unlink(missing_ok=True)


def _new_path(old: Path) -> Path:
    make_folder(old)
    paths = (old.with_name(f"{old.stem}-{number}{old.suffix}") for number in count(2))
    return next(path for path in paths if _is_made(path))


def _is_made(path: Path) -> bool:
    """Whether this file is ours now: it was not there, and nothing that would be taken for a part of it."""
    if any(path.with_name(path.name + ending).exists() for ending in BESIDE):
        return False
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    except OSError as error:
        raise StorageUnavailable("cannot_open", path=str(path), why=error.strerror) from None
    return True
