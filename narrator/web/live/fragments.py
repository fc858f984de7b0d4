"""Parts of pages that several devices see alike: made once for each number, language and viewer."""

from collections.abc import Callable

from cachetools import LRUCache

from narrator.web.auth.device import Device
from narrator.web.security.guard import gzipped

ROOM = 4_000
"""Fragments that are kept: each is made once for everybody who sees the same."""
Reader = tuple[str | Device, ...]


class Fragments:
    """Phones' pages by game, viewer and device (its language and look), each at its last number, compressed."""

    def __init__(self, room: int = ROOM) -> None:
        self._kept: LRUCache[Reader, tuple[str, bytes]] = LRUCache(room)
        self.made = 0

    def of(self, reader: Reader, number: str, make: Callable[[], str]) -> bytes:
        kept_at, page = self._kept.get(reader, ("", b""))
        if kept_at != number:
            self.made += 1
            page = gzipped(make().encode())
            self._kept[reader] = (number, page)
        return page

    def forget(self, game: str) -> None:
        for reader in [reader for reader in self._kept if reader[0] == game]:
            del self._kept[reader]
