"""A game as a film: the steps that it is shown in, the rounds that they belong to, and the moments to jump to.

It is the game as it stands: what was taken back is not in it, and what was amended is shown as amended.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended, TakenBack
from narrator.script.scenes.highlights import Highlight, highlights
from narrator.script.timeline_fold import is_beside, is_same_tap


class ReplaySteps(Struct, frozen=True):
    record: Record
    """The game without its detours."""
    stops: tuple[int, ...]
    """The entry of this record that each step shows. The first step is the start."""
    numbers: tuple[int, ...]
    """The number of that entry in the game's own log: it stays the same however long the game goes on."""
    steps: dict[int, int]
    """The step that shows an entry of the log."""
    rounds: tuple[tuple[int, int], ...]
    """The step that a round begins with, and which round it is; 0 is the time before the first."""
    moments: tuple[tuple[int, Highlight], ...]
    """The steps that are moments."""

    def step_of(self, number: int) -> int:
        """The step that shows an entry; of one that was taken back, the one before it."""
        return self.steps[max(known for known in self.steps if known <= number)]


def replay_steps(record: Record) -> ReplaySteps:
    points = record.head.history()
    straight = _straight(record, points)
    stops = (0, *_stops(points))
    last = len(stops) - 1
    return ReplaySteps(
        record=straight,
        stops=stops,
        numbers=tuple(points[stop - 1].number if stop else 0 for stop in stops),
        steps={0: 0, **{point.number: min(bisect_left(stops, at), last) for at, point in enumerate(points, start=1)}},
        rounds=tuple(_rounds(points, stops)),
        moments=tuple((min(bisect_left(stops, one.entry), last), one) for one in highlights(straight)),
    )


def _straight(record: Record, points: Sequence[Snapshot]) -> Record:
    """The record itself where nothing was taken back or amended; else one of what came to stand."""
    if not any(isinstance(event, TakenBack | Amended) for event in record.log):
        return record
    straight = Record(record.at(0).state)
    for point in points:
        assert point.fact is not None
        straight.enter(point.fact)
    return straight


def _stops(points: Sequence[Snapshot]) -> Iterator[int]:
    """After the last entry of each tap; what is said beside the game shows nothing new."""
    for number, (point, after) in enumerate(zip_longest(points, points[1:]), start=1):
        if (after is None or not is_same_tap(after)) and not is_beside(point):
            yield number


def _rounds(points: Sequence[Snapshot], stops: Sequence[int]) -> Iterator[tuple[int, int]]:
    """None where a table does not count them."""
    rounds = [points[stop - 1].state.round if stop else 0 for stop in stops]
    if not rounds[-1]:
        return
    for step, number in enumerate(rounds):
        if not step or number != rounds[step - 1]:
            yield step, number
