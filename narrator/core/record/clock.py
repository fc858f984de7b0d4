"""Turn clock, computed from the times of entries and the current time."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec import Struct

from narrator.core.message import Refusal, irregular
from narrator.core.record.event_specs import spec_of
from narrator.core.record.snapshot import Break, Snapshot
from narrator.core.record.timeline import Timeline
from narrator.core.table.events import Amended, AnyEvent, ClockPaused, ClockResumed, PlayerLeft, TakenBack
from narrator.core.table.phase import PlacingFreeRoads
from narrator.core.table.state import GameState, acting_seat

BREAK_EVENTS = (ClockPaused, PlayerLeft)
RUNNING_TIMERS = ("reminder", "soft", "hard")
CLOCK_JUMP = timedelta(days=365)  # a longer gap means that the machine's clock was set
# what a hard stop ends; pending discards, robber moves and free roads are always finished
STOPPED_ACTIONS = ("build", "trade")


class Clock(Struct, frozen=True):
    """Clock of the acting seat."""

    seat: int
    left: float  # seconds; negative when time is up
    paused: bool
    timer: str  # `reminder`, `soft` or `hard`

    @property
    def is_up(self) -> bool:
        return self.left <= 0

    @property
    def is_hard(self) -> bool:
        return self.timer == "hard"

    @property
    def counts_down(self) -> bool:
        """Return whether the table sees it; otherwise only a long turn is announced."""
        return self.timer != "reminder"


def clock_of(head: Snapshot, now: datetime) -> Clock | None:
    state = head.state
    if state.rules.turn_timer not in RUNNING_TIMERS or state.phase.part_of_game != "turn":
        return None
    start = _turn_start(head)
    if start is None:
        return None
    used = (now - start).total_seconds() - _seconds_in_breaks(head, start, now)
    left = state.rules.turn_seconds - max(0.0, used)  # negative if the server's clock was set back
    is_paused = bool(head.breaks) and head.breaks[-1].end is None and head.breaks[-1].begin >= start
    return Clock(acting_seat(state), left, is_paused, state.rules.turn_timer)


def _turn_start(head: Snapshot) -> datetime | None:
    """Return when the acting seat's time began: with the turn, or when the clock was switched on during it."""
    start: datetime | None = None
    for number, snapshot in enumerate(_snapshots_of_turn(head)):
        before = snapshot.previous_state.rules.turn_timer if snapshot.before is not None else "off"
        is_switched_on = before not in RUNNING_TIMERS and snapshot.state.rules.turn_timer in RUNNING_TIMERS
        if snapshot.fact is not None and (not number or is_switched_on):
            start = snapshot.fact.time
    return start


def _seconds_in_breaks(head: Snapshot, begin: datetime, end: datetime) -> float:
    overlaps = (min(pause.end or end, end) - max(pause.begin, begin) for pause in head.breaks)
    return sum(max(0.0, overlap.total_seconds()) for overlap in overlaps)


def concerns_breaks(breaks: tuple[Break, ...], event: AnyEvent, timeline: Timeline) -> bool:
    """Return whether an event may begin or end a break; if not, no state has to be folded."""
    if event.time is None:
        return False
    if breaks and breaks[-1].end is None:
        return True
    if isinstance(event, TakenBack | Amended):
        return any(isinstance(entry.fact, BREAK_EVENTS) for entry in timeline)
    return isinstance(event, BREAK_EVENTS)


def breaks_after(before: Snapshot, event: AnyEvent, after: Snapshot) -> tuple[Break, ...]:
    """Return the breaks after an event. Undoing entries around a break keeps it; undoing the break itself ends it."""
    breaks, time = before.breaks, event.time
    if time is None:
        return breaks
    is_open = bool(breaks) and breaks[-1].end is None
    if isinstance(event, TakenBack | Amended):
        on_break = _is_on_break(after)
    elif _pauses(before.state, event):
        on_break = True
    else:  # the next turn ends a break, too
        on_break = is_open and not isinstance(event, ClockResumed) and _turn_key(after.state) == _turn_key(before.state)
    if on_break == is_open:
        return breaks
    return (*breaks, Break(time)) if on_break else (*breaks[:-1], Break(breaks[-1].begin, time))


def _pauses(state: GameState, event: AnyEvent) -> bool:
    return isinstance(event, ClockPaused) or (isinstance(event, PlayerLeft) and state.rules.leaver == "pause")


def _is_on_break(head: Snapshot) -> bool:
    for snapshot in reversed([*_snapshots_of_turn(head)][1:]):
        if isinstance(snapshot.fact, ClockResumed):
            return False
        if snapshot.fact is not None and _pauses(snapshot.previous_state, snapshot.fact):
            return True
    return False


def _snapshots_of_turn(head: Snapshot) -> Iterator[Snapshot]:
    found: list[Snapshot] = []
    snapshot = head
    turn = _turn_key(head.state)
    while snapshot.before is not None:
        found.append(snapshot)
        if _turn_key(snapshot.previous_state) != turn:
            break
        snapshot = snapshot.before
    return reversed(found)


def _turn_key(state: GameState) -> tuple[int, int, int, bool]:
    return state.round, state.turn, acting_seat(state), state.phase.part_of_game == "turn"


def clock_refusals(head: Snapshot, event: AnyEvent) -> Iterator[Refusal]:
    """Yield the clock's reasons: a hard stop ends trading and building, and breaks need a running clock."""
    if isinstance(event, ClockPaused | ClockResumed):
        clock = clock_of(head, event.time) if event.time is not None else None
        if clock is None:
            yield irregular("clock.not_running")
        elif isinstance(event, ClockResumed) and not clock.paused:
            yield irregular("clock.not_paused")
        return
    if head.state.rules.turn_timer != "hard" or isinstance(head.state.phase, PlacingFreeRoads):
        return
    if isinstance(event, TakenBack | Amended) or event.late or event.time is None:
        return
    if spec_of(event).turn_action not in STOPPED_ACTIONS:
        return
    clock = clock_of(head, event.time)
    involved = (getattr(event, "seat", None), getattr(event, "partner", None))
    if clock is not None and clock.is_up and clock.seat in involved:
        yield irregular("clock.closed", seat=clock.seat)


class EntryTime(NamedTuple):
    """Time between an entry and the one before: whose it was, and how much of it was a break."""

    entry: int
    owner: str
    seconds: float
    paused: float


def entry_times(head: Snapshot) -> Iterator[EntryTime]:
    last: datetime | None = None
    for snapshot in head.history():
        fact = snapshot.fact
        if fact is None or fact.time is None or snapshot.before is None:
            continue
        if last is not None and abs(fact.time - last) > CLOCK_JUMP:
            last = fact.time
        elif last is not None and fact.time > last:
            paused = _seconds_in_breaks(head, last, fact.time)
            yield EntryTime(snapshot.number, _time_owner(snapshot), (fact.time - last).total_seconds() - paused, paused)
        last = fact.time if last is None else max(last, fact.time)


def seconds_by_owner(head: Snapshot) -> dict[str, float]:
    """Return the seconds by owner: `seat.2`, `trading`, `host`, `break`."""
    return sum_by_owner(entry_times(head))


def sum_by_owner(times: Iterable[EntryTime]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for one in times:
        for owner, seconds in (("break", one.paused), (one.owner, one.seconds)):
            if seconds > 0:
                sums[owner] = sums.get(owner, 0.0) + seconds
    return sums


def _time_owner(snapshot: Snapshot) -> str:
    assert snapshot.fact is not None
    spec = spec_of(snapshot.fact)
    if spec.turn_action == "trade":
        return "trading"
    if spec.is_host_time or snapshot.previous_state.phase.part_of_game == "setup":
        return "host"
    return f"seat.{acting_seat(snapshot.previous_state)}"
