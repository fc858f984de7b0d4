"""A roll that was entered wrong has paid wrong: who puts which cards back, and who takes which."""

from msgspec import Struct

from .cards import NONE, Cards
from .events import DiceRolled
from .point import Point
from .production import income


class Repayment(Struct, frozen=True):
    """One player's cards to set right."""

    seat: int
    back: Cards
    take: Cards


def repayments(old: Point, new: Point) -> list[Repayment]:
    """What the table has to move after the record went from one history to another."""
    wrong, right = _paid(old), _paid(new)
    seats = range(max(len(old.state.seats), len(new.state.seats)))
    found = []
    for seat in seats:
        net = right.get(seat, NONE).minus(wrong.get(seat, NONE))
        back, take = Cards(*(max(0, -count) for count in net)), Cards(*(max(0, count) for count in net))
        if back != NONE or take != NONE:
            found.append(Repayment(seat, back, take))
    return found


def _paid(head: Point) -> dict[int, Cards]:
    """What each seat has taken for all rolls."""
    found: dict[int, Cards] = {}
    for point in head.history():
        if isinstance(point.fact, DiceRolled) and point.before is not None and _pays(point, point.before):
            for seat, gain in enumerate(income(point.before.state, point.fact.sum)):
                found[seat] = found.get(seat, NONE).plus(gain)
    return found


def _pays(point: Point, before: Point) -> bool:
    """Not a seven, nor a roll that is made again."""
    return [seat.hand for seat in point.state.seats] != [seat.hand for seat in before.state.seats]
