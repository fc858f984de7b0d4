"""The titles' travels: who held them when, along the game."""

from msgspec import Struct

from narrator.core.reading.stats.model import GameStats, Swing, Title
from narrator.core.table.state import FIRST_NEUTRAL
from narrator.web.evening.chart import WIDTH, Head, NumberRow, Numbers, Who, step_of
from narrator.web.evening.race import swing_words
from narrator.web.rendering.table_context import TableContext

TITLES: tuple[Title, ...] = ("longest_road", "largest_army")


class Reign(Struct, frozen=True):
    """How long somebody held a title."""

    x: float
    width: float
    colour: str


class Travels(Struct, frozen=True):
    title: Title
    name: str
    reigns: tuple[Reign, ...]


class TitlesChart(Struct, frozen=True):
    travels: tuple[Travels, ...]
    rounds: tuple[tuple[float, int], ...]
    """Where rounds begin."""
    holders: tuple[Who, ...]
    """Whoever held one, in the order of the seats; colours that nobody plays after them."""
    numbers: Numbers


def titles_chart(stats: GameStats, table: TableContext) -> TitlesChart:
    travels = tuple(_travels(title, stats, table) for title in TITLES if _swings(title, stats))
    last = stats.rounds[-1]
    step = step_of(last.number, 8)
    ends = {one.number: one.entry for one in stats.rounds}
    rounds = tuple((_x(ends.get(number - 1, 0), last.entry), number) for number in range(step, last.number + 1, step))
    held = {reign.colour for one in travels for reign in one.reigns}
    people = [Who(seat.name, seat.colour) for seat in table.now.seats]
    nobody = [Who(table.say("ui.colour", colour=one.colour), one.colour) for one in table.now.neutrals]
    holders = tuple(who for who in (*people, *nobody) if who.colour in held)
    return TitlesChart(travels, rounds, holders, _numbers(stats, table))


def _swings(title: Title, stats: GameStats) -> list[Swing]:
    return [swing for swing in stats.swings if swing.title == title]


def _x(entry: int, last: int) -> float:
    return min(WIDTH * entry / max(last, 1), WIDTH)


def _travels(title: Title, stats: GameStats, table: TableContext) -> Travels:
    last, swings = stats.rounds[-1].entry, _swings(title, stats)
    until = [swing.entry for swing in swings[1:]] + [last]
    reigns = [
        Reign(_x(swing.entry, last), max(_x(end, last) - _x(swing.entry, last), 4), _colour(swing.taker, table))
        for swing, end in zip(swings, until, strict=True)
        if swing.taker is not None
    ]
    return Travels(title, table.say(f"phone.title.{title}"), tuple(reigns))


def _colour(holder: int, table: TableContext) -> str:
    if holder < FIRST_NEUTRAL:
        return table.now.seats[holder].colour
    neutrals = table.now.neutrals
    return neutrals[holder - FIRST_NEUTRAL].colour if holder - FIRST_NEUTRAL < len(neutrals) else ""


def _numbers(stats: GameStats, table: TableContext) -> Numbers:
    rows = tuple(
        NumberRow(Who(table.say("evening.race.round", n=swing.round)), (swing_words(swing, table),))
        for swing in stats.swings
    )
    return Numbers((Head(table.say("evening.race.happened")),), rows)
