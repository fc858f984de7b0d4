"""The turn clock as a page shows it."""

from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.trades import are_actions_closed
from narrator.core.record.clock import Clock, clock_of
from narrator.core.table.events import ClockPaused, ClockResumed
from narrator.web.panels.panel import Button
from narrator.web.rendering.table_context import TableContext


class ClockView(Struct, frozen=True):
    seat: int
    ends: float  # when it runs out, as the server's Unix time
    left: int
    paused: bool
    is_up: bool
    hard: bool
    counts_down: bool
    soon: str
    up: str
    tap: Button  # pauses or resumes it


def with_clock(table: TableContext, now: datetime) -> tuple[TableContext, ClockView | None]:
    """Return the table, closed if its clock says so, and the clock."""
    clock = clock_of(table.head, now)
    if clock is None:
        return table, None
    return replace(table, are_actions_closed=are_actions_closed(clock)), _clock_view(clock, table, now)


def clock_view(table: TableContext, now: datetime) -> ClockView | None:
    return with_clock(table, now)[1]


def _clock_view(clock: Clock, table: TableContext, now: datetime) -> ClockView:
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
