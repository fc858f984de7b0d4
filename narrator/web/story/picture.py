"""A night as a picture to share: who came where, the points by round, and a few words. Laid out here, since a picture
has nobody who breaks its lines; widths are estimated on the safe side, whatever font a device has."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from narrator.core.reading.result import standings
from narrator.core.reading.stats.model import GameStats
from narrator.core.table.state import GameState
from narrator.text.line_breaks import BREAK, marked, unmarked
from narrator.text.render import TableLocale

WIDTH, HEIGHT, MARGIN = 1080, 1350, 70
INSIDE = WIDTH - 2 * MARGIN
COLOURS = {
    **{"red": ("#a81e22", "#fff"), "blue": ("#1b4f9f", "#fff"), "white": ("#fbf7ee", "#1b1712")},
    **{"orange": ("#f28c1e", "#1f1306"), "green": ("#1c6434", "#fff"), "brown": ("#6b4226", "#fff")},
}
"""As on the board, with the ink that is read on each."""
HEADLINE, HEADLINES, STEP, QUOTE, LABEL = 64, 3, 1.3, 34, 24
LABELS = 150
"""Room for names behind the lines of the chart: a colour alone would not say whose they are."""
PODIUM, CHART = 230, 300
"""Heights."""
PLACE = re.compile(rf"(?<= )|{BREAK}")


class Line(Struct, frozen=True):
    words: str
    y: float


class Column(Struct, frozen=True):
    """Somebody on the podium."""

    name: str
    points: int
    place: int
    x: float
    y: float
    width: float
    height: float
    fill: str
    ink: str


class Curve(Struct, frozen=True):
    """Somebody's points by round."""

    points: str
    end: tuple[float, float]
    fill: str
    name: str
    label: float
    """The height at which its name stands, clear of the others."""


class Grid(Struct, frozen=True):
    points: int
    y: float


class Picture(Struct, frozen=True):
    headline: tuple[Line, ...]
    headline_size: int
    columns: tuple[Column, ...]
    curves: tuple[Curve, ...]
    grid: tuple[Grid, ...]
    chart: float
    """Where the chart begins, and ends."""
    chart_end: float
    quotes: tuple[Line, ...]
    width: int = WIDTH
    height: int = HEIGHT


def picture_of(
    stats: GameStats, state: GameState, locale: TableLocale, headline: str, quotes: Sequence[str]
) -> Picture:
    head, size = _headline(headline, locale.names)
    podium = 180 + len(head) * size * STEP + PODIUM
    chart = podium + 100
    return Picture(
        headline=tuple(Line(words, 84 + (place + 1) * size * STEP) for place, words in enumerate(head)),
        headline_size=size,
        columns=_columns(state, podium),
        curves=_curves(stats, state, chart),
        grid=tuple(Grid(points, _height(points, stats, chart)) for points in range(0, _most(stats) + 1, 2)),
        chart=chart,
        chart_end=chart + CHART,
        quotes=tuple(_quotes(quotes, chart + CHART + 80, locale.names)),
    )


def _quotes(quotes: Sequence[str], y: float, names: tuple[str, ...]) -> Iterator[Line]:
    """As many as there is room for, none in parts."""
    for quote in quotes:
        found = lines(quote, QUOTE, INSIDE, names)
        if y + (len(found) - 1) * QUOTE * 1.4 > HEIGHT - 90:
            return
        yield from (Line(words, y + place * QUOTE * 1.4) for place, words in enumerate(found))
        y += (len(found) * 1.4 + 0.5) * QUOTE


def _headline(headline: str, names: tuple[str, ...]) -> tuple[list[str], int]:
    """As large as it fits into a few lines."""
    for size in range(HEADLINE, 30, -4):
        found = lines(headline, size, INSIDE, names)
        if len(found) <= HEADLINES:
            return found, size
    return found[:HEADLINES], size


def _columns(state: GameState, foot: float) -> tuple[Column, ...]:
    placed = standings(state)
    width = min(200.0, INSIDE / len(placed))
    left = MARGIN + (INSIDE - width * len(placed)) / 2
    most = max([one.points for one in placed] + [1])
    found = []
    for number, one in enumerate(placed):
        seat = state.seats[one.seat]
        height = max(56.0, PODIUM * one.points / most)
        fill, ink = COLOURS[seat.colour]
        name = shortened(seat.name, 28, width - 16)
        x = left + number * width
        found.append(Column(name, one.points, one.place, x, foot - height, width - 12, height, fill, ink))
    return tuple(found)


def _curves(stats: GameStats, state: GameState, top: float) -> tuple[Curve, ...]:
    rounds = stats.rounds
    step = (INSIDE - LABELS) / max(1, len(rounds) - 1)
    ends = [_height(count, stats, top) for count in rounds[-1].points]
    labels = apart(ends)
    found = []
    for number, seat in enumerate(state.seats):
        spots = [(MARGIN + n * step, _height(one.points[number], stats, top)) for n, one in enumerate(rounds)]
        words = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        name = shortened(seat.name, LABEL, LABELS - 24)
        found.append(Curve(words, spots[-1], COLOURS[seat.colour][0], name, labels[number]))
    return tuple(found)


def apart(heights: Sequence[float], gap: float = LABEL * 1.2) -> list[float]:
    """Heights of labels, moved up where two would stand on each other.

    >>> apart([100, 100, 50], 20)
    [100, 80, 50]
    """
    found = list(heights)
    order = sorted(range(len(found)), key=lambda place: -found[place])
    for below, above in pairwise(order):
        found[above] = min(found[above], found[below] - gap)
    return found


def _most(stats: GameStats) -> int:
    return max([stats.target, *(count for one in stats.rounds for count in one.points)])


def _height(points: int, stats: GameStats, top: float) -> float:
    return top + CHART * (1 - points / _most(stats))


def lines(text: str, size: float, room: float, names: tuple[str, ...] = ()) -> list[str]:
    """A text in lines that fit, broken between words."""
    found = [""]
    for word in PLACE.split(marked(text, names)):
        if found[-1] and width_of(found[-1] + word.rstrip(), size) > room:
            found.append("")
        found[-1] += word
    return [unmarked(line).strip() for line in found]


def shortened(name: str, size: float, room: float) -> str:
    """
    >>> shortened("Ana", 28, 100), shortened("Maximiliana Estefanía", 28, 150)
    ('Ana', 'Maximili…')
    """
    if width_of(name, size) <= room:
        return name
    while name and width_of(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"


def width_of(text: str, size: float) -> float:
    """About as wide as the widest of the fonts that devices have; marks above and below letters take no room."""
    return sum(map(_width, text)) * size


def _width(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Cf"):
        return 0
    if letter in " .,:;!'’|iljІ":
        return 0.32
    if letter in "mwMWЖШЩЮФжшщюф@…":
        return 0.95
    return 0.7 if letter.isupper() else 0.61
