"""The times that entries carry. The numbers of entries decide their order; times only inform. A machine whose clock is
wrong by a century must not stop a game, so any year that a clock may show is taken."""

from datetime import UTC, datetime

from msgspec.structs import replace

from narrator.core.table.events import Amended, AnyEvent

EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
"""Far enough from the ends of the calendar that times can be added to and shown in any zone."""


def is_timely(time: datetime) -> bool:
    """Whether a clock can reckon with it: two times of which one has no zone can't be compared."""
    return time.tzinfo is not None and EARLIEST <= time < LATEST


def odd_time(event: AnyEvent) -> datetime | None:
    """A time that an event should not be entered with, its own or that of the event that it puts in."""
    if event.time is not None and not is_timely(event.time):
        return event.time
    inner = event.event if isinstance(event, Amended) else None
    return odd_time(inner) if inner is not None else None


def in_utc(event: AnyEvent) -> AnyEvent:
    """The same event with its time as it is kept. An odd time is left for whoever judges it."""
    if isinstance(event, Amended) and event.event is not None:
        event = replace(event, event=in_utc(event.event))
    if event.time is None or event.time.tzinfo is UTC or not is_timely(event.time):
        return event
    return replace(event, time=event.time.astimezone(UTC))


def with_zone(event: AnyEvent) -> AnyEvent:
    """An event that was kept when any time was taken: without a zone it was UTC, and what no clock shows is no time."""
    if isinstance(event, Amended) and event.event is not None:
        event = replace(event, event=with_zone(event.event))
    if event.time is None or is_timely(event.time):
        return event
    time = event.time.replace(tzinfo=event.time.tzinfo or UTC)
    return replace(event, time=time if is_timely(time) else None)
