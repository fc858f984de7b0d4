"""Folds along the timeline of a record, such as what was taught or heard so far.

A tap adds one point, so it costs a step or two and not the whole game again. Results are stored on the points
themselves (`narrator/core/memo.py`) and dropped with them.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from narrator.core.memo import derived
from narrator.core.record.snapshot import CHECKPOINT_INTERVAL, Snapshot
from narrator.core.table.events import ClockPaused, ClockResumed, RulesAgreed, SeatJoined

V = TypeVar("V")

# What is entered beside the game: the same is shown after it as before.
OUTSIDE_PLAY = (RulesAgreed, SeatJoined, ClockPaused, ClockResumed)


class TimelineFold(Generic[V]):
    """A fold along the timeline: `step(result so far, next point, key)`."""

    def __init__(self, start: V, step: Callable[[V, Snapshot, object], V]) -> None:
        self._start = start
        self._step = step

    def result_at(self, point: Snapshot, key: object = None) -> V:
        """Return the result at this point. Each hashable `key` has its own results."""
        stored = (self, key)
        ahead: list[Snapshot] = []
        here: Snapshot | None = point
        while here is not None and stored not in derived(here):
            ahead.append(here)
            here = here.before
        value: V = self._start if here is None else derived(here)[stored]
        for left, one in enumerate(reversed(ahead), start=1 - len(ahead)):
            value = value if one.before is None else self._step(value, one, key)
            # A record's head may be a copy of its last point, which the next tap never sees: also store the one before.
            if left >= -1 or one.number % CHECKPOINT_INTERVAL == 0:
                derived(one)[stored] = value
        return value


def is_outside_play(point: Snapshot) -> bool:
    """Return whether a point shows nothing new: it is not part of the game, or was left out of it."""
    return point.left_out or point.fact is None or isinstance(point.fact, OUTSIDE_PLAY)


def is_same_tap(point: Snapshot) -> bool:
    """Return whether a point was entered with the same tap as the one before, which was never shown alone."""
    before = point.before
    group = point.fact.group if point.fact is not None else None
    return group is not None and before is not None and before.fact is not None and before.fact.group == group
