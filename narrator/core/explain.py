"""Why a number is what it is: the entries that made it, with amounts that add up to it."""

from msgspec import Struct

from .events import AnyFact, RoadBuilt
from .numbers import TITLES, number
from .places import Path
from .point import Point
from .roads import longest_trail
from .view import public_fact


class Line(Struct, frozen=True):
    """One entry's share."""

    entry: int
    fact: AnyFact
    amount: int


class Explanation(Struct, frozen=True):
    """`start` and all amounts add up to `value`."""

    name: str
    value: int
    start: int
    lines: tuple[Line, ...]


class Handover(Struct, frozen=True):
    """A title that changed hands: from whom to whom, nobody included."""

    entry: int
    fact: AnyFact
    giver: int | None
    taker: int | None


def explain(head: Point, name: str) -> Explanation:
    """The entries that changed a number, oldest first."""
    history = head.history()
    start = history[0].before if history else head
    assert start is not None
    lines = []
    for point in history:
        assert point.before is not None
        assert point.fact is not None
        amount = number(point.state, name) - number(point.before.state, name)
        if amount:
            lines.append(Line(point.number, public_fact(point.fact), amount))
    return Explanation(name, number(head.state, name), number(start.state, name), tuple(lines))


def explain_title(head: Point, title: str) -> tuple[Handover, ...]:
    """How a title (or the win) came to where it is."""
    holder = TITLES[title]
    found = []
    for point in head.history():
        assert point.before is not None
        assert point.fact is not None
        giver, taker = holder(point.before.state), holder(point.state)
        if giver != taker:
            found.append(Handover(point.number, public_fact(point.fact), giver, taker))
    return tuple(found)


def explain_road(head: Point, seat: int) -> tuple[tuple[Path, int], ...]:
    """The roads of a seat's longest walk, in walking order, each with the entry that built it."""
    state = head.state
    if state.game.board is None:
        return ()
    built = {
        point.fact.at: point.number
        for point in head.history()
        if isinstance(point.fact, RoadBuilt) and point.fact.at is not None
    }
    trail = longest_trail(state.game.board.island, seat, state.roads, state.buildings)
    return tuple((path, built[path]) for path in trail)
