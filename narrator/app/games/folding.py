"""Long work gives way: while a long game is folded, everybody else is answered."""

from collections.abc import Callable
from time import thread_time

import gevent

from narrator.core.record.record import Record

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
