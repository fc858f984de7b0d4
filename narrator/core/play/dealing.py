"""The one dealer, where the app has all the cards: what is drawn follows from a seed and the number of the draw.

So an undo is no second chance: the same purchase brings the same card again, the same theft the same one of the same
hand. The development deck is one shuffled pile for the whole game, although it is drawn card by card.

The way of drawing never changes: a saved game holds its seed, locked, and who goes on with it deals the same cards.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import get_args

from msgspec.structs import replace

from narrator.core.play.building import is_free_road
from narrator.core.play.placement import is_placement
from narrator.core.table.box import Box
from narrator.core.table.cards import NONE, RESOURCES, Cards, DevelopmentKind, Resource, some
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    KnightGivenUp,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    SettlementBuilt,
    TokensSpent,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState

TOUCHING = (
    CityBuilt,
    DevelopmentBought,
    KnightPlayed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
    MonopolyPlayed,
    PointsRevealed,
    BankTraded,
    PlayersTraded,
    CardsGained,
    CardsDiscarded,
    CardStolen,
    TokensSpent,
    KnightGivenUp,
)
"""What always touches a hand."""
KINDS: tuple[DevelopmentKind, ...] = get_args(DevelopmentKind)


def pick(seed: bytes, among: int, *draw: object) -> int:
    """One of 0 … among-1 for a draw that is named: for ever the same, on every machine."""
    name = ":".join(map(str, draw)).encode()
    return int.from_bytes(sha256(seed + b"/" + name).digest()) % among


def next_development(seed: bytes, box: Box, bought: Sequence[DevelopmentKind]) -> DevelopmentKind | None:
    """The card that lies on top once these were bought; none from an empty pile."""
    left = {kind: box.development[kind] - bought.count(kind) for kind in KINDS}
    pile = [kind for kind in KINDS for _ in range(left[kind])]
    return pile[pick(seed, len(pile), "development", len(bought))] if pile else None


def drawn_from(seed: bytes, hand: Cards, *draw: object) -> Resource | None:
    """A card drawn blind from a hand; none from an empty one."""
    fan = [resource for resource in RESOURCES for _ in range(hand.of(resource))]
    return fan[pick(seed, len(fan), *draw)] if fan else None


def some_of(seed: bytes, hand: Cards, count: int, *draw: object) -> Cards:
    """So many cards drawn blind from a hand, one after the other."""
    drawn = NONE
    for number in range(count):
        card = drawn_from(seed, hand.minus(drawn), *draw, number)
        drawn = drawn.plus(some(card)) if card is not None else drawn
    return drawn


def deal(seed: bytes, state: GameState, history: Sequence[AnyFact], event: AnyFact) -> AnyFact:
    """The event with what the app draws for it, at this table after this history. What can't happen stays as it is:
    whoever judges it says why."""
    if isinstance(event, DevelopmentBought):
        bought = [fact.card for fact in history if isinstance(fact, DevelopmentBought) and fact.card is not None]
        return replace(event, card=next_development(seed, state.game.box, bought))
    if isinstance(event, CardStolen) and event.victim is not None:
        thefts = sum(isinstance(fact, CardStolen) for fact in history)
        return replace(event, resource=drawn_from(seed, hand_of(state, event.victim), "theft", thefts, event.victim))
    if isinstance(event, CardsDiscarded) and state.rules.discard_choice == "random":
        discards = sum(isinstance(fact, CardsDiscarded) for fact in history)
        hand = hand_of(state, event.seat)
        drawn = some_of(seed, hand, min(event.count or 0, hand.total()), "discard", discards, event.seat)
        return replace(event, cards=drawn.counts(), count=None)
    if isinstance(event, MonopolyPlayed):
        return replace(event, taken=_all_of(state, event.seat, event.resource))
    return event


def is_drawn(state: GameState, event: AnyFact) -> bool:
    """Whether an event says what only the dealer can: it was sent by somebody who can't know."""
    if isinstance(event, DevelopmentBought):
        return event.card is not None
    if isinstance(event, CardStolen):
        return event.resource is not None
    if isinstance(event, CardsDiscarded):
        return event.cards is not None and state.rules.discard_choice == "random"
    return isinstance(event, MonopolyPlayed) and bool(event.taken)


def touches_hand(state: GameState, event: AnyFact) -> bool:
    """Whether cards of some hand are paid, drawn, given or shown with this; set-up and free roads cost nothing."""
    if isinstance(event, RoadBuilt):
        return not is_free_road(state, event)
    if isinstance(event, SettlementBuilt):
        return not is_placement(state)
    return isinstance(event, TOUCHING)


def hand_of(state: GameState, seat: int) -> Cards:
    """What a hand holds, as far as it is certain: all of it, where nothing was hidden from this state."""
    if state.hands is None or seat >= len(state.seats):
        return NONE
    return state.hands.bounds(seat).low


def _all_of(state: GameState, taker: int, resource: Resource) -> dict[int, int]:
    others = (seat for seat in range(len(state.seats)) if seat != taker)
    found = {seat: hand_of(state, seat).of(resource) for seat in others}
    return {seat: count for seat, count in found.items() if count}
