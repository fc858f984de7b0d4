"""The house's key: what locks the hands in a saved game, so that nobody reads them but the server that goes on with it.

It lies beside the games, for the owner of the machine alone. Who takes a game to another house on purpose takes the key
along: a house may have several, its own is the first.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from narrator.core.message import Refused, impossible
from narrator.storage.sqlite.file import make_folder
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

FILE = "narrator.key"
BYTES = 32


class HouseKey:
    def __init__(self, path: Path) -> None:
        self.path = path

    def lock(self, secret: bytes) -> str:
        return self._locks().encrypt(secret).decode()

    def unlock(self, text: str) -> bytes:
        """Raises `Refused` for what another house has locked, and for a text that `lock` did not write: base64 has
        many spellings of the same bytes, and one secret must have one text."""
        from cryptography.fernet import InvalidToken

        try:
            secret = self._locks().decrypt(text.encode())
        except InvalidToken:
            raise Refused(impossible("file.other_key")) from None
        if urlsafe_b64encode(urlsafe_b64decode(text)).decode() != text:
            raise Refused(impossible("file.seal"))
        return secret

    def derived(self, name: str) -> bytes:
        """Something that only this house knows, for a name; its own key makes it."""
        return digest(self._keys()[0].encode(), name.encode(), sha256)

    def make(self) -> None:
        """Where there is none yet."""
        self._keys()

    def copy_to(self, path: Path) -> None:
        """Raises `StorageUnavailable`, also where something lies there already."""
        write_new(path, "\n".join(self._keys()) + "\n")

    def take_from(self, path: Path) -> int:
        """Add the keys of another house and return how many were new. Raises `StorageUnavailable`."""
        known = self._keys()
        theirs = _read(path)
        if not theirs:
            raise StorageUnavailable("no_key", path=str(path))
        new = [key for key in theirs if key not in known]
        if new:
            whole = self.path.with_name(f"{FILE}.new")
            whole.unlink(missing_ok=True)
            write_new(whole, "\n".join([*known, *new]) + "\n")
            replace_durably(whole, self.path)
        return len(new)

    def _locks(self) -> "MultiFernet":
        from cryptography.fernet import Fernet, MultiFernet  # only a game that the app deals waits for it

        return MultiFernet([Fernet(key) for key in self._keys()])

    def _keys(self) -> list[str]:
        """Read each time: another process may have made it, or somebody taken one in."""
        if not self.path.exists():
            make_folder(self.path)
            try:
                write_new(self.path, urlsafe_b64encode(os.urandom(BYTES)).decode() + "\n")
            except StorageUnavailable:
                if not self.path.exists():  # else another process was quicker
                    raise
        keys = _read(self.path)
        if not keys:
            raise StorageUnavailable("empty_key", path=str(self.path))
        return keys


def beside(database: str) -> HouseKey:
    return HouseKey(Path(database).resolve().with_name(FILE))


def write_new(path: Path, text: str) -> None:
    """Write a file that only its owner can read and that survives a power cut; overwrite nothing. Nobody ever sees it
    empty: it gets its name once it is whole."""
    part = path.with_name(f"{path.name}.{token_hex(4)}.part")
    try:
        try:
            file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.write(file, text.encode())
                os.fsync(file)
            finally:
                os.close(file)
            _give_name(part, path)
        finally:
            part.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise StorageUnavailable("key_not_written", path=str(path), why=error.strerror or "") from None


def _give_name(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a memory stick's file system knows no links
        if path.exists():
            raise
        os.rename(part, path)


def replace_durably(new: Path, path: Path) -> None:
    os.replace(new, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The name of a file is durable only with its folder."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _read(path: Path) -> list[str]:
    try:
        keys = path.read_text(encoding="ascii").split()
    except UnicodeDecodeError:
        raise StorageUnavailable("no_key", path=str(path)) from None
    except OSError as error:
        raise StorageUnavailable("key_not_read", path=str(path), why=error.strerror or "") from None
    if any(len(key) != len(urlsafe_b64encode(bytes(BYTES))) for key in keys):
        raise StorageUnavailable("no_key", path=str(path))
    return keys
