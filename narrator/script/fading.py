"""Fading: a line that was heard twice in full comes shorter, and after two more times in few words.

What was heard follows from the timeline: each tap shows the step that is due then, but for what a lesson beside it took
away. A tablet counts for the whole table, a phone for its own seat: what its reader has to do, and apart from that what
the others do, which is never said at length. Asking for more begins to count anew.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.snapshot import Snapshot
from narrator.script.lessons.lessons import taught
from narrator.script.model import Step
from narrator.script.narrate import current_step
from narrator.script.timeline_fold import TimelineFold, is_beside, is_same_tap

FULL_DETAIL = "first_game"
# How a line is said the first time, the second, and so on.
OWN_DETAILS = (FULL_DETAIL, FULL_DETAIL, "normal", "normal", "terse")
OTHERS_DETAILS = ("normal", "normal", "terse")  # the same on a phone, for what somebody else has to do
MAX_REASONS = 2  # so often a reader is told why, whoever acts
WELCOME = "step.welcome"
NEXT_STEP_DETAIL = "terse"  # what comes next is told when it comes


class Heard(Struct, frozen=True):
    """How often each line was said before this point: to the table (None), and to each seat."""

    said: Mapping[tuple[int | None, str], int] = {}

    def times(self, name: str, reader: int | None) -> int:
        """How often a reader heard it: a phone, or the table in front of its tablet."""
        return self.said.get((reader, name), 0)


def stem(step: Step) -> str:
    """A line without how much it says."""
    key = step.lines[0].key
    return key.rpartition(".")[0] if key.startswith("step.") else key


def _is_others(step: Step, reader: int | None) -> bool:
    return reader is not None and step.seat not in (None, reader)


def _counted(step: Step, reader: int | None) -> str:
    """What a line counts as: one's own and the others' are two."""
    return f"others.{stem(step)}" if _is_others(step, reader) else stem(step)


def _heard(known: Heard, point: Snapshot, by: object) -> Heard:
    """With what was shown before this point; entries of one tap are shown together, after the last of them."""
    before = point.before
    assert before is not None
    assert isinstance(by, tuple)
    since, muted = by
    if before.number < since or is_beside(point) or is_same_tap(point):
        return known
    step = current_step(before.state, FULL_DETAIL)
    lessons = taught(before, FULL_DETAIL)
    said = dict(known.said)
    for reader in (None, *range(len(before.state.seats))):
        has_lesson = not muted and lessons.of(reader).now is not None
        for name in (WELCOME, *(() if has_lesson else _shown(step, known, reader))):
            said[reader, name] = said.get((reader, name), 0) + 1
    return Heard(said)


def _shown(step: Step, known: Heard, reader: int | None) -> Iterator[str]:
    yield _counted(step, reader)
    if step.why is not None and gives_reason(step, detail_of(step, FULL_DETAIL, known, reader), known, reader):
        yield step.why.key


_FOLD = TimelineFold(Heard(), _heard)


def heard(head: Snapshot, since: int = 0, muted: bool = False) -> Heard:
    """What was heard since this entry, with lessons or without."""
    return _FOLD.at(head, (since, muted))


def detail_of(step: Step, detail: str, known: Heard, reader: int | None) -> str:
    """How much is said of the step that is due. Only what is meant for beginners fades, and a phone says in full only
    what its own reader has to do, or everybody."""
    if detail != FULL_DETAIL:
        return detail
    ways = OTHERS_DETAILS if _is_others(step, reader) else OWN_DETAILS
    return ways[min(known.times(_counted(step, reader), reader), len(ways) - 1)]


def gives_reason(step: Step, detail: str, known: Heard, reader: int | None) -> bool:
    """Few words have no reasons, and beginners hear each of them twice."""
    return step.why is not None and detail != "terse" and known.times(step.why.key, reader) < MAX_REASONS


def fade_welcome(step: Step, known: Heard, reader: int | None) -> Step:
    """The welcome stands above the steps until something has happened: it fades like them."""
    return with_detail(step, FULL_DETAIL, OWN_DETAILS[min(known.times(WELCOME, reader), len(OWN_DETAILS) - 1)])


def with_detail(step: Step, old: str, new: str) -> Step:
    """The same step with more or fewer words."""
    if old == new:
        return step
    lines = tuple(
        replace(line, key=f"{line.key.removesuffix(old)}{new}") if line.key.endswith(f".{old}") else line
        for line in step.lines
    )
    return replace(step, lines=lines)
