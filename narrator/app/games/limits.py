"""Locks per game, and limits on the time and size of folding, so that other requests are answered meanwhile."""

from collections.abc import Callable, Sequence
from time import thread_time
from weakref import WeakValueDictionary

import gevent
from gevent.lock import RLock

from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, AnyEvent, RulingMade


class Locks:
    """A gevent lock per game, which exists while somebody holds or awaits it.

    A system lock would not exclude other greenlets of its thread.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, RLock] = WeakValueDictionary()

    def lock_of(self, game: str) -> RLock:
        return self._locks.setdefault(game, RLock())

    def __len__(self) -> int:
        return len(self._locks)


TIME_SLICE = 0.02  # seconds before other greenlets run
ENTRIES_PER_STEP = 100  # entries folded between two checks, some milliseconds


class TooMuchWork(Exception):
    """The work exceeds its budget."""


class FoldBudget:
    """Lets other greenlets run during long work, and limits its total time."""

    def __init__(
        self,
        most: float | None = None,
        give_way: Callable[[], None] = gevent.sleep,
        seconds: Callable[[], float] = thread_time,
    ) -> None:
        """`most` is the limit in seconds of own work."""
        self._most = most
        self._give_way = give_way
        self._seconds = seconds
        self._worked = 0.0
        self._since = seconds()

    def step(self) -> None:
        """Call between two steps. Raises `TooMuchWork`."""
        stretch = self._seconds() - self._since
        if stretch < TIME_SLICE:
            return
        self._worked += stretch
        if self._most is not None and self._worked > self._most:
            raise TooMuchWork
        self._give_way()
        self._since = self._seconds()


def fold_whole(record: Record) -> None:
    """Fold a whole record, giving way to other greenlets."""
    pace = FoldBudget()
    while not record.fold_some(ENTRIES_PER_STEP):
        pace.step()


MOST_ENTRIES = 5_000
MOST_RULINGS = 200
MOST_AMENDMENTS = 200
MAX_REFOLDED = 60_000  # entries folded again by amendments: each refolds all that came after it
MOST_SECONDS = 1.8  # in total


def check_counts(events: Sequence[AnyEvent]) -> None:
    """Raise `Refused` for a file larger than any real game."""
    if len(events) > MOST_ENTRIES:
        raise Refused(impossible("file.too_many_entries", n=MOST_ENTRIES))
    if sum(isinstance(event, RulingMade) for event in events) > MOST_RULINGS:
        raise Refused(impossible("file.too_many_rulings", n=MOST_RULINGS))
    if sum(isinstance(event, Amended) for event in events) > MOST_AMENDMENTS:
        raise Refused(impossible("file.too_many_amendments", n=MOST_AMENDMENTS))


class FileBudget:
    """Limits on folding one file, checked after each entry."""

    def __init__(self, pace: FoldBudget | None = None) -> None:
        self._pace = pace or FoldBudget(MOST_SECONDS)

    def check(self, record: Record) -> None:
        try:
            self._pace.step()
        except TooMuchWork:
            raise Refused(impossible("file.too_much_work")) from None
        if record.refolded_entries > MAX_REFOLDED:
            raise Refused(impossible("file.too_much_work"))
