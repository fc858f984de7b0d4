"""Fading: a line that was heard twice in full comes shorter, and after two more times in few words.

What was heard follows from the timeline: each tap shows the step that is due then. A tablet counts for the whole table,
a phone what its own seat had to do. Asking for more begins to count anew.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.snapshot import Snapshot

from .along import Along, is_beside, is_same_tap
from .model import Step
from .narrate import due

LONG = "first_game"
SHORTER = (LONG, LONG, "normal", "normal", "terse")
"""How a line is said the first time, the second, and so on."""
ANNOUNCED = "terse"
"""What comes next is told when it comes."""


class Heard(Struct, frozen=True):
    """How often each line was said before this point: to the table, and to the seat that had to act, or to all."""

    table: Mapping[str, int] = {}
    seats: Mapping[tuple[int | None, str], int] = {}

    def times(self, name: str, reader: int | None) -> int:
        """How often a reader heard it: a phone, or the table in front of its tablet."""
        if reader is None:
            return self.table.get(name, 0)
        return self.seats.get((reader, name), 0) + self.seats.get((None, name), 0)


def stem(step: Step) -> str:
    """A line without how much it says."""
    key = step.lines[0].key
    return key.rpartition(".")[0] if key.startswith("step.") else key


def _heard(heard: Heard, point: Snapshot, since: object) -> Heard:
    """With what was shown before this point; entries of one tap are shown together, after the last of them."""
    before = point.before
    assert before is not None
    assert isinstance(since, int)
    if before.number < since or is_beside(point) or is_same_tap(point):
        return heard
    step = due(before.state, LONG)
    name = stem(step)
    own = (step.seat, name)
    return Heard(
        table={**heard.table, name: heard.table.get(name, 0) + 1},
        seats={**heard.seats, own: heard.seats.get(own, 0) + 1},
    )


_ALONG = Along(Heard(), _heard)


def heard(head: Snapshot, since: int = 0) -> Heard:
    """What was heard since this entry."""
    return _ALONG.at(head, since)


def detail_of(step: Step, detail: str, known: Heard, reader: int | None) -> str:
    """How much is said of the step that is due. Only what is meant for beginners fades, and a phone says in full only
    what its own reader has to do, or everybody."""
    if detail != LONG:
        return detail
    if reader is not None and step.seat not in (None, reader):
        return "normal"
    return SHORTER[min(known.times(stem(step), reader), len(SHORTER) - 1)]


def said_in(step: Step, old: str, new: str) -> Step:
    """The same step with more or fewer words."""
    if old == new:
        return step
    lines = tuple(
        replace(line, key=f"{line.key.removesuffix(old)}{new}") if line.key.endswith(f".{old}") else line
        for line in step.lines
    )
    return replace(step, lines=lines)
