"""Dealing by the app: each draw follows from a seed and the number of the draw.

So undo gives no second chance: the same purchase brings the same card again, and the same theft the same card of the
same hand. The development deck is one shuffled pile for the whole game, although it is drawn card by card.

The algorithm must never change: a saved game contains its encrypted seed and must deal the same cards when continued.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import get_args

from msgspec.structs import replace

from narrator.core.play.building import is_free_road
from narrator.core.play.placement import is_placement
from narrator.core.table import events
from narrator.core.table.box import Box
from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards, DevelopmentKind, Resource, cards_of
from narrator.core.table.state import GameState

# change a hand in any case
HAND_EVENTS = (
    events.CityBuilt,
    events.DevelopmentBought,
    events.KnightPlayed,
    events.RoadBuildingPlayed,
    events.YearOfPlentyPlayed,
    events.MonopolyPlayed,
    events.PointsRevealed,
    events.BankTraded,
    events.PlayersTraded,
    events.CardsGained,
    events.CardsDiscarded,
    events.CardStolen,
    events.TokensSpent,
    events.KnightGivenUp,
)
DEVELOPMENT_KINDS: tuple[DevelopmentKind, ...] = get_args(DevelopmentKind)


def pick_index(seed: bytes, among: int, *draw: object) -> int:
    """Return one of 0 … among-1 for a named draw, the same on every machine."""
    name = ":".join(map(str, draw)).encode()
    return int.from_bytes(sha256(seed + b"/" + name).digest()) % among


def next_development(seed: bytes, box: Box, bought: Sequence[DevelopmentKind]) -> DevelopmentKind | None:
    """Return the next card of the pile after these were bought; None if it is empty."""
    left = {kind: box.development[kind] - bought.count(kind) for kind in DEVELOPMENT_KINDS}
    pile = [kind for kind in DEVELOPMENT_KINDS for _ in range(left[kind])]
    return pile[pick_index(seed, len(pile), "development", len(bought))] if pile else None


def draw_card(seed: bytes, hand: Cards, *draw: object) -> Resource | None:
    held = [resource for resource in RESOURCES for _ in range(hand.count_of(resource))]
    return held[pick_index(seed, len(held), *draw)] if held else None


def draw_cards(seed: bytes, hand: Cards, count: int, *draw: object) -> Cards:
    drawn = NO_CARDS
    for number in range(count):
        card = draw_card(seed, hand.minus(drawn), *draw, number)
        drawn = drawn.plus(cards_of(card)) if card is not None else drawn
    return drawn


def deal(seed: bytes, state: GameState, history: Sequence[events.AnyFact], event: events.AnyFact) -> events.AnyFact:
    """Return the event with the cards that the app draws for it; impossible events are unchanged and refused later."""
    if isinstance(event, events.DevelopmentBought):
        bought = [fact.card for fact in history if isinstance(fact, events.DevelopmentBought) and fact.card is not None]
        return replace(event, card=next_development(seed, state.game.box, bought))
    if isinstance(event, events.CardStolen) and event.victim is not None:
        thefts = sum(isinstance(fact, events.CardStolen) for fact in history)
        stolen = draw_card(seed, certain_hand(state, event.victim), "theft", thefts, event.victim)
        return replace(event, resource=stolen)
    if isinstance(event, events.CardsDiscarded) and state.rules.discard_choice == "random":
        discards = sum(isinstance(fact, events.CardsDiscarded) for fact in history)
        hand = certain_hand(state, event.seat)
        drawn = draw_cards(seed, hand, min(event.count or 0, hand.total()), "discard", discards, event.seat)
        return replace(event, cards=drawn.counts(), count=None)
    if isinstance(event, events.MonopolyPlayed):
        others = (seat for seat in range(len(state.seats)) if seat != event.seat)
        found = {seat: certain_hand(state, seat).count_of(event.resource) for seat in others}
        return replace(event, taken={seat: count for seat, count in found.items() if count})
    return event


def has_dealt_cards(state: GameState, event: events.AnyFact) -> bool:
    """Return whether an event names cards that only the app may choose."""
    if isinstance(event, events.DevelopmentBought):
        return event.card is not None
    if isinstance(event, events.CardStolen):
        return event.resource is not None
    if isinstance(event, events.CardsDiscarded):
        return event.cards is not None and state.rules.discard_choice == "random"
    return isinstance(event, events.MonopolyPlayed) and bool(event.taken)


def changes_hand(state: GameState, event: events.AnyFact) -> bool:
    """Return whether an event changes or reveals cards of a hand. Initial pieces and free roads cost nothing."""
    if isinstance(event, events.RoadBuilt):
        return not is_free_road(state, event)
    if isinstance(event, events.SettlementBuilt):
        return not is_placement(state)
    return isinstance(event, HAND_EVENTS)


def certain_hand(state: GameState, seat: int) -> Cards:
    """Return the cards that a hand certainly holds: all of them, if nothing was hidden from this state."""
    if state.hands is None or seat >= len(state.seats):
        return NO_CARDS
    return state.hands.bounds(seat).low
