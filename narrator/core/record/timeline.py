"""The timeline: what happened at the table, in order, according to the log. No states are folded here.

Only the log is stored. The timeline after any entry is computed on demand: undoing to n leads to the timeline after
entry n, and an amendment replaces, removes or inserts one entry.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table.events import Amended, AnyEvent, AnyFact, TakenBack


class TimelineEntry(Struct, frozen=True):
    """A fact with the number of its entry."""

    number: int
    fact: AnyFact
    must_rejudge: bool = False  # an earlier entry was amended; if this one is now impossible, it is left out


Timeline = list[TimelineEntry]


def timeline_after(log: Sequence[AnyEvent], entry: int) -> Timeline:
    steps: list[tuple[int, AnyFact | Amended]] = []
    while entry:
        event = log[entry - 1]
        if isinstance(event, TakenBack):
            entry = event.to
        else:
            steps.append((entry, event))
            entry -= 1
    timeline: Timeline = []
    for number, step in reversed(steps):
        if isinstance(step, Amended):
            timeline = with_amendment(timeline, step, number)[0]
        else:
            timeline.append(TimelineEntry(number, step))
    return timeline


def amended_entry(event: Amended) -> int:
    """Return the number of the entry that an amendment replaces, removes or follows."""
    return event.entry if event.entry is not None else event.after or 0


def index_of(timeline: Timeline, number: int) -> int | None:
    return next((index for index in range(len(timeline) - 1, -1, -1) if timeline[index].number == number), None)


def can_find_entry(timeline: Timeline, event: Amended) -> bool:
    return event.after == 0 or index_of(timeline, amended_entry(event)) is not None


def with_amendment(timeline: Timeline, event: Amended, number: int) -> tuple[Timeline, int]:
    """Return the timeline with this amendment, entered as `number`, and the index of the first difference."""
    found = index_of(timeline, amended_entry(event))
    old = timeline[found] if found is not None else None
    if event.entry is not None:
        assert found is not None
        index, rest, own_number = found, timeline[found + 1 :], event.entry
    else:
        index = 0 if found is None else found + 1
        rest, own_number = timeline[index:], number
    own = [] if event.event is None else [TimelineEntry(own_number, _with_time_of(event.event, old), must_rejudge=True)]
    later = (one if one.must_rejudge else replace(one, must_rejudge=True) for one in rest)
    return [*timeline[:index], *own, *later], index


def _with_time_of(fact: AnyFact, old: TimelineEntry | None) -> AnyFact:
    """Give an amended fact the time of the entry it replaces or follows, so that the turn's clock goes on."""
    if fact.time is not None or old is None or old.fact.time is None:
        return fact
    return replace(fact, time=old.fact.time)
