"""The replay of a game as it stands: its steps and rounds, and the moments to jump to."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended, TakenBack
from narrator.script.announcements.announce import announce
from narrator.script.scenes.card_news import news_of
from narrator.script.scenes.model import IMPORTANCE_RANK, MOMENTS, SceneKind, Sign
from narrator.script.scenes.moments import win_news
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
    round_starts: tuple[tuple[int, int], ...]  # each round's first step and its number; 0 is before the first round
    highlights: tuple[tuple[int, Highlight], ...]  # by step

    def step_of(self, number: int) -> int:
        """Return the step that shows an entry, or the one before it if the entry was undone."""
        return self.step_by_entry[max(known for known in self.step_by_entry if known <= number)]


def replay_steps(record: Record) -> ReplaySteps:
    points = record.head.history()
    straight = _without_undone(record, points)
    stops = (0, *_stops(points))
    last = len(stops) - 1
    step_by_entry = {point.number: min(bisect_left(stops, at), last) for at, point in enumerate(points, start=1)}
    return ReplaySteps(
        record=straight,
        stops=stops,
        entry_numbers=tuple(points[stop - 1].number if stop else 0 for stop in stops),
        step_by_entry={0: 0, **step_by_entry},
        round_starts=tuple(_rounds(points, stops)),
        highlights=tuple((min(bisect_left(stops, one.entry), last), one) for one in highlights(straight)),
    )


def _without_undone(record: Record, points: Sequence[Snapshot]) -> Record:
    if not any(isinstance(event, TakenBack | Amended) for event in record.log):
        return record
    straight = Record(record.snapshot_at(0).state)
    for point in points:
        assert point.fact is not None
        straight.add_unchecked(point.fact)
    return straight


def _stops(points: Sequence[Snapshot]) -> Iterator[int]:
    for number, (point, after) in enumerate(zip_longest(points, points[1:]), start=1):
        if (after is None or not is_same_tap(after)) and not is_outside_play(point):
            yield number


def _rounds(points: Sequence[Snapshot], stops: Sequence[int]) -> Iterator[tuple[int, int]]:
    rounds = [points[stop - 1].state.round if stop else 0 for stop in stops]
    if rounds[-1]:
        yield from ((step, number) for step, number in enumerate(rounds) if not step or number != rounds[step - 1])


def highlights(record: Record) -> tuple[Highlight, ...]:
    view = public_view(record.head, len(record.log))
    found = []
    for _, transitions in groupby(view.transitions, key=lambda transition: transition.fact.group or -transition.entry):
        together = tuple(transitions)
        tap = Tap(together, tuple(map(announce, together)))
        wins = () if any(win_news(tap.before)) else win_news(tap.after)  # later taps don't win again
        news = [one for one in (*wins, *news_of(tap)) if one.kind in MOMENTS]
        if news:
            main = min(news, key=lambda one: IMPORTANCE_RANK[one.kind])
            found.append(Highlight(tap.entry, main.kind, main.hero, main.seat, main.picture.sign))
    return tuple(found)
