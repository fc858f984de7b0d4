"""The record: a log of entries and the states it leads to, with undo and amendments.

The log is append-only; redo is undoing an undo. States are folded along the current timeline. Of earlier timelines only
the shared beginning is kept; the rest is folded again on demand.
"""

from collections.abc import Iterable, Iterator
from copy import copy

from msgspec import Struct

from narrator.core.message import Refusal, Refused, impossible, irregular
from narrator.core.play.development import are_cards_open
from narrator.core.record.clock import breaks_after, clock_refusals, concerns_breaks
from narrator.core.record.rules import blocking_reasons, refusals
from narrator.core.record.snapshot import CHECKPOINT, Break, Snapshot, snapshot_of, with_number, with_state
from narrator.core.record.timeline import Timeline, TimelineEntry, amended, knows_place, place_of, timeline_after
from narrator.core.table.events import Amended, AnyEvent, TakenBack, implausible_time
from narrator.core.table.state import Game, GameState

CHANGES = (TakenBack, Amended)  # entries that change what happened before them
MAX_ENTRIES = 50_000
MAX_REFOLDED = 200_000
# newest snapshots that keep their state and derived values: pages show the last few entries again and again
MAX_UNFREED = 10


class Refolded(Struct, frozen=True):
    """Result of an amendment."""

    head: Snapshot
    reasons: tuple[Refusal, ...]  # against the amended event in its place
    left_out: tuple[int, ...]  # later entries that would become impossible
    irregular: dict[int, tuple[Refusal, ...]]  # later entries that would become irregular


class Record:
    """A log and the states it leads to, folded on demand."""

    def __init__(self, start: GameState) -> None:
        self.log: list[AnyEvent] = []
        self._line: Timeline = []
        self._folded = [snapshot_of(start)]  # the start, and after each entry of the timeline, as far as folded
        self._breaks: tuple[Break, ...] = ()
        self._head: Snapshot | None = None
        self.refolded_entries = 0  # entries folded again because something before them changed
        self._looked_at: tuple[Amended, int, Refolded, list[Snapshot]] | None = None

    @property
    def state(self) -> GameState:
        return self.head.state

    @property
    def game(self) -> Game:
        """Return what was decided before the first event, without folding anything."""
        return self._folded[0].state.game

    @property
    def head(self) -> Snapshot:
        """Return the current snapshot."""
        if self._head is None:
            last = _fold_on(self._folded, self._line)
            if len(self._folded) % CHECKPOINT == 0:
                self._free_old()
            self._head = _numbered(last, len(self.log) or last.state.seq, self._breaks)
        return self._head

    def _free_old(self) -> None:
        """Free the states that pages about the past had folded again."""
        for old in self._folded[:-MAX_UNFREED]:
            old.free()

    def fold_some(self, most: int) -> bool:
        """Fold some more of the timeline without blocking for long. Return whether all of it is folded."""
        _fold_on(self._folded, self._line[: len(self._folded) - 1 + most])
        return len(self._folded) > len(self._line)

    def at(self, entry: int) -> Snapshot:
        """Return the snapshot after this entry; 0 is the start."""
        if entry == len(self.log):
            return self.head
        line = timeline_after(self.log, entry)
        shared = _shared(self._line, line)
        folded = self._folded[: shared + 1]
        last = _fold_on(folded, line)
        if shared == len(line):  # what was folded on the way is worth keeping
            self._folded += folded[len(self._folded) :]
        return _numbered(last, entry)

    def branch(self) -> "Record":
        """Return an independent copy."""
        twin = copy(self)
        twin.log, twin._line, twin._folded = [*self.log], [*self._line], [*self._folded]
        return twin

    def up_to(self, entry: int) -> "Record":
        """Return the record as of this entry, for replays. Folded states are shared; breaks are left out, as nobody
        plays on from there."""
        twin = copy(self)
        twin.log, twin._line = self.log[:entry], timeline_after(self.log, entry)
        twin._folded = self._folded[: _shared(self._line, twin._line) + 1]
        twin._breaks, twin._head, twin._looked_at = (), None, None
        return twin

    def refusals(self, event: AnyEvent) -> tuple[Refusal, ...]:
        """Return every reason against entering this now."""
        broken = self._form_refusals(event)
        if broken:
            return tuple(broken)
        found = tuple(self._refusals(event))
        return found if _is_impossible(found) else (*found, *self._hiding_refusals(event))

    def _refusals(self, event: AnyEvent) -> Iterable[Refusal]:
        if isinstance(event, TakenBack):
            return self._take_back_refusals(event)
        if isinstance(event, Amended):
            return self._amendment_refusals(event)
        return (*refusals(self.head.state, event), *clock_refusals(self.head, event))

    def _hiding_refusals(self, event: AnyEvent) -> Iterator[Refusal]:
        """Once dealt cards are revealed, the game must stay over: otherwise an end could be faked to look at the cards
        and then taken back."""
        if are_cards_open(self.state):
            after = self.branch()
            after.enter(event)
            if not are_cards_open(after.state):
                yield impossible("cards.shown")

    def blocking_reasons(self, event: AnyEvent) -> tuple[Refusal, ...]:
        """Return the reasons that block this event. For a waived amendment, the consequences for later entries are not
        computed."""
        if event.waived and isinstance(event, Amended) and self._can_be_amended(event):
            broken = tuple(self._form_refusals(event))
            return broken or blocking_reasons(event, self._own_refusals(event))
        return blocking_reasons(event, self.refusals(event))

    def _can_be_amended(self, event: Amended) -> bool:
        """If the app deals, nothing can: what an amendment makes impossible would reveal hands."""
        return self.game.cards == "table" and knows_place(self._line, event)

    def _own_refusals(self, event: Amended) -> tuple[Refusal, ...]:
        """Return the reasons against the amended event in its place."""
        if event.event is None:
            return ()
        line, index = amended(self._line, event, len(self.log) + 1)
        _fold_on(self._folded, self._line[:index])
        return refusals(self._folded[index].state, line[index].fact)

    def add(self, event: AnyEvent) -> GameState:
        """Judge an event and enter it. Raises `Refused` and then changes nothing."""
        reasons = self.blocking_reasons(event)
        if reasons:
            raise Refused(*reasons)
        self.enter(event)
        return self.state

    def enter(self, event: AnyEvent) -> None:
        """Enter an event that was judged before."""
        if isinstance(event, CHANGES):
            self._change(event)
            return
        before = self.head if concerns_breaks(self._breaks, event, self._line) else None
        self.log.append(event)
        self._line.append(TimelineEntry(len(self.log), event))
        self._head = None
        if before is not None:
            self._note_breaks(before, event)

    def _change(self, event: TakenBack | Amended) -> None:
        """Switch to the changed timeline, keeping the states of the shared beginning."""
        line, kept = self._line_with(event)
        self.refolded_entries += len(line) - kept
        before = self.head if concerns_breaks(self._breaks, event, line) else None
        self.log.append(event)
        self._line, self._head = line, None
        self._folded = self._looked_ahead(event) or self._folded[: kept + 1]
        if before is not None:
            self._note_breaks(before, event)

    def _note_breaks(self, before: Snapshot, event: AnyEvent) -> None:
        self._breaks = breaks_after(before, event, self.head)
        self._head = None

    def _line_with(self, event: TakenBack | Amended) -> tuple[Timeline, int]:
        """Return the timeline after this event, and how much of the current one it shares."""
        if isinstance(event, Amended):
            return amended(self._line, event, len(self.log) + 1)
        line = timeline_after(self.log, event.to)
        return line, _shared(self._line, line)

    def _looked_ahead(self, event: AnyEvent) -> list[Snapshot] | None:
        """Return the states folded when this amendment was judged, if it was the last one; a branch may hold them
        too."""
        if self._looked_at is None or self._looked_at[:2] != (event, len(self.log)):
            return None
        return [*self._looked_at[3]]

    def _form_refusals(self, event: AnyEvent) -> list[Refusal]:
        """Return reasons independent of the event's content: an odd time, a log of unreasonable length, a group that is
        not the last one."""
        found = []
        if (time := implausible_time(event)) is not None:
            found.append(impossible("event.time", time=time.isoformat()))
        entries = len(self.log)
        if entries >= MAX_ENTRIES:
            found.append(impossible("log.full", n=MAX_ENTRIES))
        elif self.refolded_entries > MAX_REFOLDED and isinstance(event, CHANGES):
            found.append(impossible("log.too_often_changed"))
        if event.group is not None and event.group != entries + 1:
            previous = self.log[-1].group if self.log else None
            if event.group != previous:
                found.append(impossible("group.broken", group=event.group))
        return found

    def _take_back_refusals(self, event: TakenBack) -> Iterator[Refusal]:
        if event.to > len(self.log):
            yield impossible("taken_back.unknown", to=event.to)
        elif 0 < event.to < len(self.log):
            last, following = self.log[event.to - 1].group, self.log[event.to].group
            if last is not None and last == following:
                yield impossible("taken_back.splits_group", to=event.to, group=last)

    def _amendment_refusals(self, event: Amended) -> Iterator[Refusal]:
        if not knows_place(self._line, event):
            yield _unknown(event)
            return
        if not self._can_be_amended(event):
            yield impossible("amended.dealt")
            return
        result = self.refolded(event)
        is_waived = event.event is not None and event.event.waived
        yield from (reason for reason in result.reasons if reason.kind == "impossible" or not is_waived)
        if result.left_out:
            yield irregular("amended.leaves_out", entries=list(result.left_out))

    def refolded(self, event: Amended) -> Refolded:
        """Return the result of an amendment. Raises `Refused` if its place is unknown."""
        if not knows_place(self._line, event):
            raise Refused(_unknown(event))
        number = len(self.log) + 1
        if self._looked_at is None or self._looked_at[:2] != (event, number):
            self._looked_at = (event, number, *self._refold(event, number))
        return self._looked_at[2]

    def _refold(self, event: Amended, number: int) -> tuple[Refolded, list[Snapshot]]:
        """Fold the history again with one entry replaced, removed or inserted."""
        line, index = amended(self._line, event, number)
        _fold_on(self._folded, self._line)
        folded = self._folded[: index + 1]
        before_that = {snapshot.number for snapshot in self._folded if snapshot.left_out}
        reasons: tuple[Refusal, ...] = ()
        left_out: list[int] = []
        irregulars: dict[int, tuple[Refusal, ...]] = {}
        for place, happening in enumerate(line[index:]):
            found = refusals(folded[-1].state, happening.fact)
            snapshot = _append(folded, happening, left_out=_is_impossible(found))
            if place == 0 and event.event is not None:
                reasons = found
            elif snapshot.left_out:
                left_out += [] if happening.number in before_that else [happening.number]
            elif found:
                irregulars[happening.number] = found
        return Refolded(folded[-1], reasons, tuple(left_out), irregulars), folded


def _unknown(event: Amended) -> Refusal:
    return impossible("amended.unknown", entry=place_of(event))


def _shared(one: Timeline, other: Timeline) -> int:
    """Return how many entries two timelines have in common at the beginning."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _fold_on(folded: list[Snapshot], line: Timeline) -> Snapshot:
    """Fold the rest of a timeline; `folded` grows with it."""
    for happening in line[len(folded) - 1 :]:
        gone = happening.rejudge and _is_impossible(refusals(folded[-1].state, happening.fact))
        _append(folded, happening, left_out=gone)
    return folded[-1]


def _is_impossible(reasons: tuple[Refusal, ...]) -> bool:
    return any(reason.kind == "impossible" for reason in reasons)


def _append(folded: list[Snapshot], happening: TimelineEntry, left_out: bool) -> Snapshot:
    """Append the next snapshot, and free the one that has become old."""
    snapshot = Snapshot(happening.fact, happening.number, folded[-1], left_out)
    snapshot.state  # noqa: B018  # folded now: an event that can't be applied raises here
    folded.append(snapshot)
    if len(folded) > MAX_UNFREED:
        folded[-1 - MAX_UNFREED].free()
    return snapshot


def _numbered(snapshot: Snapshot, entry: int, breaks: tuple[Break, ...] = ()) -> Snapshot:
    """Return the same snapshot with this number of entries, and with these breaks."""
    if snapshot.state.seq == entry and not breaks:
        return snapshot
    return with_state(snapshot, with_number(snapshot.state, entry), breaks)


def fold(start: GameState, events: Iterable[AnyEvent]) -> Record:
    """Enter events one after the other. Raises `Refused` at the first that is rejected."""
    record = Record(start)
    for event in events:
        record.add(event)
    return record
