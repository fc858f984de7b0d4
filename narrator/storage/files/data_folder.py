"""Where the games are stored by default, and files that only their owner can read."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from narrator.storage.errors import StorageUnavailable

DEFAULT_NAME = "narrator.db"
FORMER_FOLDERS = {"darwin": "~/Library/Application Support/narrator", "win32": "${LOCALAPPDATA}/narrator"}
PRIVATE_SUFFIXES = ("", "-wal", "-shm", "-live", "-live-wal", "-live-shm")  # new ones get the first one's permissions


def default_file() -> Path:
    """Return the file in the user's data folder; an existing file in a former folder stays there."""
    from platformdirs import user_data_path  # slow to import

    former = Path(os.path.expandvars(FORMER_FOLDERS.get(sys.platform, ""))).expanduser() / DEFAULT_NAME
    is_kept = former.is_absolute() and former.exists()
    return former if is_kept else user_data_path("narrator", appauthor=False) / DEFAULT_NAME


def make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable("no_folder", path=str(path.parent), why=error.strerror) from None


def make_private(path: str) -> None:
    """Create a file that others can't read, or take their permissions away; a group that may write was granted that on
    purpose. An existing file is never opened: closing it would drop SQLite's locks in this process."""
    with suppress(OSError):  # SQLite reports what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in readable_by_others(path):
        restrict_to_owner(file)


def restrict_to_owner(file: Path) -> bool:
    """Take others' permissions away; False if that failed."""
    try:
        file.chmod(_private_mode(file))
    except OSError:  # not our file, or a file system without permissions
        return False
    return not any(readable_by_others(str(file)))


def readable_by_others(path: str) -> Iterator[Path]:
    """Yield those files of a database that others can read: they contain dealt cards."""
    for file in (Path(path + suffix) for suffix in PRIVATE_SUFFIXES):
        with suppress(OSError):
            mode = file.stat().st_mode
            if stat.S_ISREG(mode) and _private_mode(file) != stat.S_IMODE(mode):
                yield file


def _private_mode(file: Path) -> int:
    mode = stat.S_IMODE(file.stat().st_mode)
    return mode & ~(0o007 if mode & stat.S_IWGRP else 0o077)
