"""Locks per game."""

from weakref import WeakValueDictionary

from gevent.lock import RLock


class Locks:
    """A gevent lock per game, which exists while somebody holds or awaits it.

    A system lock would not exclude other greenlets of its thread.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, RLock] = WeakValueDictionary()

    def lock_of(self, game: str) -> RLock:
        return self._locks.setdefault(game, RLock())
