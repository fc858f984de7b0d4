"""The record: a log of entries and the states it leads to, with undo and amendments.

The log is append-only; redo is undoing an undo. States are folded along the current timeline. Of earlier timelines only
the shared beginning is kept; the rest is folded again on demand.
"""

from collections.abc import Iterable, Iterator
from copy import copy

from msgspec import Struct

from narrator.core.message import Refusal, Refused, impossible, irregular
from narrator.core.play.development import are_cards_revealed
from narrator.core.record.clock import breaks_after, clock_refusals, concerns_breaks
from narrator.core.record.judging import blocking_reasons, refusals
from narrator.core.record.snapshot import CHECKPOINT_INTERVAL, Break, Snapshot, snapshot_of, with_number, with_state
from narrator.core.record.timeline import (
    Timeline,
    TimelineEntry,
    amended_entry,
    can_find_entry,
    timeline_after,
    with_amendment,
)
from narrator.core.table.events import Amended, AnyEvent, TakenBack, implausible_time
from narrator.core.table.state import Game, GameState

CHANGE_EVENTS = (TakenBack, Amended)  # entries that change what happened before them
MAX_LOG_ENTRIES = 50_000
MAX_LOG_REFOLDED = 200_000
# newest snapshots that keep their state and derived values: pages show the last few entries again and again
MAX_UNFREED = 10


class AmendmentPreview(Struct, frozen=True):
    head: Snapshot
    reasons: tuple[Refusal, ...]  # against the amended event in its place
    left_out: tuple[int, ...]  # later entries that would become impossible
    irregular: dict[int, tuple[Refusal, ...]]  # later entries that would become irregular


class _FoldedPreview(Struct, frozen=True):
    """A preview with what it was folded from and to."""

    event: Amended
    number: int  # of the entry that the event would be
    result: AmendmentPreview
    snapshots: list[Snapshot]

    def is_of(self, event: AnyEvent, number: int) -> bool:
        return (self.event, self.number) == (event, number)


class Record:
    """A log and the states it leads to, folded on demand."""

    def __init__(self, start: GameState) -> None:
        self.log: list[AnyEvent] = []
        self._timeline: Timeline = []
        self._snapshots = [snapshot_of(start)]  # the start, then one per timeline entry, as far as folded
        self._breaks: tuple[Break, ...] = ()
        self._head: Snapshot | None = None
        self.refolded_entries = 0  # entries folded again because something before them changed
        self._last_preview: _FoldedPreview | None = None

    @property
    def last_entry(self) -> int:
        """Return the number of the last entry; entries are numbered from 1."""
        return len(self.log)

    @property
    def state(self) -> GameState:
        return self.head.state

    @property
    def game(self) -> Game:
        """Return the game's setup, without folding anything."""
        return self._snapshots[0].state.game

    @property
    def head(self) -> Snapshot:
        if self._head is None:
            last = _fold_rest(self._snapshots, self._timeline)
            self._head = _with_entry_number(last, len(self.log) or last.state.last_entry, self._breaks)
        return self._head

    def fold_some(self, max_entries: int) -> bool:
        """Fold some more of the timeline without blocking for long. Return whether all of it is folded."""
        _fold_rest(self._snapshots, self._timeline[: len(self._snapshots) - 1 + max_entries])
        return len(self._snapshots) > len(self._timeline)

    def snapshot_at(self, entry: int) -> Snapshot:
        if entry == len(self.log):
            return self.head
        timeline = timeline_after(self.log, entry)
        shared = _shared_length(self._timeline, timeline)
        snapshots = self._snapshots[: shared + 1]
        last = _fold_rest(snapshots, timeline)
        if shared == len(timeline):  # what was folded on the way is worth keeping
            self._snapshots += snapshots[len(self._snapshots) :]
        return _with_entry_number(last, entry)

    def copy(self) -> "Record":
        other = copy(self)
        other.log, other._timeline, other._snapshots = [*self.log], [*self._timeline], [*self._snapshots]
        return other

    def copy_up_to(self, entry: int) -> "Record":
        """Return the record as it was after this entry, for replays: with shared states and without breaks."""
        other = copy(self)
        other.log, other._timeline = self.log[:entry], timeline_after(self.log, entry)
        other._snapshots = self._snapshots[: _shared_length(self._timeline, other._timeline) + 1]
        other._breaks, other._head, other._last_preview = (), None, None
        return other

    def refusals(self, event: AnyEvent) -> tuple[Refusal, ...]:
        if malformed := self._log_refusals(event):
            return tuple(malformed)
        found = tuple(self._refusals(event))
        return found if _is_impossible(found) else (*found, *self._hidden_again_refusals(event))

    def _refusals(self, event: AnyEvent) -> Iterable[Refusal]:
        if isinstance(event, TakenBack):
            return self._take_back_refusals(event)
        if isinstance(event, Amended):
            return self._amendment_refusals(event)
        return (*refusals(self.head.state, event), *clock_refusals(self.head, event))

    def _hidden_again_refusals(self, event: AnyEvent) -> Iterator[Refusal]:
        """Refuse to reopen a game whose dealt cards were revealed: the end could be faked to look at them."""
        if are_cards_revealed(self.state):
            after = self.copy()
            after.add_unchecked(event)
            if not are_cards_revealed(after.state):
                yield impossible("cards.shown")

    def blocking_reasons(self, event: AnyEvent) -> tuple[Refusal, ...]:
        """Return the reasons that block this event. What a waived amendment does to later entries never blocks it, so
        they are not folded again here."""
        if event.waived and isinstance(event, Amended) and self._can_amend(event):
            malformed = tuple(self._log_refusals(event))
            return malformed or blocking_reasons(event, self._amended_event_refusals(event))
        return blocking_reasons(event, self.refusals(event))

    def _can_amend(self, event: Amended) -> bool:
        """If the app deals, nothing can be amended: what becomes impossible would reveal hands."""
        return not self.game.is_dealt and can_find_entry(self._timeline, event)

    def _amended_event_refusals(self, event: Amended) -> tuple[Refusal, ...]:
        if event.event is None:
            return ()
        timeline, index = with_amendment(self._timeline, event, len(self.log) + 1)
        _fold_rest(self._snapshots, self._timeline[:index])
        return refusals(self._snapshots[index].state, timeline[index].fact)

    def add(self, event: AnyEvent) -> GameState:
        """Judge an event and append it. Raises `Refused` if it is blocked."""
        reasons = self.blocking_reasons(event)
        if reasons:
            raise Refused(*reasons)
        self.add_unchecked(event)
        return self.state

    def add_unchecked(self, event: AnyEvent) -> None:
        if isinstance(event, CHANGE_EVENTS):
            self._change_timeline(event)
            return
        before = self.head if concerns_breaks(self._breaks, event, self._timeline) else None
        self.log.append(event)
        self._timeline.append(TimelineEntry(len(self.log), event))
        self._head = None
        if before is not None:
            self._update_breaks(before, event)

    def _change_timeline(self, event: TakenBack | Amended) -> None:
        timeline, shared = self._changed_timeline(event)
        self.refolded_entries += len(timeline) - shared
        before = self.head if concerns_breaks(self._breaks, event, timeline) else None
        self.log.append(event)
        self._timeline, self._head = timeline, None
        self._snapshots = self._previewed_snapshots(event) or self._snapshots[: shared + 1]
        if before is not None:
            self._update_breaks(before, event)

    def _update_breaks(self, before: Snapshot, event: AnyEvent) -> None:
        self._breaks = breaks_after(before, event, self.head)
        self._head = None

    def _changed_timeline(self, event: TakenBack | Amended) -> tuple[Timeline, int]:
        """Return the timeline after this event, and how much of the current one it shares."""
        if isinstance(event, Amended):
            return with_amendment(self._timeline, event, len(self.log) + 1)
        timeline = timeline_after(self.log, event.to)
        return timeline, _shared_length(self._timeline, timeline)

    def _previewed_snapshots(self, event: AnyEvent) -> list[Snapshot] | None:
        """Return a copy of the snapshots folded for the last preview, if it was of this amendment."""
        preview = self._last_preview
        return [*preview.snapshots] if preview is not None and preview.is_of(event, len(self.log)) else None

    def _log_refusals(self, event: AnyEvent) -> list[Refusal]:
        """Return reasons that don't depend on the state."""
        found = []
        if (time := implausible_time(event)) is not None:
            found.append(impossible("event.time", time=time.isoformat()))
        entries = len(self.log)
        if entries >= MAX_LOG_ENTRIES:
            found.append(impossible("log.full", n=MAX_LOG_ENTRIES))
        elif self.refolded_entries > MAX_LOG_REFOLDED and isinstance(event, CHANGE_EVENTS):
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
        if not can_find_entry(self._timeline, event):
            yield _unknown_entry(event)
            return
        if not self._can_amend(event):
            yield impossible("amended.dealt")
            return
        result = self.preview_amendment(event)
        is_waived = event.event is not None and event.event.waived
        yield from (reason for reason in result.reasons if reason.kind == "impossible" or not is_waived)
        if result.left_out:
            yield irregular("amended.leaves_out", entries=list(result.left_out))

    def preview_amendment(self, event: Amended) -> AmendmentPreview:
        if not can_find_entry(self._timeline, event):
            raise Refused(_unknown_entry(event))
        number, preview = len(self.log) + 1, self._last_preview
        if preview is None or not preview.is_of(event, number):
            preview = self._last_preview = self._refold(event, number)
        return preview.result

    def _refold(self, event: Amended, number: int) -> _FoldedPreview:
        """Fold the history again with one entry replaced, removed or inserted."""
        timeline, index = with_amendment(self._timeline, event, number)
        _fold_rest(self._snapshots, self._timeline)
        snapshots = self._snapshots[: index + 1]
        left_out_before = {snapshot.number for snapshot in self._snapshots if snapshot.left_out}
        reasons: tuple[Refusal, ...] = ()
        left_out: list[int] = []
        irregulars: dict[int, tuple[Refusal, ...]] = {}
        for place, entry in enumerate(timeline[index:]):
            found = refusals(snapshots[-1].state, entry.fact)
            snapshot = _append_snapshot(snapshots, entry, left_out=_is_impossible(found))
            if place == 0 and event.event is not None:
                reasons = found
            elif snapshot.left_out:
                left_out += [] if entry.number in left_out_before else [entry.number]
            elif found:
                irregulars[entry.number] = found
        result = AmendmentPreview(snapshots[-1], reasons, tuple(left_out), irregulars)
        return _FoldedPreview(event, number, result, snapshots)


def _unknown_entry(event: Amended) -> Refusal:
    return impossible("amended.unknown", entry=amended_entry(event))


def _shared_length(one: Timeline, other: Timeline) -> int:
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _fold_rest(snapshots: list[Snapshot], timeline: Timeline) -> Snapshot:
    """Append the snapshots that are missing for this timeline, and return the last one."""
    for entry in timeline[len(snapshots) - 1 :]:
        is_left_out = entry.must_rejudge and _is_impossible(refusals(snapshots[-1].state, entry.fact))
        _append_snapshot(snapshots, entry, left_out=is_left_out)
    return snapshots[-1]


def _is_impossible(reasons: tuple[Refusal, ...]) -> bool:
    return any(reason.kind == "impossible" for reason in reasons)


def _append_snapshot(snapshots: list[Snapshot], entry: TimelineEntry, left_out: bool) -> Snapshot:
    """Fold an entry, and free the snapshots that have become old."""
    snapshot = Snapshot(entry.fact, entry.number, snapshots[-1], left_out)
    snapshot.state  # noqa: B018  # folded now, while the snapshot before has its state
    snapshots.append(snapshot)
    # Free the snapshot that has just become old. Now and then free all old ones: pages about the past may have folded
    # them again.
    first = 0 if len(snapshots) % CHECKPOINT_INTERVAL == 0 else -1 - MAX_UNFREED
    for old in snapshots[first:-MAX_UNFREED]:
        old.free()
    return snapshot


def _with_entry_number(snapshot: Snapshot, entry: int, breaks: tuple[Break, ...] = ()) -> Snapshot:
    """Return the same snapshot with this number of entries, and with these breaks."""
    if snapshot.state.last_entry == entry and not breaks:
        return snapshot
    return with_state(snapshot, with_number(snapshot.state, entry), breaks)


def fold(start: GameState, events: Iterable[AnyEvent]) -> Record:
    """Enter events one after the other. Raises `Refused` at the first that is rejected."""
    record = Record(start)
    for event in events:
        record.add(event)
    return record
