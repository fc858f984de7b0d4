"""A hand as its owner's own phone may tell it: what follows from what everybody at the table could see.

Where the host saw a stolen card and entered it, the ledger of hands knows more than the table does. So it is kept once
more, without what only two people know; up to the first such card it is the record's own.
"""

from collections.abc import Mapping

from msgspec import Struct

from narrator.core.reading.public_view import public_fact
from narrator.core.record.rules import apply
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PRICES, RESOURCES, Purchase, Resource
from narrator.core.table.hands import Bounds
from narrator.core.table.state import GameState
from narrator.script.timeline_fold import TimelineFold


class Lack(Struct, frozen=True):
    """What is missing of a price."""

    kinds: Mapping[Resource, int]  # cards that are surely not in the hand
    others: int = 0  # more that must be missing, since the hand is too small; nobody can say which

    @property
    def total(self) -> int:
        return sum(self.kinds.values()) + self.others


class OwnHand(Struct, frozen=True):
    """At least and at most so many of each kind, of so many cards in all."""

    size: int
    bounds: Bounds

    @property
    def sure(self) -> dict[Resource, int]:
        """What surely is in it."""
        return {kind: low for kind, low in zip(RESOURCES, self.bounds.low, strict=True) if low}

    @property
    def unseen(self) -> int:
        """Cards that may be anything, or one of several."""
        return self.size - self.bounds.low.total()

    def most(self, resource: Resource) -> int:
        return self.bounds.high.of(resource)

    def lacks(self, purchase: Purchase) -> Lack | None:
        """What is surely missing; nothing where it may be enough."""
        price = PRICES[purchase]
        kinds = {kind: price.of(kind) - self.most(kind) for kind in RESOURCES if price.of(kind) > self.most(kind)}
        others = max(0, price.total() - self.size - sum(kinds.values()))
        return Lack(kinds, others) if kinds or others else None


def own_hand(head: Snapshot, seat: int) -> OwnHand | None:
    """Nothing where nobody counts cards, or where the record can't vouch for this hand. Where the app deals, a record
    holds what its reader may see: read by its owner, a hand is known card by card."""
    dealt = head.state.game.cards == "app"
    state = head.state if dealt else seen_by_all(head)
    if state.hands is None or f"hand.{seat}" in {**state.unsure, **head.state.unsure}:
        return None
    size = state.seats[seat].hand
    bounds = state.hands.bounds(seat).within(size)
    return OwnHand(size, bounds) if bounds.holds(size) and min(bounds.low) >= 0 else None


def seen_by_all(head: Snapshot) -> GameState:
    """The table with hands as everybody could know them."""
    return _FOLD.at(head) or head.state


def _seen(known: GameState | None, point: Snapshot, by: object) -> GameState | None:
    """The table with hands as everybody knows them; none as long as that is the record itself."""
    assert point.before is not None
    fact = point.fact
    if fact is None or point.left_out:
        return known
    seen = public_fact(fact)
    return None if known is None and seen == fact else apply(known or point.before.state, seen)


_FOLD: TimelineFold[GameState | None] = TimelineFold(None, _seen)
