"""One at a time with each game. gevent's own locks: one of the system's excludes no other greenlet of its thread."""

from weakref import WeakValueDictionary

from gevent.lock import RLock


class Locks:
    """A lock for each game, made when somebody wants it and gone when nobody holds it or waits for it."""

    def __init__(self) -> None:
        self._wanted: WeakValueDictionary[str, RLock] = WeakValueDictionary()

    def of(self, game: str) -> RLock:
        return self._wanted.setdefault(game, RLock())

    def __len__(self) -> int:
        return len(self._wanted)
