"""The club's secret: who has it sees all tables of this house and helps them. It lies beside the house's key, so that
it is the same after a restart and in every process. A house without one is no club."""

import os
from pathlib import Path

from narrator.storage.files.house_key import beside as house_key_beside
from narrator.storage.files.house_key import replace_durably, write_new
from narrator.storage.values import StorageUnavailable

FILE = "narrator.club"
LONGEST = 200


class ClubKey:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = str(path)
        self._read: tuple[object, str] = (None, "")
        """What the file was when it was read, and what stood in it."""

    def secret(self) -> str:
        """None is `""`. Looked at each time: another process may have made it anew."""
        try:
            now = os.stat(self._place)
            stamp = (now.st_ino, now.st_mtime_ns, now.st_size)
            if stamp != self._read[0]:
                self._read = (stamp, self.path.read_text(encoding="ascii")[:LONGEST].strip())
        except (OSError, UnicodeDecodeError):
            return ""
        return self._read[1]

    def replace(self, secret: str) -> None:
        """Who came by the old one is out. Raises `StorageUnavailable`."""
        whole = self.path.with_name(f"{FILE}.new")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            whole.unlink(missing_ok=True)
            write_new(whole, f"{secret}\n")
            replace_durably(whole, self.path)
        except OSError as error:
            raise StorageUnavailable("key_not_written", path=str(self.path), why=error.strerror or "") from None


def beside(database: str) -> ClubKey:
    return ClubKey(house_key_beside(database).path.with_name(FILE))
