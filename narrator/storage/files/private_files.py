"""Files that only their owner reads: games hold dealt cards, and others may use the same machine."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

ENDINGS = ("", "-wal", "-shm", "-live", "-live-wal", "-live-shm")
"""Of the files that SQLite and the servers keep beside the games. New ones get the permissions of the first."""


def make_private(path: str) -> None:
    """Create a file that others can't read, and close one that they can. A group that may write was let in on purpose.
    A file that is there is never opened: closing it would end SQLite's locks in this process."""
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in exposed(path):
        close_to_others(file)


def close_to_others(file: Path) -> bool:
    """Whether others can't read it from now on."""
    try:
        file.chmod(private_mode(file))
    except OSError:  # it is somebody else's, or the file system knows no permissions
        return False
    return not any(exposed(str(file)))


def exposed(path: str) -> Iterator[Path]:
    """Which of the files of these games others can read."""
    for name in (path + ending for ending in ENDINGS):
        file = Path(name)
        with suppress(OSError):
            if stat.S_ISREG(file.stat().st_mode) and private_mode(file) != stat.S_IMODE(file.stat().st_mode):
                yield file


def private_mode(file: Path) -> int:
    mode = stat.S_IMODE(file.stat().st_mode)
    return mode & ~(0o007 if mode & stat.S_IWGRP else 0o077)
