"""The replay of a game as it stands: its steps and rounds, and the moments to jump to."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import Transition, public_view
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended, TakenBack
from narrator.script.announcements.announce import announce
from narrator.script.scenes.model import IMPORTANCE_RANK, MOMENTS, News, SceneKind, Sign
from narrator.script.scenes.moments import win_news
from narrator.script.scenes.tap_news import news_of
from narrator.script.scenes.taps import Tap
from narrator.script.timeline_fold import is_outside_play, is_same_tap


class Highlight(Struct, frozen=True):
    entry: int
    kind: SceneKind
    hero: tuple[Msg, ...]
    seat: int | None
    sign: Sign | None


class ReplaySteps(Struct, frozen=True):
    record: Record  # the game as it stands, without undone or amended entries
    stops: tuple[int, ...]  # the entry of this record that each step shows; the first step is the start
    entry_numbers: tuple[int, ...]  # the number of that entry in the original log, which never changes
    step_by_entry: dict[int, int]  # from an entry of the log to the step that shows it
    round_starts: tuple[
        tuple[int, int], ...
    ]  # the first step of each round and its number; 0 is before the first round
    highlights: tuple[tuple[int, Highlight], ...]  # by step

    def step_of(self, number: int) -> int:
        """Return the step that shows an entry, or the one before it if the entry was undone."""
        return self.step_by_entry[max(known for known in self.step_by_entry if known <= number)]


def replay_steps(record: Record) -> ReplaySteps:
    points = record.head.history()
    straight = _without_undone(record, points)
    stops = (0, *_stops(points))
    last = len(stops) - 1
    return ReplaySteps(
        record=straight,
        stops=stops,
        entry_numbers=tuple(points[stop - 1].number if stop else 0 for stop in stops),
        step_by_entry={
            0: 0,
            **{point.number: min(bisect_left(stops, at), last) for at, point in enumerate(points, start=1)},
        },
        round_starts=tuple(_rounds(points, stops)),
        highlights=tuple((min(bisect_left(stops, one.entry), last), one) for one in highlights(straight)),
    )


def _without_undone(record: Record, points: Sequence[Snapshot]) -> Record:
    """Return a record without undone or amended entries."""
    if not any(isinstance(event, TakenBack | Amended) for event in record.log):
        return record
    straight = Record(record.snapshot_at(0).state)
    for point in points:
        assert point.fact is not None
        straight.add_unchecked(point.fact)
    return straight


def _stops(points: Sequence[Snapshot]) -> Iterator[int]:
    """Yield the last entry of each tap that shows something new."""
    for number, (point, after) in enumerate(zip_longest(points, points[1:]), start=1):
        if (after is None or not is_same_tap(after)) and not is_outside_play(point):
            yield number


def _rounds(points: Sequence[Snapshot], stops: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first step of each round, if the table counts rounds."""
    rounds = [points[stop - 1].state.round if stop else 0 for stop in stops]
    if not rounds[-1]:
        return
    for step, number in enumerate(rounds):
        if not step or number != rounds[step - 1]:
            yield step, number


def highlights(record: Record) -> tuple[Highlight, ...]:
    view = public_view(record.head, len(record.log))
    return tuple(
        _highlights(groupby(view.transitions, key=lambda transition: transition.fact.group or -transition.entry))
    )


def _highlights(tapped: Iterator[tuple[int, Iterator[Transition]]]) -> Iterator[Highlight]:
    for _, transitions in tapped:
        together = tuple(transitions)
        tap = Tap(together, tuple(map(announce, together)))
        found = [news for news in (*_win_of_tap(tap), *news_of(tap)) if news.kind in MOMENTS]
        if found:
            main = min(found, key=lambda news: IMPORTANCE_RANK[news.kind])
            yield Highlight(tap.entry, main.kind, main.hero, main.seat, main.picture.sign)


def _win_of_tap(tap: Tap) -> Iterator[News]:
    """Find the win in the tap that ended the game, not in later ones."""
    return iter(()) if any(win_news(tap.before)) else win_news(tap.after)
