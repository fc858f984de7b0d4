"""What charts are drawn from: bars in rows, scales, and the same numbers as a table. Units are those of the drawing."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from narrator.web.components.scene import short_name
from narrator.web.rendering.table_context import TableContext

WIDTH = 480
"""Of every chart: a phone shows it at three quarters of its size, a television at three times."""
NARROW = 30
"""A part this wide has room for its sign, one of twice that for its number, too."""
STEPS = (1, 2, 5, 10, 20, 50, 100)


class Who(Struct, frozen=True):
    """Whose a row is: a player by colour and shape, or something by its sign."""

    name: str
    colour: str = ""
    sign: str = ""

    @property
    def short(self) -> str:
        """As much of a player's name as goes into a narrow column."""
        return short_name(self.name) if self.colour else self.name


class Segment(Struct, frozen=True):
    """A part of a bar."""

    x: float
    width: float
    css: str
    sign: str = ""
    count: str = ""

    @property
    def has_sign(self) -> bool:
        return self.width >= NARROW

    @property
    def has_count(self) -> bool:
        return self.width >= 2 * NARROW


class BarRow(Struct, frozen=True):
    """A name with its number, and its bar below it."""

    who: Who
    value: str
    segments: tuple[Segment, ...]
    mark: float | None = None
    """Where a stroke stands across the bar."""


class Head(Who, frozen=True):
    """Of a column."""


class NumberRow(Struct, frozen=True):
    who: Who
    cells: tuple[str, ...]


class Numbers(Struct, frozen=True):
    """The numbers of a chart, to read and to hear. Its heads may have a sign instead of a word to be seen."""

    heads: tuple[Head, ...]
    rows: tuple[NumberRow, ...]


def player(table: TableContext, seat: int) -> Who:
    one = table.now.seats[seat]
    return Who(one.name, one.colour)


def players(table: TableContext) -> tuple[Head, ...]:
    return tuple(Head(seat.name, seat.colour) for seat in table.now.seats)


def segments(parts: Iterable[tuple[float, str, str, str]], most: float) -> tuple[Segment, ...]:
    """Parts side by side, each an amount, its look, its sign and its words; `most` fills the width."""
    found, x = [], 0.0
    for amount, css, sign, words in parts:
        if amount:
            width = WIDTH * amount / most
            found.append(Segment(x, width, css, sign, words))
            x += width
    return tuple(found)


def step_of(most: int, marks: int) -> int:
    """Between marks of a scale, so that there are about so many.

    >>> step_of(10, 5), step_of(32, 8), step_of(167, 8), step_of(3, 8)
    (2, 5, 50, 1)
    """
    return next((step for step in STEPS if most / step <= marks), STEPS[-1])


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones that are at least so far apart, where there is room.

    >>> spread([50, 50, 20], 10, 0, 100), spread([100, 100], 10, 0, 100)
    ([55.0, 45.0, 20], [100, 90.0])
    """
    order = sorted(range(len(wanted)), key=lambda one: (wanted[one], -one))
    places = {one: wanted[one] for one in order}
    for _ in range(20):
        for below, above in pairwise(order):
            short = apart - (places[above] - places[below])
            if short > 0:
                places[below] -= short / 2
                places[above] += short / 2
        for one in order:
            places[one] = min(max(places[one], low), high)
    return [round(places[one], 1) for one in range(len(wanted))]
