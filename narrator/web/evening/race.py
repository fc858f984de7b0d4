"""Everybody's points by round, with the titles that changed hands and where the robber went."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.reading.stats.model import GameStats, Round, Swing, Visit
from narrator.web.evening.chart import Head, NumberRow, Numbers, Who, player, players, spread, step_of
from narrator.web.rendering.table_context import TableContext

LEFT, RIGHT, TOP, BOTTOM = 26, 418, 12, 226
TITLES, ROBBER, HEIGHT = 262, 284, 300
"""Where the two rows of marks stand, below the numbers of the rounds."""
APART = 2.2
"""Lines of players who are level run beside each other."""
LABELS = 24
MARKS = 6
"""So many shapes on every line."""


class Line(Struct, frozen=True):
    who: Who
    points: str
    """As a polyline has them."""
    shapes: tuple[tuple[float, float], ...]
    label: float
    """How high its number stands."""
    total: int


class Mark(Struct, frozen=True):
    """Something that happened in a round: a title came to somebody, the robber was sent to somebody."""

    x: float
    sign: str
    colour: str


class RaceChart(Struct, frozen=True):
    lines: tuple[Line, ...]
    titles: tuple[Mark, ...]
    robber: tuple[Mark, ...]
    rounds: tuple[tuple[float, int], ...]
    """The scale of the rounds, and that of the points."""
    heights: tuple[tuple[float, int], ...]
    target: float
    numbers: Numbers


def race_chart(stats: GameStats, table: TableContext) -> RaceChart:
    last = stats.rounds[-1].number
    most = max(stats.target, *(max(one.points) for one in stats.rounds))
    lines = _lines(stats, table, last, most)
    return RaceChart(
        lines=lines,
        titles=tuple(_mark(one, one.title, one.taker, stats, table) for one in stats.swings),
        robber=tuple(_mark(one, "robber", one.by, stats, table) for one in stats.visits),
        rounds=tuple((_x(number, last), number) for number in range(0, last + 1, step_of(last, 8))),
        heights=tuple((_y(points, most), points) for points in range(0, most + 1, step_of(most, 6))),
        target=_y(stats.target, most),
        numbers=_numbers(stats, table),
    )


def _x(number: float, last: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / max(last, 1)


def _y(points: float, most: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * points / most


def _lines(stats: GameStats, table: TableContext, last: int, most: int) -> tuple[Line, ...]:
    count = len(stats.seats)
    ends = [_y(points, most) for points in stats.rounds[-1].points]
    labels = spread(ends, LABELS, TOP, BOTTOM - 4)
    found = []
    for seat in range(count):
        lift = APART * (seat - (count - 1) / 2)
        way = [(_x(one.number, last), _y(one.points[seat], most) + lift) for one in stats.rounds]
        total = stats.rounds[-1].points[seat]
        found.append(Line(player(table, seat), _polyline(way), _shapes(way, seat, count), labels[seat], total))
    return tuple(found)


def _polyline(way: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in way)


def _shapes(way: list[tuple[float, float]], seat: int, seats: int) -> tuple[tuple[float, float], ...]:
    """Now and then on the line, where those of others are not."""
    step = max(1, len(way) // MARKS)
    return tuple(way[at] for at in range((seat * step) // seats + 1, len(way), step))


def _mark(found: Swing | Visit, sign: str, seat: int | None, stats: GameStats, table: TableContext) -> Mark:
    colour = table.now.seats[seat].colour if seat is not None and seat < len(table.now.seats) else ""
    return Mark(_x(_when(found, stats.rounds), stats.rounds[-1].number), sign, colour)


def _when(found: Swing | Visit, rounds: tuple[Round, ...]) -> float:
    """Within its round, as far as its entry is: a line's points are those at the end of a round."""
    ends = {one.number: one.entry for one in rounds}
    end, begin = ends.get(found.round, found.entry), ends.get(found.round - 1, 0)
    return max(0.0, found.round - (end - found.entry) / max(end - begin, 1))


# The same as a table: only rounds in which something changed.


def _numbers(stats: GameStats, table: TableContext) -> Numbers:
    heads = (*players(table), Head(table.say("evening.race.happened")))
    before: tuple[int, ...] = ()
    rows = []
    for one in stats.rounds:
        told = " ".join(_happened(stats, one, table))
        if one.points != before or told:
            name = table.say("evening.race.round", n=one.number) if one.number else table.say("evening.race.start")
            rows.append(NumberRow(Who(name), (*map(str, one.points), told)))
        before = one.points
    return Numbers(heads, tuple(rows))


def _happened(stats: GameStats, one: Round, table: TableContext) -> Iterator[str]:
    yield from (swing_words(swing, table) for swing in stats.swings if swing.round == one.number)
    yield from (_visit_words(visit, table) for visit in stats.visits if visit.round == one.number)


def swing_words(swing: Swing, table: TableContext) -> str:
    if swing.taker is None:
        return table.say("evening.titles.aside", title=swing.title)
    if swing.taker >= len(table.now.seats):
        return table.say("evening.titles.neutral", title=swing.title)
    if swing.giver is None or swing.giver >= len(table.now.seats):
        return table.say("evening.titles.won", title=swing.title, seat=swing.taker, n=swing.count)
    return table.say("evening.titles.taken", title=swing.title, seat=swing.taker, giver=swing.giver, n=swing.count)


def _visit_words(visit: Visit, table: TableContext) -> str:
    others = [seat for seat in visit.blocked if seat != visit.by]
    if visit.by is None or not others:
        return table.say("evening.race.robber")
    return table.say("evening.race.robber.by", seat=visit.by, names=others)
