"""The clock of a turn, read from the times that entries carry. The present comes from outside."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from .events import (
    AnyEvent,
    BankTraded,
    CityBuilt,
    ClockPaused,
    ClockResumed,
    Corrected,
    DevelopmentBought,
    FirstPlayerChosen,
    PlayersTraded,
    RoadBuilt,
    RuleChanged,
    RulingMade,
    SettlementBuilt,
    StepDone,
)
from .message import Refusal, irregular
from .phase import PlacingFreeRoads
from .point import Point
from .state import GameState, acting_seat

RUNNING = ("reminder", "soft", "hard")
CLOSED = (RoadBuilt, SettlementBuilt, CityBuilt, DevelopmentBought, BankTraded, PlayersTraded)
"""What a hard stop closes; a pending discard, robber or free road is always finished."""
TRADING = (BankTraded, PlayersTraded)
BY_THE_HOST = (Corrected, RulingMade, RuleChanged, StepDone, FirstPlayerChosen)


class Clock(Struct, frozen=True):
    """The clock of whoever acts."""

    seat: int
    left: float
    """Seconds; less than nought when time is up."""
    paused: bool
    timer: str
    """How the table wants it: `reminder`, `soft` or `hard`."""

    @property
    def is_up(self) -> bool:
        return self.left <= 0

    @property
    def is_hard(self) -> bool:
        return self.timer == "hard"

    @property
    def counts_down(self) -> bool:
        """Whether the table sees it run; otherwise it only hears when a turn takes long."""
        return self.timer != "reminder"


def clock_of(head: Point, now: datetime) -> Clock | None:
    """How the turn's clock stands; none where no clock runs."""
    state = head.state
    if state.rules.turn_timer not in RUNNING or state.phase.phase != "turn":
        return None
    begun, breaks, since = _of_this_turn(head)
    if begun is None:
        return None
    used = (now - begun).total_seconds() - breaks - ((now - since).total_seconds() if since else 0)
    left = state.rules.turn_seconds - used
    return Clock(acting_seat(state), left, since is not None, state.rules.turn_timer)


def _of_this_turn(head: Point) -> tuple[datetime | None, float, datetime | None]:
    """When whoever acts began, how long breaks have taken since, and since when a break lasts."""
    facts = list(_since_begin(head))
    begun = facts[0].fact.time if facts and facts[0].fact is not None else None
    breaks, since = 0.0, None
    for point in facts[1:]:
        fact = point.fact
        if isinstance(fact, ClockPaused) and since is None:
            since = fact.time
        elif isinstance(fact, ClockResumed) and since is not None and fact.time is not None:
            breaks += (fact.time - since).total_seconds()
            since = None
    return begun, breaks, since


def _since_begin(head: Point) -> Iterator[Point]:
    """The entry that began this turn or part, and all after it."""
    found: list[Point] = []
    point = head
    now = _whose(head.state)
    while point.before is not None:
        found.append(point)
        if _whose(point.before.state) != now:
            break
        point = point.before
    return reversed(found)


def _whose(state: GameState) -> tuple[int, int, int, bool]:
    return state.round, state.turn, acting_seat(state), state.phase.phase == "turn"


def clock_refusals(head: Point, event: AnyEvent) -> Iterator[Refusal]:
    """A hard stop closes trading and building; a break can only be taken while a clock runs."""
    if isinstance(event, ClockPaused | ClockResumed):
        yield from _refuse_break(head, event)
        return
    if not isinstance(event, CLOSED) or event.late or event.time is None:
        return
    if head.state.rules.turn_timer != "hard" or isinstance(head.state.phase, PlacingFreeRoads):
        return
    clock = clock_of(head, event.time)
    involved = (event.seat, event.partner) if isinstance(event, PlayersTraded) else (event.seat,)
    if clock is not None and clock.is_up and clock.seat in involved:
        yield irregular("clock.closed", seat=clock.seat)


def _refuse_break(head: Point, event: ClockPaused | ClockResumed) -> Iterator[Refusal]:
    clock = clock_of(head, event.time) if event.time is not None else None
    if clock is None:
        yield irregular("clock.not_running")
    elif isinstance(event, ClockResumed) and not clock.paused:
        yield irregular("clock.not_paused")


def time_spent(head: Point) -> dict[str, float]:
    """Whose the time was: `seat.2`, `trading`, `host`, `break`; each stretch belongs to what ended it."""
    spent: dict[str, float] = {}
    last: datetime | None = None
    on_break = False
    for point in head.history():
        fact = point.fact
        if fact is None or fact.time is None or point.before is None:
            continue
        if last is not None and fact.time > last:
            name = _owner(point, on_break)
            spent[name] = spent.get(name, 0.0) + (fact.time - last).total_seconds()
        # The next turn or part ends a break, as it does for the clock.
        goes_on = on_break and not isinstance(fact, ClockResumed) and _whose(point.state) == _whose(point.before.state)
        on_break = isinstance(fact, ClockPaused) or goes_on
        last = fact.time if last is None else max(last, fact.time)
    return spent


def _owner(point: Point, on_break: bool) -> str:
    assert point.before is not None
    if on_break:
        return "break"
    if isinstance(point.fact, TRADING):
        return "trading"
    if isinstance(point.fact, BY_THE_HOST) or point.before.state.phase.phase == "setup":
        return "host"
    return f"seat.{acting_seat(point.before.state)}"
