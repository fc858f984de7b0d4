"""Game files that somebody only wants to watch: folded, kept for a while, and never taken in."""

from hashlib import sha256

from cachetools import LRUCache

from narrator.app.files.game_files import folded_file
from narrator.core.record.record import Record
from narrator.storage.shared_state.replay_files import ReplayFiles

ROOM = 20_000
"""Entries of all files together; the one that nobody has looked at for longest goes first."""
OF_A_FILE = 100
"""What a file takes besides its entries, as entries."""
LETTERS = 20


class ReplayService:
    def __init__(self, room: int = ROOM, replay_files: ReplayFiles | None = None) -> None:
        """Other servers find what is in `replay_files`."""
        self._replay_files = replay_files
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: OF_A_FILE + len(record.log))

    def open(self, text: bytes) -> str:
        """The name under which a file can be watched: the same file has the same one, and nobody guesses it who has
        not got the file. Raises `Refused`."""
        name = sha256(text).hexdigest()[:LETTERS]
        if name not in self._kept:
            self._kept[name] = folded_file(text)
            if self._replay_files is not None:
                self._replay_files.put(name, text)
        return name

    def of(self, name: str) -> Record | None:
        """The game, as long as it is kept."""
        files = self._replay_files
        if name not in self._kept and files is not None and (text := files.get(name)) is not None:
            self._kept[name] = folded_file(text)
        return self._kept.get(name)
