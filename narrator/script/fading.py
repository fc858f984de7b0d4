"""Fading: a line is said in full twice, then shorter twice, and after that in few words.

What a reader has heard follows from the timeline: each tap shows the step that is due then, unless a lesson beside it
takes its place. A tablet counts for the whole table, a phone for its own seat: its owner's steps, and separately those
of the others, which are never said at length. Asking for more detail starts the count again.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.snapshot import Snapshot
from narrator.script.lessons.lessons import lessons_taught
from narrator.script.model import Step
from narrator.script.narrate import current_step
from narrator.script.timeline_fold import TimelineFold, is_outside_play, is_same_tap

FULL_DETAIL = "first_game"
OWN_DETAILS = (FULL_DETAIL, FULL_DETAIL, "normal", "normal", "terse")  # the first time, the second time, and so on
OTHERS_DETAILS = ("normal", "normal", "terse")  # on a phone, for what another player has to do
MAX_REASONS = 2  # times that a reader is told why
WELCOME = "step.welcome"
NEXT_STEP_DETAIL = "terse"


class LineCounts(Struct, frozen=True):
    """How often each line was shown before this snapshot: to the table (None) and to each seat."""

    counts: Mapping[tuple[int | None, str], int] = {}

    def count_of(self, name: str, reader: int | None) -> int:
        return self.counts.get((reader, name), 0)


def step_key(step: Step) -> str:
    """Return the key of a step's line without its detail."""
    key = step.lines[0].key
    return key.rpartition(".")[0] if key.startswith("step.") else key


def _is_others(step: Step, reader: int | None) -> bool:
    return reader is not None and step.seat not in (None, reader)


def _counter_name(step: Step, reader: int | None) -> str:
    return f"others.{step_key(step)}" if _is_others(step, reader) else step_key(step)


def _add_snapshot(counts: LineCounts, snapshot: Snapshot, key: object) -> LineCounts:
    """Count what was shown before this snapshot; entries of one tap are shown together, after the last of them."""
    before = snapshot.before
    assert before is not None
    assert isinstance(key, tuple)
    since, muted = key
    if before.number < since or is_outside_play(snapshot) or is_same_tap(snapshot):
        return counts
    step = current_step(before.state, FULL_DETAIL)
    lessons = lessons_taught(before, FULL_DETAIL)
    new = dict(counts.counts)
    for reader in (None, *range(len(before.state.seats))):
        has_lesson = not muted and lessons.lessons_of(reader).current is not None
        for name in (WELCOME, *(() if has_lesson else _shown_lines(step, counts, reader))):
            new[reader, name] = new.get((reader, name), 0) + 1
    return LineCounts(new)


def _shown_lines(step: Step, counts: LineCounts, reader: int | None) -> Iterator[str]:
    yield _counter_name(step, reader)
    if step.why is not None and gives_reason(step, detail_of(step, FULL_DETAIL, counts, reader), counts, reader):
        yield step.why.key


_FOLD = TimelineFold(LineCounts(), _add_snapshot)


def line_counts(head: Snapshot, since: int = 0, muted: bool = False) -> LineCounts:
    return _FOLD.result_at(head, (since, muted))


def detail_of(step: Step, detail: str, counts: LineCounts, reader: int | None) -> str:
    """Return how much is said about the current step. Only the full detail fades."""
    if detail != FULL_DETAIL:
        return detail
    details = OTHERS_DETAILS if _is_others(step, reader) else OWN_DETAILS
    return details[min(counts.count_of(_counter_name(step, reader), reader), len(details) - 1)]


def gives_reason(step: Step, detail: str, counts: LineCounts, reader: int | None) -> bool:
    return step.why is not None and detail != "terse" and counts.count_of(step.why.key, reader) < MAX_REASONS


def fade_welcome(step: Step, counts: LineCounts, reader: int | None) -> Step:
    """Shorten the welcome, which stays above the steps until something has happened."""
    times = min(counts.count_of(WELCOME, reader), len(OWN_DETAILS) - 1)
    return with_detail(step, FULL_DETAIL, OWN_DETAILS[times])


def with_detail(step: Step, old: str, new: str) -> Step:
    if old == new:
        return step
    lines = tuple(
        replace(line, key=f"{line.key.removesuffix(old)}{new}") if line.key.endswith(f".{old}") else line
        for line in step.lines
    )
    return replace(step, lines=lines)
