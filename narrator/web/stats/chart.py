"""Building blocks of the charts: rows of bars, scales, and tables of numbers. Lengths are in units of the SVG."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from narrator.core.table.cards import RESOURCES
from narrator.web.components.scene import abbreviate_name
from narrator.web.rendering.table_context import TableContext

WIDTH = 480  # of every chart; phones scale it down, televisions up
STEPS = (1, 2, 5, 10, 20, 50, 100)


class Label(Struct, frozen=True):
    """The head of a row or column: a player with color and shape, or a thing with an icon."""

    name: str
    colour: str = ""
    icon: str = ""

    @property
    def short(self) -> str:
        return abbreviate_name(self.name) if self.colour else self.name


class Segment(Struct, frozen=True):
    x: float
    width: float
    css: str
    icon: str = ""
    count: str = ""


class BarRow(Struct, frozen=True):
    who: Label
    value: str
    segments: tuple[Segment, ...]
    mark: float | None = None  # x of a vertical stroke across the bar


class NumberRow(Struct, frozen=True):
    who: Label
    cells: tuple[str, ...]


class Numbers(Struct, frozen=True):
    """The numbers behind a chart as a table, also for screen readers."""

    heads: tuple[Label, ...]
    rows: tuple[NumberRow, ...]


class BarChart(Struct, frozen=True):
    rows: tuple[BarRow, ...]
    numbers: Numbers


def player_label(table: TableContext, seat: int) -> Label:
    player = table.state.seats[seat]
    return Label(player.name, player.colour)


def player_labels(table: TableContext) -> tuple[Label, ...]:
    return tuple(Label(seat.name, seat.colour) for seat in table.state.seats)


def resource_labels(table: TableContext) -> tuple[Label, ...]:
    return tuple(Label(table.say("ui.resource", resource=kind), icon=kind) for kind in RESOURCES)


def bar_segments(parts: Iterable[tuple[float, str, str, str]], highest: float) -> tuple[Segment, ...]:
    """Lay parts (amount, CSS class, icon, count) side by side; an amount of `highest` fills the width."""
    found, x = [], 0.0
    for amount, css, icon, count in parts:
        if amount:
            width = WIDTH * amount / highest
            found.append(Segment(x, width, css, icon, count))
            x += width
    return tuple(found)


def scale_step(highest: int, marks: int) -> int:
    """Return a round distance between the marks of a scale, so that there are at most about `marks` of them.

    >>> scale_step(10, 5), scale_step(32, 8), scale_step(167, 8), scale_step(3, 8)
    (2, 5, 50, 1)
    """
    return next((step for step in STEPS if highest / step <= marks), STEPS[-1])


def spread_labels(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones that are at least `gap` apart, as far as there is room.

    >>> spread_labels([50, 50, 20], 10, 0, 100), spread_labels([100, 100], 10, 0, 100)
    ([55.0, 45.0, 20], [100, 90.0])
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], -index))
    places = {index: wanted[index] for index in order}
    for _ in range(20):
        for below, above in pairwise(order):
            overlap = gap - (places[above] - places[below])
            if overlap > 0:
                places[below] -= overlap / 2
                places[above] += overlap / 2
        for index in order:
            places[index] = min(max(places[index], low), high)
    return [round(places[index], 1) for index in range(len(wanted))]
