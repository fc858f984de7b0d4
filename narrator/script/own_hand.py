"""A player's hand as their own phone may show it: what follows from what everyone at the table could see.

If the host entered a stolen card, the record knows more than the table does. So hands are folded once more without
what only two players know; up to the first such card this is the record's own state.
"""

from collections.abc import Mapping

from msgspec import Struct

from narrator.core.reading.public_view import public_fact
from narrator.core.record.judging import apply
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PRICES, RESOURCES, Cards, Purchase, Resource
from narrator.core.table.hands import Bounds
from narrator.core.table.state import GameState
from narrator.script.timeline_fold import TimelineFold


class MissingCards(Struct, frozen=True):
    by_resource: Mapping[Resource, int]  # cards that are surely not in the hand
    unknown: int = 0  # more that must be missing, since the hand is too small; nobody can say which

    @property
    def total(self) -> int:
        return sum(self.by_resource.values()) + self.unknown


class OwnHand(Struct, frozen=True):
    """The number of cards, and the lowest and highest possible count of each kind."""

    size: int
    bounds: Bounds

    @property
    def certain_cards(self) -> dict[Resource, int]:
        return {kind: low for kind, low in zip(RESOURCES, self.bounds.low, strict=True) if low}

    @property
    def uncertain_count(self) -> int:
        return self.size - self.bounds.low.total()

    def max_of(self, resource: Resource) -> int:
        return self.bounds.high.count_of(resource)

    def missing_for(self, purchase: Purchase) -> MissingCards | None:
        """Return what is surely missing, or None if the hand may be enough."""
        price = PRICES[purchase]
        kinds = Cards(*(max(0, need - most) for need, most in zip(price, self.bounds.high, strict=True))).counts()
        others = max(0, price.total() - self.size - sum(kinds.values()))
        return MissingCards(kinds, others) if kinds or others else None


def own_hand(head: Snapshot, seat: int) -> OwnHand | None:
    """Return a hand, or None if nobody counts cards or the record is unsure about it."""
    dealt = head.state.game.is_dealt
    state = head.state if dealt else state_with_public_hands(head)
    if state.hands is None or f"hand.{seat}" in {**state.unsure, **head.state.unsure}:
        return None
    size = state.seats[seat].hand_size
    bounds = state.hands.bounds(seat).for_size(size)
    return OwnHand(size, bounds) if bounds.allows_size(size) and min(bounds.low) >= 0 else None


def state_with_public_hands(head: Snapshot) -> GameState:
    """Return the state with hands as everyone could know them."""
    return _FOLD.result_at(head) or head.state


def _add_snapshot(known: GameState | None, snapshot: Snapshot, key: object) -> GameState | None:
    """Return the state with public knowledge only, or None while that is the record itself."""
    fact = snapshot.fact
    if fact is None or snapshot.left_out:
        return known
    seen = public_fact(fact)
    return None if known is None and seen == fact else apply(known or snapshot.previous_state, seen)


_FOLD: TimelineFold[GameState | None] = TimelineFold(None, _add_snapshot)
