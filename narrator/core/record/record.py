"""The record: a log of entries folded one by one, with everything that can be taken back or amended.

Each entry leads to a point: the state after it and the entry of the table's history that it stands on. Taking back to n
makes a new point like the nth, and an amendment folds the later history anew; so the log only ever grows, and taking
back a taking-back is how redo works.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Refusal, Refused, impossible, irregular
from narrator.core.table.events import Amended, AnyEvent, AnyFact, TakenBack
from narrator.core.table.state import GameState

from .apply import apply
from .clock import breaks_after, clock_refusals
from .judge import keeping_out, refusals
from .snapshot import Snapshot


class Refolded(Struct, frozen=True):
    """What an amendment would lead to."""

    head: Snapshot
    reasons: tuple[Refusal, ...]
    """What speaks against the amended event where it would stand."""
    left_out: tuple[int, ...]
    """Later entries that would become impossible."""
    irregular: dict[int, tuple[Refusal, ...]]
    """Later entries that would be irregular, with their reasons."""


class Record:
    """A log and what it says about the table."""

    def __init__(self, start: GameState) -> None:
        self.snapshots = [Snapshot(start)]
        self.log: list[AnyEvent] = []
        self._looked_at: tuple[Amended, int, Refolded] | None = None

    @property
    def state(self) -> GameState:
        return self.snapshots[-1].state

    @property
    def head(self) -> Snapshot:
        return self.snapshots[-1]

    def refusals(self, event: AnyEvent) -> tuple[Refusal, ...]:
        """Every reason against entering this now."""
        broken = tuple(self._group_refusals(event)) if event.group is not None else ()
        if broken:
            return broken
        if isinstance(event, TakenBack):
            return tuple(self._take_back_refusals(event))
        if isinstance(event, Amended):
            return tuple(self._amendment_refusals(event))
        return (*refusals(self.state, event), *clock_refusals(self.head, event))

    def add(self, event: AnyEvent) -> GameState:
        """Judge an event and enter it. Raises `Refused`, and then nothing has changed."""
        reasons = keeping_out(event, self.refusals(event))
        if reasons:
            raise Refused(*reasons)
        return self.enter(event)

    def enter(self, event: AnyEvent) -> GameState:
        """Enter an event that was judged before."""
        number = len(self.log) + 1
        if isinstance(event, TakenBack):
            then = self.snapshots[event.to]
            snapshot = replace(then, state=replace(then.state, seq=number))
        elif isinstance(event, Amended):
            then = self.refolded(event).head
            snapshot = replace(then, state=replace(then.state, seq=number))
        else:
            snapshot = Snapshot(apply(self.state, event), event, number, self.head)
        snapshot = replace(snapshot, breaks=breaks_after(self.head, event, snapshot))
        self.log.append(event)
        self.snapshots.append(snapshot)
        return snapshot.state

    # Groups and taking back.

    def _group_refusals(self, event: AnyEvent) -> Iterator[Refusal]:
        number = len(self.log) + 1
        if event.group != number:
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

    # Amending.

    def _amendment_refusals(self, event: Amended) -> Iterator[Refusal]:
        if not self._knows_place(event):
            yield _unknown(event)
            return
        result = self.refolded(event)
        let_stand = event.event is not None and event.event.waived
        yield from (reason for reason in result.reasons if reason.kind == "impossible" or not let_stand)
        if result.left_out:
            yield irregular("amended.leaves_out", entries=list(result.left_out))

    def _knows_place(self, event: Amended) -> bool:
        """Also an entry that was left out: amending it is how it is mended."""
        if event.after == 0:
            return True
        return _place(event) in {snapshot.number for snapshot in self.head.timeline()}

    def refolded(self, event: Amended) -> Refolded:
        """The history with this amendment, folded from there on. An unknown place raises `Refused`."""
        if not self._knows_place(event):
            raise Refused(_unknown(event))
        number = len(self.log) + 1
        if self._looked_at is None or self._looked_at[:2] != (event, number):
            self._looked_at = (event, number, _refold(self.head, event, number))
        return self._looked_at[2]


def _place(event: Amended) -> int | None:
    return event.entry if event.entry is not None else event.after


def _unknown(event: Amended) -> Refusal:
    return impossible("amended.unknown", entry=_place(event))


def _refold(head: Snapshot, event: Amended, number: int) -> Refolded:
    """Fold what happened again with one entry replaced, removed or put in between."""
    timeline = head.timeline()
    index = next((i for i, snapshot in enumerate(timeline) if snapshot.number == _place(event)), -1)
    if event.entry is None:
        index += 1
        rest, amended = timeline[index:], number
    else:
        rest, amended = timeline[index + 1 :], event.entry
    snapshot = timeline[index - 1] if index else _start(head)
    reasons: tuple[Refusal, ...] = ()
    if event.event is not None:
        fact = _at_its_time(event.event, timeline[index] if event.entry is not None else snapshot)
        reasons = refusals(snapshot.state, fact)
        snapshot = _after(snapshot, amended, fact, left_out=_is_impossible(reasons))
    left_out: list[int] = []
    irregulars: dict[int, tuple[Refusal, ...]] = {}
    for old in rest:
        assert old.fact is not None
        found = refusals(snapshot.state, old.fact)
        snapshot = _after(snapshot, old.number, old.fact, left_out=_is_impossible(found))
        if snapshot.left_out:
            left_out += [] if old.left_out else [old.number]
        elif found:
            irregulars[old.number] = found
    return Refolded(snapshot, reasons, tuple(left_out), irregulars)


def _at_its_time(fact: AnyFact, old: Snapshot) -> AnyFact:
    """What was entered wrong happened when it was entered, what was left out when the entry before it was: a turn's
    clock goes on from there."""
    if fact.time is not None or old.fact is None or old.fact.time is None:
        return fact
    return replace(fact, time=old.fact.time)


def _is_impossible(reasons: tuple[Refusal, ...]) -> bool:
    return any(reason.kind == "impossible" for reason in reasons)


def _start(head: Snapshot) -> Snapshot:
    while head.before is not None:
        head = head.before
    return head


def _after(snapshot: Snapshot, number: int, fact: AnyFact, left_out: bool) -> Snapshot:
    """The next point; the state counts entries, so it is told which one this is."""
    if left_out:
        return Snapshot(snapshot.state, fact, number, snapshot, left_out=True)
    return Snapshot(apply(replace(snapshot.state, seq=number - 1), fact), fact, number, snapshot)


def fold(start: GameState, events: Iterable[AnyEvent]) -> Record:
    """Enter events one after the other. Raises `Refused` at the first that is turned down."""
    record = Record(start)
    for event in events:
        record.add(event)
    return record
