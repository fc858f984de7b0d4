"""The record: a log of entries folded one by one, with everything that can be taken back.

Each entry leads to a point: the state after it and the entry of the table's history that it stands on. Taking back to n
makes a new point like the nth, so the log only ever grows, and taking back a taking-back is how redo works.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from .apply import apply
from .events import Amended, AnyEvent, AnyFact, TakenBack
from .judge import refusals
from .message import Refusal, Refused, impossible
from .state import GameState


class Point(Struct, frozen=True):
    """The record as it stood after an entry."""

    state: GameState
    fact: AnyFact | None = None
    """The last thing that happened at the table."""
    number: int = 0
    """Its entry's number."""
    before: "Point | None" = None
    """The point that it happened at."""

    def history(self) -> list["Point"]:
        """All that happened and was not taken back, oldest first."""
        found = []
        point: Point | None = self
        while point is not None and point.before is not None:
            found.append(point)
            point = point.before
        return found[::-1]


class Record:
    """A log and what it says about the table."""

    def __init__(self, start: GameState) -> None:
        self.points = [Point(start)]
        self.log: list[AnyEvent] = []

    @property
    def state(self) -> GameState:
        return self.points[-1].state

    @property
    def head(self) -> Point:
        return self.points[-1]

    def refusals(self, event: AnyEvent) -> tuple[Refusal, ...]:
        """Every reason against entering this now."""
        broken = tuple(self._group_refusals(event))
        if broken:
            return broken
        if isinstance(event, TakenBack):
            return tuple(self._take_back_refusals(event))
        if isinstance(event, Amended):
            return (impossible("event.not_yet", event=event.type),)
        return refusals(self.state, event)

    def add(self, event: AnyEvent) -> GameState:
        """Judge an event and enter it. Raises `Refused`, and then nothing has changed."""
        reasons = self.refusals(event)
        if event.waived:
            reasons = tuple(reason for reason in reasons if reason.kind == "impossible")
        if reasons:
            raise Refused(*reasons)
        return self.enter(event)

    def enter(self, event: AnyEvent) -> GameState:
        """Enter an event that was judged before."""
        number = len(self.log) + 1
        if isinstance(event, TakenBack):
            then = self.points[event.to]
            point = replace(then, state=replace(then.state, seq=number))
        else:
            assert not isinstance(event, Amended)
            point = Point(apply(self.state, event), event, number, self.head)
        self.log.append(event)
        self.points.append(point)
        return point.state

    def _group_refusals(self, event: AnyEvent) -> Iterator[Refusal]:
        number = len(self.log) + 1
        if event.group is not None and event.group != number:
            previous = self.log[-1].group if self.log else None
            if event.group != previous:
                yield impossible("group.broken", group=event.group)

    def _take_back_refusals(self, event: TakenBack) -> Iterator[Refusal]:
        if event.to > len(self.log):
            yield impossible("taken_back.unknown", to=event.to)
        elif 0 < event.to < len(self.log):
            last, following = self.log[event.to - 1].group, self.log[event.to].group
            if last is not None and last == following:
                yield impossible("taken_back.splits_group", to=event.to, group=last)


def fold(start: GameState, events: Iterable[AnyEvent]) -> Record:
    """Enter events one after the other. Raises `Refused` at the first that is turned down."""
    record = Record(start)
    for event in events:
        record.add(event)
    return record
