"""Where the rows of each game end, so that the file is not asked with every tap whether there is something new."""

import sqlite3
from math import inf

from cachetools import LRUCache

from .sqlite_file import plainly

ROOM = 10_000
"""Ends that are remembered: of the entries and of the notes of each game that is being played."""


class Ends:
    """They hold while nobody writes. SQLite counts what other connections write, and to look at that count takes a
    fraction of what it takes to look for rows."""

    def __init__(self, path: str, reader: sqlite3.Connection) -> None:
        self._path = path
        self._reader = reader
        self._others = 0
        self._known: LRUCache[tuple[str, str], float] = LRUCache(ROOM)

    def is_end(self, rows: str, game: str, number: int) -> bool:
        """Whether it is certain that nothing stands behind this number."""
        with plainly(self._path):
            (others,) = self._reader.execute("PRAGMA data_version").fetchone()
        if others != self._others:
            self._others = others
            self._known.clear()
        return self._known.get((rows, game), inf) <= number

    def found(self, rows: str, game: str, number: int) -> None:
        """Nothing was found behind this number."""
        self._known[rows, game] = number

    def moved(self, rows: str, game: str, number: int) -> None:
        """We have written up to this number."""
        if (rows, game) in self._known:
            self._known[rows, game] = max(number, self._known[rows, game])
