"""Charts along the game: points by round, robber moves, and who held the titles."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.reading.stats.model import GameStats, RobberVisit, Round, Title, TitleSwing
from narrator.core.table.state import FIRST_NEUTRAL
from narrator.web.rendering.table_context import TableContext
from narrator.web.stats import chart

LEFT, RIGHT, TOP, BOTTOM = 26, 418, 12, 226
LINE_OFFSET = 2.2  # between the lines of players who are level
LABEL_GAP = 24
SHAPES_PER_LINE = 6
MIN_REIGN_WIDTH = 4
TITLES: tuple[Title, ...] = ("longest_road", "largest_army")


# Points by round


class RaceLine(Struct, frozen=True):
    who: chart.Label
    points: str  # of an SVG polyline
    shapes: tuple[tuple[float, float], ...]
    label: float  # y of its total
    total: int


class RaceMark(Struct, frozen=True):
    x: float
    icon: str
    colour: str


class RaceChart(Struct, frozen=True):
    lines: tuple[RaceLine, ...]
    titles: tuple[RaceMark, ...]
    robber: tuple[RaceMark, ...]
    rounds: tuple[tuple[float, int], ...]  # x scale
    heights: tuple[tuple[float, int], ...]  # y scale
    target: float
    numbers: chart.Numbers


def race_chart(stats: GameStats, table: TableContext) -> RaceChart:
    last = stats.rounds[-1].number
    highest = max(stats.target, *(max(one.points) for one in stats.rounds))
    return RaceChart(
        lines=_lines(stats, table, last, highest),
        titles=tuple(_mark(one, one.title, one.taker, stats, table) for one in stats.title_swings),
        robber=tuple(_mark(one, "robber", one.by, stats, table) for one in stats.robber_visits),
        rounds=tuple((_x(number, last), number) for number in range(0, last + 1, chart.scale_step(last, 8))),
        heights=tuple((_y(points, highest), points) for points in range(0, highest + 1, chart.scale_step(highest, 6))),
        target=_y(stats.target, highest),
        numbers=_numbers(stats, table),
    )


def _x(number: float, last: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / max(last, 1)


def _y(points: float, highest: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * points / highest


def _lines(stats: GameStats, table: TableContext, last: int, highest: int) -> tuple[RaceLine, ...]:
    count = len(stats.seats)
    totals = stats.rounds[-1].points
    labels = chart.spread_labels([_y(points, highest) for points in totals], LABEL_GAP, TOP, BOTTOM - 4)
    found = []
    for seat in range(count):
        offset = LINE_OFFSET * (seat - (count - 1) / 2)
        path = [(_x(one.number, last), _y(one.points[seat], highest) + offset) for one in stats.rounds]
        polyline = " ".join(f"{x:.1f},{y:.1f}" for x, y in path)
        step = max(1, len(path) // SHAPES_PER_LINE)
        shapes = tuple(path[at] for at in range((seat * step) // count + 1, len(path), step))  # each at other rounds
        found.append(RaceLine(chart.player_label(table, seat), polyline, shapes, labels[seat], totals[seat]))
    return tuple(found)


def _mark(one: TitleSwing | RobberVisit, icon: str, by: int | None, stats: GameStats, table: TableContext) -> RaceMark:
    colour = table.state.seats[by].colour if by is not None and by < len(table.state.seats) else ""
    return RaceMark(_x(_time_of(one, stats.rounds), stats.rounds[-1].number), icon, colour)


def _time_of(found: TitleSwing | RobberVisit, rounds: tuple[Round, ...]) -> float:
    """Return when something happened, in rounds: its entry's share of its round, as lines show the end of rounds."""
    ends = {one.number: one.entry for one in rounds}
    end, begin = ends.get(found.round, found.entry), ends.get(found.round - 1, 0)
    return max(0.0, found.round - (end - found.entry) / max(end - begin, 1))


def _numbers(stats: GameStats, table: TableContext) -> chart.Numbers:
    heads = (*chart.player_labels(table), chart.Label(table.say("evening.race.happened")))
    before: tuple[int, ...] = ()
    rows = []
    for one in stats.rounds:
        news = " ".join(_news(stats, one, table))
        if one.points != before or news:
            name = table.say("evening.race.round", n=one.number) if one.number else table.say("evening.race.start")
            rows.append(chart.NumberRow(chart.Label(name), (*map(str, one.points), news)))
        before = one.points
    return chart.Numbers(heads, tuple(rows))


def _news(stats: GameStats, one: Round, table: TableContext) -> Iterator[str]:
    yield from (_describe_swing(swing, table) for swing in stats.title_swings if swing.round == one.number)
    yield from (_describe_visit(visit, table) for visit in stats.robber_visits if visit.round == one.number)


def _describe_swing(swing: TitleSwing, table: TableContext) -> str:
    if swing.taker is None:
        return table.say("evening.titles.aside", title=swing.title)
    if swing.taker >= len(table.state.seats):
        return table.say("evening.titles.neutral", title=swing.title)
    if swing.giver is None or swing.giver >= len(table.state.seats):
        return table.say("evening.titles.won", title=swing.title, seat=swing.taker, n=swing.count)
    return table.say("evening.titles.taken", title=swing.title, seat=swing.taker, giver=swing.giver, n=swing.count)


def _describe_visit(visit: RobberVisit, table: TableContext) -> str:
    others = [seat for seat in visit.blocked if seat != visit.by]
    if visit.by is None or not others:
        return table.say("evening.race.robber")
    return table.say("evening.race.robber.by", seat=visit.by, names=others)


# Who held the titles


class Reign(Struct, frozen=True):
    x: float
    width: float
    colour: str


class TitleHistory(Struct, frozen=True):
    title: Title
    name: str
    reigns: tuple[Reign, ...]


class TitlesChart(Struct, frozen=True):
    histories: tuple[TitleHistory, ...]
    rounds: tuple[tuple[float, int], ...]  # where rounds begin
    holders: tuple[chart.Label, ...]  # players in seat order, then neutral colors
    numbers: chart.Numbers


def titles_chart(stats: GameStats, table: TableContext) -> TitlesChart:
    histories = tuple(found for title in TITLES if (found := _history(title, stats, table)))
    last = stats.rounds[-1]
    step = chart.scale_step(last.number, 8)
    ends = {one.number: one.entry for one in stats.rounds}
    rounds = tuple((_entry_x(ends.get(n - 1, 0), last.entry), n) for n in range(step, last.number + 1, step))
    held = {reign.colour for history in histories for reign in history.reigns}
    neutrals = (chart.Label(table.say("ui.colour", colour=one.colour), one.colour) for one in table.state.neutrals)
    holders = tuple(label for label in (*chart.player_labels(table), *neutrals) if label.colour in held)
    rows = tuple(
        chart.NumberRow(chart.Label(table.say("evening.race.round", n=swing.round)), (_describe_swing(swing, table),))
        for swing in stats.title_swings
    )
    numbers = chart.Numbers((chart.Label(table.say("evening.race.happened")),), rows)
    return TitlesChart(histories, rounds, holders, numbers)


def _entry_x(entry: int, last: int) -> float:
    return min(chart.WIDTH * entry / max(last, 1), chart.WIDTH)


def _history(title: Title, stats: GameStats, table: TableContext) -> TitleHistory | None:
    swings, last = [swing for swing in stats.title_swings if swing.title == title], stats.rounds[-1].entry
    if not swings:
        return None
    reigns = []
    for swing, end in zip(swings, [*(swing.entry for swing in swings[1:]), last], strict=True):
        if swing.taker is not None:
            x = _entry_x(swing.entry, last)
            reigns.append(Reign(x, max(_entry_x(end, last) - x, MIN_REIGN_WIDTH), _colour(swing.taker, table)))
    return TitleHistory(title, table.say(f"phone.title.{title}"), tuple(reigns))


def _colour(holder: int, table: TableContext) -> str:
    if holder < FIRST_NEUTRAL:
        return table.state.seats[holder].colour
    neutrals = table.state.neutrals
    return neutrals[holder - FIRST_NEUTRAL].colour if holder - FIRST_NEUTRAL < len(neutrals) else ""
