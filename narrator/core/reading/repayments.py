"""What was entered wrong has moved cards wrongly: who puts which back, and who takes which."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.play.production import income
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import NONE, Cards
from narrator.core.table.events import CityBuilt, DevelopmentBought, DiceRolled, RoadBuilt, SettlementBuilt
from narrator.core.table.prices import PRICES, Purchase

PURCHASED = RoadBuilt | SettlementBuilt | CityBuilt | DevelopmentBought
BOUGHT: dict[type, Purchase] = {
    RoadBuilt: "road",
    SettlementBuilt: "settlement",
    CityBuilt: "city",
    DevelopmentBought: "development",
}


class Repayment(Struct, frozen=True):
    """One player's cards to set right."""

    seat: int
    back: Cards
    take: Cards


def repayments(old: Snapshot, new: Snapshot, *, bought: bool = False) -> list[Repayment]:
    """What the table has to move after the record went from one history to another: what rolls paid, and where it is
    asked for what was bought. Who takes a purchase back at once knows what was paid for it."""
    shared = _shared(old, new)
    wrong, right = _paid(old, shared, bought), _paid(new, shared, bought)
    seats = range(max(len(old.state.seats), len(new.state.seats)))
    found = []
    for seat in seats:
        net = right.get(seat, NONE).minus(wrong.get(seat, NONE))
        back, take = Cards(*(max(0, -count) for count in net)), Cards(*(max(0, count) for count in net))
        if back != NONE or take != NONE:
            found.append(Repayment(seat, back, take))
    return found


def _shared(old: Snapshot, new: Snapshot) -> Snapshot | None:
    """The last point that both histories have come through: up to there nothing was paid otherwise."""
    passed = {id(snapshot) for snapshot in _back(old)}
    return next((snapshot for snapshot in _back(new) if id(snapshot) in passed), None)


def _back(head: Snapshot, until: Snapshot | None = None) -> Iterator[Snapshot]:
    snapshot: Snapshot | None = head
    while snapshot is not None and snapshot is not until:
        yield snapshot
        snapshot = snapshot.before


def _paid(head: Snapshot, since: Snapshot | None, bought: bool) -> dict[int, Cards]:
    """What each seat has taken for all rolls since then, less what it has bought."""
    found: dict[int, Cards] = {}
    for snapshot in _back(head, until=since):
        fact, before = snapshot.fact, snapshot.before
        if isinstance(fact, DiceRolled) and before is not None and not snapshot.left_out and _pays(snapshot, before):
            for seat, gain in enumerate(income(before.state, fact.sum)):
                found[seat] = found.get(seat, NONE).plus(gain)
        elif bought and (cost := paid_for(snapshot)) != NONE:
            assert isinstance(fact, PURCHASED)
            found[fact.seat] = found.get(fact.seat, NONE).minus(cost)
    return found


def paid_for(snapshot: Snapshot) -> Cards:
    """What was paid for a purchase; nothing for a piece that was free, or that the hand did not cover by the record."""
    fact, before = snapshot.fact, snapshot.before
    if not isinstance(fact, PURCHASED) or before is None or snapshot.left_out:
        return NONE
    cost = PRICES[BOUGHT[type(fact)]]
    gone = before.state.seats[fact.seat].hand - snapshot.state.seats[fact.seat].hand
    return cost if gone == cost.total() else NONE


def _pays(snapshot: Snapshot, before: Snapshot) -> bool:
    """Not a seven, nor a roll that is made again."""
    return [seat.hand for seat in snapshot.state.seats] != [seat.hand for seat in before.state.seats]
