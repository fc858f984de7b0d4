"""Where a device keeps the games when nobody says otherwise."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FILE = "narrator.db"


def data_folder(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """The folder for a program's own files, as each system has it.

    >>> data_folder("linux", {"XDG_DATA_HOME": "/data"}, Path("/home/ana")).as_posix()
    '/data/narrator'
    >>> data_folder("linux", {}, Path("/home/ana")).as_posix()
    '/home/ana/.local/share/narrator'
    >>> data_folder("darwin", {}, Path("/Users/ana")).as_posix()
    '/Users/ana/Library/Application Support/narrator'
    """
    if platform == "win32":
        base = _absolute(environment.get("LOCALAPPDATA")) or home / "AppData" / "Local"
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = _absolute(environment.get("XDG_DATA_HOME")) or home / ".local" / "share"
    return base / "narrator"


def _absolute(path: str | None) -> Path | None:
    """The rule for these variables: a relative path counts as none."""
    return Path(path) if path and Path(path).is_absolute() else None


def default_file() -> Path:
    return data_folder(sys.platform, os.environ, Path.home()) / FILE
