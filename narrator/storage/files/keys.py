"""Key files beside the games, readable only by their owner.

The house key encrypts the hands in saved games, so that only a server with this key can continue them. To continue a
game elsewhere, the key must be copied on purpose: a house may have several keys, of which the first is its own.

The club key is the secret in the club's address, which shows all tables of this server. Without one there is no club.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from narrator.core.message import Refused, impossible
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import make_folder

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

HOUSE_KEY_FILE = "narrator.key"
CLUB_KEY_FILE = "narrator.club"
KEY_BYTES = 32
MAX_SECRET_LENGTH = 200


class HouseKey:
    def __init__(self, path: Path) -> None:
        self.path = path

    def lock(self, secret: bytes) -> str:
        return self._fernet().encrypt(secret).decode()

    def unlock(self, text: str) -> bytes:
        """Decrypt. Raises `Refused` for another house's text and for one that `lock` did not write: base64 has several
        spellings of the same bytes, and a secret must have only one."""
        from cryptography.fernet import InvalidToken

        try:
            secret = self._fernet().decrypt(text.encode())
        except InvalidToken:
            raise Refused(impossible("file.other_key")) from None
        if urlsafe_b64encode(urlsafe_b64decode(text)).decode() != text:
            raise Refused(impossible("file.seal"))
        return secret

    def derived(self, name: str) -> bytes:
        return digest(self.keys()[0].encode(), name.encode(), sha256)

    def copy_to(self, path: Path) -> None:
        """Raises `StorageUnavailable`, also if the file exists."""
        _write_new(path, "\n".join(self.keys()) + "\n")

    def take_from(self, path: Path) -> int:
        """Add another house's keys and return how many were new. Raises `StorageUnavailable`."""
        known = self.keys()
        theirs = _read_keys(path)
        if not theirs:
            raise StorageUnavailable("no_key", path=str(path))
        new = [key for key in theirs if key not in known]
        if new:
            _replace(self.path, "\n".join([*known, *new]) + "\n")
        return len(new)

    def _fernet(self) -> "MultiFernet":
        from cryptography.fernet import Fernet, MultiFernet  # slow to import

        return MultiFernet([Fernet(key) for key in self.keys()])

    def keys(self) -> list[str]:
        """Read the file, each time because another process may change it; create it if there is none."""
        if not self.path.exists():
            make_folder(self.path)
            try:
                _write_new(self.path, urlsafe_b64encode(os.urandom(KEY_BYTES)).decode() + "\n")
            except StorageUnavailable:
                if not self.path.exists():  # else another process was quicker
                    raise
        keys = _read_keys(self.path)
        if not keys:
            raise StorageUnavailable("empty_key", path=str(self.path))
        return keys


class ClubKey:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: tuple[object, str] = (None, "")  # the file's identity when it was read, and its contents

    def secret(self) -> str:
        """Return the current secret, `""` if there is none. Another process may have replaced it."""
        try:
            now = os.stat(self.path)
            stamp = (now.st_ino, now.st_mtime_ns, now.st_size)
            if stamp != self._read[0]:
                self._read = (stamp, self.path.read_text(encoding="ascii")[:MAX_SECRET_LENGTH].strip())
        except (OSError, UnicodeDecodeError):
            return ""
        return self._read[1]

    def replace(self, secret: str) -> None:
        """Set a new secret; the old one opens nothing any more. Raises `StorageUnavailable`."""
        make_folder(self.path)
        _replace(self.path, f"{secret}\n")


def house_key_for(database: str) -> HouseKey:
    return HouseKey(Path(database).resolve().with_name(HOUSE_KEY_FILE))


def club_key_for(database: str) -> ClubKey:
    return ClubKey(Path(database).resolve().with_name(CLUB_KEY_FILE))


def _read_keys(path: Path) -> list[str]:
    try:
        keys = path.read_text(encoding="ascii").split()
    except UnicodeDecodeError:
        raise StorageUnavailable("no_key", path=str(path)) from None
    except OSError as error:
        raise StorageUnavailable("key_not_read", path=str(path), why=error.strerror or "") from None
    if any(len(key) != len(urlsafe_b64encode(bytes(KEY_BYTES))) for key in keys):
        raise StorageUnavailable("no_key", path=str(path))
    return keys


def _replace(path: Path, text: str) -> None:
    """Replace a file durably. Raises `StorageUnavailable`."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        _write_new(new, text)
        os.replace(new, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise StorageUnavailable("key_not_written", path=str(path), why=error.strerror or "") from None


def _write_new(path: Path, text: str) -> None:
    """Write a private file durably; overwrite nothing. It gets its name when complete, so nobody sees it empty."""
    part = path.with_name(f"{path.name}.{token_hex(4)}.part")
    try:
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0) as file:
                file.write(text.encode())
                os.fsync(file.fileno())
            _rename_new(part, path)
        finally:
            part.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except OSError as error:
        raise StorageUnavailable("key_not_written", path=str(path), why=error.strerror or "") from None


def _rename_new(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a memory stick's file system has no links
        if path.exists():
            raise
        os.rename(part, path)


def _sync_folder(folder: Path) -> None:
    """Make a new name durable: that takes a sync of its folder."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
