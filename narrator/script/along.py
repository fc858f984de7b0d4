"""What is counted along the timeline: folded from one point to the next, and kept by the points themselves.

A tap adds one point, so it costs a step or two and not the whole evening again. The result depends on the record alone;
keeping it only saves working it out twice.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import ClockPaused, ClockResumed, RulesAgreed, SeatJoined

V = TypeVar("V")

BESIDE = (RulesAgreed, SeatJoined, ClockPaused, ClockResumed)
"""What is entered beside the game: the same is shown after it as before."""

ROOM = 2_000
"""Points that are kept, of all games together."""


class Along(Generic[V]):
    """A fold along the timeline. `step` is handed what was counted so far, the next point and what else decides it."""

    def __init__(self, start: V, step: Callable[[V, Snapshot, object], V]) -> None:
        self._start = start
        self._step = step
        self._kept: dict[tuple[int, object], tuple[Snapshot, V]] = {}
        """By a point's identity; the point is kept with it, so that no other can take its place."""

    def at(self, point: Snapshot, by: object = None) -> V:
        """What was counted once this point was reached. `by` must be hashable."""
        ahead: list[Snapshot] = []
        here: Snapshot | None = point
        while here is not None and (kept := self._kept.get((id(here), by))) is None:
            ahead.append(here)
            here = here.before
        value = self._start if here is None or kept is None else kept[1]
        for left, one in enumerate(reversed(ahead), start=1 - len(ahead)):
            value = value if one.before is None else self._step(value, one, by)
            if left >= -1:  # a record's head may be a copy of its last point: then the next has only the one before
                self._keep(one, by, value)
        return value

    def _keep(self, point: Snapshot, by: object, value: V) -> None:
        if len(self._kept) >= ROOM:
            for old in list(self._kept)[: ROOM // 2]:
                self._kept.pop(old, None)
        self._kept[id(point), by] = point, value


def is_beside(point: Snapshot) -> bool:
    """Whether nothing new is shown at this point: it is no part of the game, or was left out of it."""
    return point.left_out or point.fact is None or isinstance(point.fact, BESIDE)


def is_same_tap(point: Snapshot) -> bool:
    """Whether this was entered with the tap before it: then that was never shown alone."""
    before = point.before
    group = point.fact.group if point.fact is not None else None
    return group is not None and before is not None and before.fact is not None and before.fact.group == group
