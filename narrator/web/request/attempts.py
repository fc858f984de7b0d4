"""How often somebody may do something: guess a code, begin a game, say a thing."""

from collections.abc import Callable

from cachetools import LRUCache

SECONDS = 60.0
ROOM = 10_000
"""Clients that are remembered."""


class Attempts:
    """What each client has tried within the last minute."""

    def __init__(self, seconds: Callable[[], float], most: int) -> None:
        self._seconds = seconds
        self._most = most
        self._tried: LRUCache[str, list[float]] = LRUCache(ROOM)

    def may_try(self, client: str) -> bool:
        return len(self._recent(client)) < self._most

    def count(self, client: str) -> None:
        self._tried[client] = [*self._recent(client), self._seconds()]

    def _recent(self, client: str) -> list[float]:
        since = self._seconds() - SECONDS
        return [moment for moment in self._tried.get(client, ()) if moment > since]
