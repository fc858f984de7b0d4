"""Game files that somebody only wants to watch: folded, kept for a while, and never taken in."""

from hashlib import sha256

from cachetools import LRUCache

from narrator.core.record.record import Record
from narrator.store.slate.shelf import Shelf

from .files import folded_file

ROOM = 20_000
"""Entries of all files together; the one that nobody has looked at for longest goes first."""
OF_A_FILE = 100
"""What a file takes besides its entries, as entries."""
LETTERS = 20


class Films:
    def __init__(self, room: int = ROOM, shelf: Shelf | None = None) -> None:
        """On a shelf, where there is one, other servers find them."""
        self._shelf = shelf
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: OF_A_FILE + len(record.log))

    def open(self, text: bytes) -> str:
        """The name under which a file can be watched: the same file has the same one, and nobody guesses it who has
        not got the file. Raises `Refused`."""
        name = sha256(text).hexdigest()[:LETTERS]
        if name not in self._kept:
            self._kept[name] = folded_file(text)
            if self._shelf is not None:
                self._shelf.put(name, text)
        return name

    def of(self, name: str) -> Record | None:
        """The game, as long as it is kept."""
        if name not in self._kept and self._shelf is not None and (text := self._shelf.get(name)) is not None:
            self._kept[name] = folded_file(text)
        return self._kept.get(name)
