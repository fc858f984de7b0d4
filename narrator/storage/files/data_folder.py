"""Where a device keeps the games when nobody says otherwise."""

import os
import sys
from pathlib import Path

FILE = "narrator.db"
FORMER = {"darwin": "~/Library/Application Support/narrator", "win32": "${LOCALAPPDATA}/narrator"}
"""Where Narrator once looked without platformdirs, which also minds XDG_DATA_HOME on macOS and asks Windows itself."""


def default_file() -> Path:
    """The file in the system's folder for a program's own files; one that lies where it used to lie stays there."""
    from platformdirs import user_data_path  # only who names no file waits for it

    former = Path(os.path.expandvars(FORMER.get(sys.platform, ""))).expanduser() / FILE
    is_kept = former.is_absolute() and former.exists()
    return former if is_kept else user_data_path("narrator", appauthor=False) / FILE
