"""The timeline: what happened at the table, in order, as the log stands. Symbolic: no state is folded here.

Only the log is kept. The timeline after any of its entries is worked out from it when somebody asks: taking back to n
leads to the timeline after entry n, and an amendment changes, removes or puts in one happening.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table.events import Amended, AnyEvent, AnyFact, TakenBack


class Happening(Struct, frozen=True):
    """A fact with the number of its entry."""

    number: int
    fact: AnyFact
    judged_anew: bool = False
    """Whether an amendment before it may have made it impossible: then it is left out."""


Timeline = list[Happening]


def timeline_after(log: Sequence[AnyEvent], entry: int) -> Timeline:
    """What had happened once this entry was in; 0 is the start."""
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
            line.append(Happening(number, step))
    return line


def place_of(event: Amended) -> int:
    """The entry that an amendment names."""
    return event.entry if event.entry is not None else event.after or 0


def index_of(line: Timeline, number: int) -> int | None:
    """Where an entry stands, also one that was left out: amending it is how it is mended."""
    return next((index for index in range(len(line) - 1, -1, -1) if line[index].number == number), None)


def knows_place(line: Timeline, event: Amended) -> bool:
    return event.after == 0 or index_of(line, place_of(event)) is not None


def amended(line: Timeline, event: Amended, number: int) -> tuple[Timeline, int]:
    """The timeline with this amendment, entered as this number, and where it first differs."""
    found = index_of(line, place_of(event))
    old = line[found] if found is not None else None
    if event.entry is not None:
        assert found is not None
        index, rest, own_number = found, line[found + 1 :], event.entry
    else:
        index = 0 if found is None else found + 1
        rest, own_number = line[index:], number
    own = [] if event.event is None else [Happening(own_number, _at_its_time(event.event, old), judged_anew=True)]
    return [*line[:index], *own, *(_judged_anew(happening) for happening in rest)], index


def _judged_anew(happening: Happening) -> Happening:
    return happening if happening.judged_anew else replace(happening, judged_anew=True)


def _at_its_time(fact: AnyFact, old: Happening | None) -> AnyFact:
    """What was entered wrong happened when it was entered, what was left out when the entry before it was: a turn's
    clock goes on from there."""
    if fact.time is not None or old is None or old.fact.time is None:
        return fact
    return replace(fact, time=old.fact.time)
