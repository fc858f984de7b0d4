"""Whether this server can do its work: can the games be read and written now?"""

import shutil
from collections.abc import Callable
from pathlib import Path

from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage

LASTS = 1.0
"""Seconds that an answer is good for: whoever asks more often is told the same again."""
SPARE = 5_000_000
"""Bytes that a disk needs to have left: an evening takes a tenth of it."""


class Health:
    def __init__(self, storage: Storage, seconds: Callable[[], float]) -> None:
        self._storage = storage
        self._seconds = seconds
        self._asked = -LASTS
        self._matter = ""

    def matter(self) -> str:
        """What is wrong, in one word; nothing is `""`."""
        if self._seconds() - self._asked >= LASTS:
            self._matter = self._look()
            self._asked = self._seconds()
        return self._matter

    def _look(self) -> str:
        try:
            self._storage.maintenance.check()
        except StorageUnavailable as unusable:
            return unusable.code
        if not self._storage.database.is_in_place():  # somebody has moved the file
            return "gone"
        folder = Path(self._storage.database.path).parent
        return "full" if folder.is_dir() and shutil.disk_usage(folder).free < SPARE else ""
