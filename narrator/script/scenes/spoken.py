"""What the voice says: of each entry what happened, once; after the newest what to do, and a lesson if one is due."""

from collections.abc import Iterator

from narrator.core.message import Msg
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, TakenBack
from narrator.core.table.phase import Over
from narrator.script.model import Lesson, Script
from narrator.script.scenes.model import Said
from narrator.script.scenes.moments import of_points
from narrator.script.scenes.taps import MOST, Tap, is_let_stand
from narrator.script.scenes.undone import Change, words_of

CHANGES = (TakenBack, Amended)
"""Entries that change the past."""


def spoken(
    record: Record, script: Script, tapped: tuple[Tap, ...], change: Change | None, lesson: Lesson | None = None
) -> tuple[Said, ...]:
    said = list(_said(record, tapped))
    number = len(record.log)
    if not said:
        said = [Said(number, () if number else script.before[-1].lines)]
    newest = said.pop()
    clauses = newest.clauses if change is None else (*change.lines, *_put_right(change))
    if not (clauses and isinstance(record.state.phase, Over)):
        clauses = (*clauses, *script.now.lines)
    if lesson is not None:
        clauses = (*clauses, lesson.text)
    return (*said, Said(newest.entry, clauses))


def _said(record: Record, tapped: tuple[Tap, ...]) -> Iterator[Said]:
    """What is undone is not told again; that it was undone is said."""
    log = record.log
    by_entry = {tap.entry: tap for tap in tapped}
    for number in range(max(1, len(log) - MOST + 1), len(log) + 1):
        if isinstance(log[number - 1], CHANGES):
            yield Said(number, words_of(log, number))
        elif (tap := by_entry.get(number)) is not None and (clauses := happened(tap)):
            yield Said(number, clauses)


def happened(tap: Tap) -> tuple[Msg, ...]:
    """All that a tap brought about, in clauses."""
    celebrated = () if is_let_stand(tap) else of_points(tap.before, tap.after)
    return (*tap.lines, *(line for news in celebrated for line in news.told))


def _put_right(change: Change) -> Iterator[Msg]:
    """What the change asks of the table."""
    for news in change.news:
        yield from news.told
