"""The clock as a page shows it: when it runs out, what is said then, and whose the time was."""

from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.offers import closes_actions
from narrator.core.record.clock import Clock, clock_of, time_spent
from narrator.core.table.events import ClockPaused, ClockResumed
from narrator.web.panels.panel import Button
from narrator.web.rendering.table_context import TableContext


class ClockView(Struct, frozen=True):
    seat: int
    ends: float
    """When it runs out, in seconds since 1970 by the server's clock."""
    left: int
    paused: bool
    is_up: bool
    hard: bool
    counts_down: bool
    soon: str
    up: str
    tap: Button
    """Pauses it, or lets it go on."""


def with_clock(table: TableContext, now: datetime) -> tuple[TableContext, ClockView | None]:
    """The table as its clock leaves it open, and the clock."""
    clock = clock_of(table.head, now)
    if clock is None:
        return table, None
    return replace(table, closed=closes_actions(clock)), _in_words(clock, table, now)


def clock_view(table: TableContext, now: datetime) -> ClockView | None:
    return with_clock(table, now)[1]


def _in_words(clock: Clock, table: TableContext, now: datetime) -> ClockView:
    event = ClockResumed() if clock.paused else ClockPaused()
    key = "ui.clock.resume" if clock.paused else "ui.clock.pause"
    return ClockView(
        seat=clock.seat,
        ends=(now + timedelta(seconds=clock.left)).timestamp(),
        left=max(0, round(clock.left)),
        paused=clock.paused,
        is_up=clock.is_up,
        hard=clock.is_hard,
        counts_down=clock.counts_down,
        soon=table.say("clock.soon", seat=clock.seat),
        up=table.say(f"clock.up.{clock.timer}", seat=clock.seat),
        tap=Button(table.say(key), (event,), icon="play" if clock.paused else "clock"),
    )


def time_in_words(table: TableContext) -> list[tuple[str, int]]:
    """Whose the time was, in whole minutes and seconds, the longest first."""
    found = []
    for owner, seconds in sorted(time_spent(table.head).items(), key=lambda item: -item[1]):
        name, _, seat = owner.partition(".")
        words = table.say("clock.owner.seat", seat=int(seat)) if seat else table.say(f"clock.owner.{name}")
        found.append((words, round(seconds)))
    return found
