"""How often somebody may guess: a join code has six characters, so wrong ones are counted."""

from collections.abc import Callable

from cachetools import LRUCache

MOST = 12
SECONDS = 60.0
ROOM = 10_000
"""Addresses that are remembered."""


class Attempts:
    """Wrong guesses of each address within the last minute."""

    def __init__(self, seconds: Callable[[], float], most: int = MOST) -> None:
        self._seconds = seconds
        self._most = most
        self._wrong: LRUCache[str, list[float]] = LRUCache(ROOM)

    def may_try(self, address: str) -> bool:
        return len(self._recent(address)) < self._most

    def failed(self, address: str) -> None:
        self._wrong[address] = [*self._recent(address), self._seconds()]

    def _recent(self, address: str) -> list[float]:
        since = self._seconds() - SECONDS
        return [moment for moment in self._wrong.get(address, ()) if moment > since]
