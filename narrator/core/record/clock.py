"""Turn clock, computed from the times of entries. The present comes from outside."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec import Struct

from narrator.core.message import Refusal, irregular
from narrator.core.record.facts import traits_of
from narrator.core.record.snapshot import Break, Snapshot
from narrator.core.record.timeline import Timeline
from narrator.core.table.events import Amended, AnyEvent, ClockPaused, ClockResumed, PlayerLeft, TakenBack
from narrator.core.table.phase import PlacingFreeRoads
from narrator.core.table.state import GameState, acting_seat

BEGIN_BREAKS = (ClockPaused, PlayerLeft)
RUNNING = ("reminder", "soft", "hard")
CLOCK_JUMP = timedelta(days=365)  # a longer gap means that the machine's clock was set
# parts of a turn that a hard stop ends; pending discards, robber moves and free roads are always finished
CLOSED = ("build", "trade")


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
    """Return the clock of the turn, or None if no clock runs."""
    state = head.state
    if state.rules.turn_timer not in RUNNING or state.phase.phase != "turn":
        return None
    begun = _begun(head)
    if begun is None:
        return None
    used = (now - begun).total_seconds() - _in_breaks(head, begun, now)
    left = state.rules.turn_seconds - max(0.0, used)  # negative if the server's clock was set back
    is_paused = bool(head.breaks) and head.breaks[-1].end is None and head.breaks[-1].begin >= begun
    return Clock(acting_seat(state), left, is_paused, state.rules.turn_timer)


def _begun(head: Snapshot) -> datetime | None:
    """Return when the acting seat's time began: with the turn or part, or when the clock was switched on during it."""
    begun: datetime | None = None
    for number, snapshot in enumerate(_since_begin(head)):
        before = snapshot.before.state.rules.turn_timer if snapshot.before is not None else "off"
        is_switched_on = before not in RUNNING and snapshot.state.rules.turn_timer in RUNNING
        if snapshot.fact is not None and (not number or is_switched_on):
            begun = snapshot.fact.time
    return begun


def _in_breaks(head: Snapshot, begin: datetime, end: datetime) -> float:
    """Return how many seconds of this period were breaks."""
    shared = (min(pause.end or end, end) - max(pause.begin, begin) for pause in head.breaks)
    return sum(max(0.0, stretch.total_seconds()) for stretch in shared)


def concerns_breaks(breaks: tuple[Break, ...], event: AnyEvent, line: Timeline) -> bool:
    """Return whether an event may begin or end a break; if not, the state need not be folded for that."""
    if event.time is None:
        return False
    if breaks and breaks[-1].end is None:
        return True
    if isinstance(event, TakenBack | Amended):
        return any(isinstance(happening.fact, BEGIN_BREAKS) for happening in line)
    return isinstance(event, BEGIN_BREAKS)


def breaks_after(head: Snapshot, event: AnyEvent, snapshot: Snapshot) -> tuple[Break, ...]:
    """Return the breaks after an event. Undoing entries around a break gives nobody's time back; undoing the break
    itself ends it."""
    breaks, time = head.breaks, event.time
    if time is None:
        return breaks
    is_open = bool(breaks) and breaks[-1].end is None
    if isinstance(event, TakenBack | Amended):
        wanted = _breaks_in(snapshot)
    elif _pauses(head.state, event):
        wanted = True
    else:  # the next turn or part ends a break, too
        wanted = is_open and not isinstance(event, ClockResumed) and _whose(snapshot.state) == _whose(head.state)
    if wanted == is_open:
        return breaks
    return (*breaks, Break(time)) if wanted else (*breaks[:-1], Break(breaks[-1].begin, time))


def _pauses(state: GameState, event: AnyEvent) -> bool:
    return isinstance(event, ClockPaused) or (isinstance(event, PlayerLeft) and state.rules.leaver == "pause")


def _breaks_in(head: Snapshot) -> bool:
    """Return whether a break is going on according to the history of this turn."""
    for snapshot in reversed([*_since_begin(head)][1:]):
        if isinstance(snapshot.fact, ClockResumed):
            return False
        if snapshot.fact is not None and snapshot.before is not None and _pauses(snapshot.before.state, snapshot.fact):
            return True
    return False


def _since_begin(head: Snapshot) -> Iterator[Snapshot]:
    """Return the entry that began this turn or part, and all after it."""
    found: list[Snapshot] = []
    snapshot = head
    now = _whose(head.state)
    while snapshot.before is not None:
        found.append(snapshot)
        if _whose(snapshot.before.state) != now:
            break
        snapshot = snapshot.before
    return reversed(found)


def _whose(state: GameState) -> tuple[int, int, int, bool]:
    return state.round, state.turn, acting_seat(state), state.phase.phase == "turn"


def clock_refusals(head: Snapshot, event: AnyEvent) -> Iterator[Refusal]:
    """Yield the reasons of the clock: a hard stop ends trading and building, and breaks need a running clock."""
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
    if traits_of(event).part not in CLOSED:
        return
    clock = clock_of(head, event.time)
    involved = (getattr(event, "seat", None), getattr(event, "partner", None))
    if clock is not None and clock.is_up and clock.seat in involved:
        yield irregular("clock.closed", seat=clock.seat)


class Stretch(NamedTuple):
    """Time until an entry: whose it was, and how much of it was a break."""

    entry: int
    owner: str
    seconds: float
    paused: float


def stretches(head: Snapshot) -> Iterator[Stretch]:
    """Yield the time before each entry."""
    last: datetime | None = None
    for snapshot in head.history():
        fact = snapshot.fact
        if fact is None or fact.time is None or snapshot.before is None:
            continue
        if last is not None and abs(fact.time - last) > CLOCK_JUMP:
            last = fact.time
        elif last is not None and fact.time > last:
            paused = _in_breaks(head, last, fact.time)
            yield Stretch(snapshot.number, _owner(snapshot), (fact.time - last).total_seconds() - paused, paused)
        last = fact.time if last is None else max(last, fact.time)


def time_spent(head: Snapshot) -> dict[str, float]:
    """Return the seconds by owner: `seat.2`, `trading`, `host`, `break`."""
    return sums_of(stretches(head))


def sums_of(times: Iterable[Stretch]) -> dict[str, float]:
    spent: dict[str, float] = {}
    for stretch in times:
        for owner, seconds in (("break", stretch.paused), (stretch.owner, stretch.seconds)):
            if seconds > 0:
                spent[owner] = spent.get(owner, 0.0) + seconds
    return spent


def _owner(snapshot: Snapshot) -> str:
    assert snapshot.before is not None
    assert snapshot.fact is not None
    traits = traits_of(snapshot.fact)
    if traits.part == "trade":
        return "trading"
    if traits.by_host or snapshot.before.state.phase.phase == "setup":
        return "host"
    return f"seat.{acting_seat(snapshot.before.state)}"
