"""Folds along the timeline of a record: what was taught, what was heard, what everybody could know of the hands.

A tap adds one point, so it costs a step or two and not the whole evening again. Results are remembered on the points
themselves (`narrator/core/memo.py`) and go with them.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from narrator.core.memo import derived
from narrator.core.record.snapshot import CHECKPOINT, Snapshot
from narrator.core.table.events import ClockPaused, ClockResumed, RulesAgreed, SeatJoined

V = TypeVar("V")

# What is entered beside the game: the same is shown after it as before.
BESIDE = (RulesAgreed, SeatJoined, ClockPaused, ClockResumed)


class TimelineFold(Generic[V]):
    """A fold along the timeline. `step` is handed the result so far, the next point and what else decides it."""

    def __init__(self, start: V, step: Callable[[V, Snapshot, object], V]) -> None:
        self._start = start
        self._step = step

    def at(self, point: Snapshot, by: object = None) -> V:
        """The result once this point was reached. `by` must be hashable."""
        key = (self, by)
        ahead: list[Snapshot] = []
        here: Snapshot | None = point
        while here is not None and key not in derived(here):
            ahead.append(here)
            here = here.before
        value: V = self._start if here is None else derived(here)[key]
        for left, one in enumerate(reversed(ahead), start=1 - len(ahead)):
            value = value if one.before is None else self._step(value, one, by)
            # A record's head may be a copy of its last point, which the next tap never sees: so the one before counts.
            if left >= -1 or one.number % CHECKPOINT == 0:
                derived(one)[key] = value
        return value


def is_beside(point: Snapshot) -> bool:
    """Whether nothing new is shown at this point: it is no part of the game, or was left out of it."""
    return point.left_out or point.fact is None or isinstance(point.fact, BESIDE)


def is_same_tap(point: Snapshot) -> bool:
    """Whether this was entered with the tap before it: then that was never shown alone."""
    before = point.before
    group = point.fact.group if point.fact is not None else None
    return group is not None and before is not None and before.fact is not None and before.fact.group == group
