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
    rejudge: bool = False  # an earlier amendment may have made it impossible: then it is left out


Timeline = list[TimelineEntry]


def timeline_after(log: Sequence[AnyEvent], entry: int) -> Timeline:
    """Return what had happened once this entry was in; 0 is the start."""
    steps: list[tuple[int, AnyFact | Amended]] = []
    while entry:
        event = log[entry - 1]
        if isinstance(event, TakenBack):
            entry = event.to
        else:
            steps.append((entry, event))
            entry -= 1
    line: Timeline = []
    for number, step in reversed(steps):
        if isinstance(step, Amended):
            line = amended(line, step, number)[0]
        else:
            line.append(TimelineEntry(number, step))
    return line


def place_of(event: Amended) -> int:
    """Return the entry that an amendment names."""
    return event.entry if event.entry is not None else event.after or 0


def index_of(line: Timeline, number: int) -> int | None:
    """Return the index of an entry, including left-out ones: they can be amended too."""
    return next((index for index in range(len(line) - 1, -1, -1) if line[index].number == number), None)


def knows_place(line: Timeline, event: Amended) -> bool:
    return event.after == 0 or index_of(line, place_of(event)) is not None


def amended(line: Timeline, event: Amended, number: int) -> tuple[Timeline, int]:
    """Return the timeline with this amendment, entered as `number`, and the index of the first difference."""
    found = index_of(line, place_of(event))
    old = line[found] if found is not None else None
    if event.entry is not None:
        assert found is not None
        index, rest, own_number = found, line[found + 1 :], event.entry
    else:
        index = 0 if found is None else found + 1
        rest, own_number = line[index:], number
    own = [] if event.event is None else [TimelineEntry(own_number, _at_its_time(event.event, old), rejudge=True)]
    later = (one if one.rejudge else replace(one, rejudge=True) for one in rest)
    return [*line[:index], *own, *later], index


def _at_its_time(fact: AnyFact, old: TimelineEntry | None) -> AnyFact:
    """Give an amended fact the time of the entry it replaces or follows, so that the turn's clock goes on."""
    if fact.time is not None or old is None or old.fact.time is None:
        return fact
    return replace(fact, time=old.fact.time)
