"""A roll that was entered wrong has paid wrong: who puts which cards back, and who takes which."""

from msgspec import Struct

from narrator.core.play.production import income
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import NONE, Cards
from narrator.core.table.events import DiceRolled


class Repayment(Struct, frozen=True):
    """One player's cards to set right."""

    seat: int
    back: Cards
    take: Cards


def repayments(old: Snapshot, new: Snapshot) -> list[Repayment]:
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


def _paid(head: Snapshot) -> dict[int, Cards]:
    """What each seat has taken for all rolls."""
    found: dict[int, Cards] = {}
    for snapshot in head.history():
        if isinstance(snapshot.fact, DiceRolled) and snapshot.before is not None and _pays(snapshot, snapshot.before):
            for seat, gain in enumerate(income(snapshot.before.state, snapshot.fact.sum)):
                found[seat] = found.get(seat, NONE).plus(gain)
    return found


def _pays(snapshot: Snapshot, before: Snapshot) -> bool:
    """Not a seven, nor a roll that is made again."""
    return [seat.hand for seat in snapshot.state.seats] != [seat.hand for seat in before.state.seats]
