"""Limits on the time and size of folding, so that other requests are answered meanwhile."""

from collections.abc import Callable, Sequence
from time import thread_time

import gevent

from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, AnyEvent, RulingMade

TIME_SLICE = 0.02  # seconds before other greenlets run
ENTRIES_PER_STEP = 100  # entries folded between two checks, some milliseconds


class TooMuchWork(Exception):
    """The work exceeds its budget."""


class WorkLimit:
    """Lets other greenlets run during long work, and limits its total time."""

    def __init__(
        self,
        max_seconds: float | None = None,
        pause: Callable[[], None] = gevent.sleep,
        cpu_seconds: Callable[[], float] = thread_time,
    ) -> None:
        self._max_seconds = max_seconds
        self._pause = pause
        self._cpu_seconds = cpu_seconds
        self._total = 0.0
        self._slice_start = cpu_seconds()

    def step(self) -> None:
        """Call between two steps. Raises `TooMuchWork`."""
        elapsed = self._cpu_seconds() - self._slice_start
        if elapsed < TIME_SLICE:
            return
        self._total += elapsed
        if self._max_seconds is not None and self._total > self._max_seconds:
            raise TooMuchWork
        self._pause()
        self._slice_start = self._cpu_seconds()


def fold_whole(record: Record) -> None:
    """Fold a whole record, giving way to other greenlets."""
    budget = WorkLimit()
    while not record.fold_some(ENTRIES_PER_STEP):
        budget.step()


MAX_FILE_ENTRIES = 5_000
MAX_RULINGS = 200
MAX_AMENDMENTS = 200
MAX_FILE_REFOLDED = 60_000  # entries folded again by amendments: each refolds all that came after it
MAX_SECONDS = 1.8  # CPU time of folding one file


def check_counts(events: Sequence[AnyEvent]) -> None:
    """Raise `Refused` for a file larger than any real game."""
    if len(events) > MAX_FILE_ENTRIES:
        raise Refused(impossible("file.too_many_entries", n=MAX_FILE_ENTRIES))
    if sum(isinstance(event, RulingMade) for event in events) > MAX_RULINGS:
        raise Refused(impossible("file.too_many_rulings", n=MAX_RULINGS))
    if sum(isinstance(event, Amended) for event in events) > MAX_AMENDMENTS:
        raise Refused(impossible("file.too_many_amendments", n=MAX_AMENDMENTS))


class FileWorkLimit:
    """Limits on folding one file, checked before each event."""

    def __init__(self, time_budget: WorkLimit | None = None) -> None:
        self._time_budget = time_budget or WorkLimit(MAX_SECONDS)

    def check(self, record: Record) -> None:
        try:
            self._time_budget.step()
        except TooMuchWork:
            raise Refused(impossible("file.too_much_work")) from None
        if record.refolded_entries > MAX_FILE_REFOLDED:
            raise Refused(impossible("file.too_much_work"))
