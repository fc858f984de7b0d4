"""Folds along the timeline of a record, such as which lessons were taught so far.

A tap adds one snapshot, so it costs a step or two and not the whole game again. Results are stored on the snapshots
themselves (`narrator/core/memo.py`) and dropped with them.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from narrator.core.memo import derived
from narrator.core.record.snapshot import CHECKPOINT_INTERVAL, Snapshot
from narrator.core.table.events import ClockPaused, ClockResumed, RulesAgreed, SeatJoined

V = TypeVar("V")

# Facts beside the game: the same is shown after them as before.
OUTSIDE_PLAY = (RulesAgreed, SeatJoined, ClockPaused, ClockResumed)


class TimelineFold(Generic[V]):
    """A fold along the timeline: `add(result so far, next snapshot, key)`."""

    def __init__(self, start: V, add: Callable[[V, Snapshot, object], V]) -> None:
        self._start = start
        self._add = add

    def result_at(self, head: Snapshot, key: object = None) -> V:
        """Return the result after this snapshot. Each hashable `key` has its own results."""
        cache_key = (self, key)
        missing: list[Snapshot] = []
        cached: Snapshot | None = head
        while cached is not None and cache_key not in derived(cached):
            missing.append(cached)
            cached = cached.before
        value: V = self._start if cached is None else derived(cached)[cache_key]
        for place, snapshot in enumerate(reversed(missing), start=1 - len(missing)):
            value = value if snapshot.before is None else self._add(value, snapshot, key)
            # A record's head may be a copy that the next tap never sees: also store the snapshot before it.
            if place >= -1 or snapshot.number % CHECKPOINT_INTERVAL == 0:
                derived(snapshot)[cache_key] = value
        return value


def is_outside_play(snapshot: Snapshot) -> bool:
    """Return whether a snapshot shows nothing new: its fact is not part of the game, or was left out of it."""
    return snapshot.left_out or snapshot.fact is None or isinstance(snapshot.fact, OUTSIDE_PLAY)


def is_same_tap(snapshot: Snapshot) -> bool:
    """Return whether a fact was entered with the same tap as the one before, which was never shown alone."""
    before = snapshot.before
    group = snapshot.fact.group if snapshot.fact is not None else None
    return group is not None and before is not None and before.fact is not None and before.fact.group == group
