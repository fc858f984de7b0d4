"""One at a time with each game. gevent's own locks: one of the system's excludes no other greenlet of its thread."""

from collections.abc import Callable, Sequence
from time import thread_time
from weakref import WeakValueDictionary

import gevent
from gevent.lock import RLock

from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, AnyEvent, RulingMade


class Locks:
    """A lock for each game, made when somebody wants it and gone when nobody holds it or waits for it."""

    def __init__(self) -> None:
        self._wanted: WeakValueDictionary[str, RLock] = WeakValueDictionary()

    def of(self, game: str) -> RLock:
        return self._wanted.setdefault(game, RLock())

    def __len__(self) -> int:
        return len(self._wanted)


STRETCH = 0.02
"""Seconds that somebody may be kept waiting at a time."""
AT_ONCE = 100
"""Entries that are folded without looking up, some milliseconds."""


class TooMuchWork(Exception):
    """What was asked for takes longer than anybody should be able to ask for."""


class FoldBudget:
    """The pace of one long piece of work, told between its steps."""

    def __init__(
        self,
        most: float | None = None,
        give_way: Callable[[], None] = gevent.sleep,
        seconds: Callable[[], float] = thread_time,
    ) -> None:
        """`most` are the seconds that it may work in all; what others do in between does not count."""
        self._most = most
        self._give_way = give_way
        self._seconds = seconds
        self._worked = 0.0
        self._since = seconds()

    def step(self) -> None:
        """Between two steps: after a while, let others go on. Raises `TooMuchWork`."""
        stretch = self._seconds() - self._since
        if stretch < STRETCH:
            return
        self._worked += stretch
        if self._most is not None and self._worked > self._most:
            raise TooMuchWork
        self._give_way()
        self._since = self._seconds()


def fold_whole(record: Record) -> None:
    """Fold a record that was opened cold, and let others go on meanwhile."""
    pace = FoldBudget()
    while not record.fold_some(AT_ONCE):
        pace.step()


MOST_ENTRIES = 5_000
MOST_RULINGS = 200
MOST_AMENDMENTS = 200
MOST_REFOLDED = 60_000
"""Entries that its amendments may have folded again: an amendment costs as much as all that came after its place."""
MOST_SECONDS = 1.8
"""Whatever else makes it slow."""


def check_counts(events: Sequence[AnyEvent]) -> None:
    """Raises `Refused` for a file that no evening writes."""
    if len(events) > MOST_ENTRIES:
        raise Refused(impossible("file.too_many_entries", n=MOST_ENTRIES))
    if sum(isinstance(event, RulingMade) for event in events) > MOST_RULINGS:
        raise Refused(impossible("file.too_many_rulings", n=MOST_RULINGS))
    if sum(isinstance(event, Amended) for event in events) > MOST_AMENDMENTS:
        raise Refused(impossible("file.too_many_amendments", n=MOST_AMENDMENTS))


class FileBudget:
    """What folding one file may cost, checked after each of its entries."""

    def __init__(self, pace: FoldBudget | None = None) -> None:
        self._pace = pace or FoldBudget(MOST_SECONDS)

    def check(self, record: Record) -> None:
        try:
            self._pace.step()
        except TooMuchWork:
            raise Refused(impossible("file.too_much_work")) from None
        if record.refolded_entries > MOST_REFOLDED:
            raise Refused(impossible("file.too_much_work"))
