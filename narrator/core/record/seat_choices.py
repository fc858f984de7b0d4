"""Choices of one seat: if its hand is known card by card, exactly what it can pay.

Otherwise the same as `choices` for this seat. Trades with other players are not included: they are offered and
answered.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from narrator.core.play.building import is_free_road
from narrator.core.play.placement import is_placement
from narrator.core.play.trade import bank_rates
from narrator.core.record.choices import Choices, legal_events, open_choices
from narrator.core.record.event_specs import EVENT_SPECS, spec_of
from narrator.core.record.judging import is_time_for, refusals
from narrator.core.table import events
from narrator.core.table.cards import NO_CARDS, PRICES, RESOURCES, Cards, cards, cards_of
from narrator.core.table.hands import any_hand
from narrator.core.table.phase import Discarding
from narrator.core.table.state import GameState

MAX_LISTED = 200  # longer lists become an open choice
PROPOSABLE_TYPES = {str(kind.__struct_config__.tag) for kind, spec in EVENT_SPECS.items() if spec.is_proposable}


def known_hand(state: GameState, seat: int) -> Cards | None:
    if state.hands is None or seat >= len(state.seats) or f"hand.{seat}" in state.unsure:
        return None
    bounds = state.hands.bounds(seat)
    is_exact = bounds.low == bounds.high and bounds.low.total() == state.seats[seat].hand_size
    return bounds.low if is_exact else None


def seat_choices(state: GameState, seat: int) -> Choices:
    """Return what a seat may enter. Other players' hands don't influence it."""
    hand, choices = known_hand(state, seat), _finite_choices(state, seat)
    open_ = {kind.type: kind for kind in open_choices(state) if kind.seat == seat and kind.type in PROPOSABLE_TYPES}
    if hand is None:
        return Choices(tuple(choices), tuple(open_.values()))
    choices = [event for event in choices if not cannot_pay(state, event)]
    for listed in (_bank_trades(state, seat, hand), _discards(state, seat, hand), _monopolies(state, seat)):
        found = list(listed)
        if len(found) > MAX_LISTED:
            trades = (event for event in found if isinstance(event, events.BankTraded))
            choices += [trade for trade in trades if cards(trade.receive).total() == 1]
        elif found:
            choices += found
            open_.pop(found[0].type, None)
    if not any(isinstance(event, events.BankTraded) for event in choices):
        open_.pop("bank_traded", None)
    return Choices(tuple(choices), tuple(open_.values()))


def cannot_pay(state: GameState, event: events.AnyFact) -> bool:
    """Return whether the record says that the hand certainly lacks what this costs."""
    cost, seat = cost_of(state, event), getattr(event, "seat", None)
    if not cost.total() or seat is None:
        return False
    size = state.seats[seat].hand_size
    most = any_hand(size) if state.hands is None or f"hand.{seat}" in state.unsure else state.hands.bounds(seat)
    return size < cost.total() or not most.high.covers(cost)


def cost_of(state: GameState, event: events.AnyFact) -> Cards:
    if isinstance(event, events.BankTraded | events.PlayersTraded):
        return cards(event.give)
    if isinstance(event, events.CardsDiscarded):
        return cards(event.cards or {})
    if isinstance(event, events.RoadBuilt) and is_free_road(state, event):
        return NO_CARDS
    if isinstance(event, events.SettlementBuilt) and is_placement(state):
        return NO_CARDS
    price = spec_of(event).purchase
    return PRICES[price] if price is not None else NO_CARDS


def _finite_choices(state: GameState, seat: int) -> list[events.AnyFact]:
    found: dict[str, events.AnyFact] = {}
    for event in (*legal_events(state), *_choices_outside_turn(state, seat)):
        if isinstance(event, events.NeutralSettlementBuilt | events.RobberMoved) and event.seat != seat:
            event = replace(event, seat=seat)  # any seat may report it
            if refusals(state, event):
                continue
        by_app = isinstance(event, events.DiceRolled) and state.rules.dice_source == "app"
        if getattr(event, "seat", None) == seat and spec_of(event).is_proposable and not by_app:
            found.setdefault(repr(event), event)
    return list(found.values())


def _choices_outside_turn(state: GameState, seat: int) -> Iterator[events.AnyFact]:
    if state.phase.part_of_game not in ("turn", "over") or seat >= len(state.seats):
        return
    held = min(state.seats[seat].development_cards, state.game.box.development["points"])
    tries: list[events.AnyFact] = [
        events.VictoryDeclared(seat=seat),
        *(events.PointsRevealed(seat=seat, count=count) for count in range(1, held + 1)),
    ]
    yield from (event for event in tries if not refusals(state, event))


def _bank_trades(state: GameState, seat: int, hand: Cards) -> Iterator[events.AnyFact]:
    """Yield trades at every rate of the seat, the best first, for as many cards as the hand can pay."""
    if not is_time_for(state, events.BankTraded):
        return
    for given in RESOURCES:
        others = [resource for resource in RESOURCES if resource != given]
        rates, held = bank_rates(state, seat, given), hand.count_of(given)
        amounts = {(rate * count, count) for rate in rates for count in range(1, held // rate + 1)}
        for paid, count in sorted(amounts, key=lambda amount: (amount[1], amount[0])):
            for wish in combinations_with_replacement(others, count):
                receive = {resource: wish.count(resource) for resource in others if resource in wish}
                event = events.BankTraded(seat=seat, give={given: paid}, receive=receive)
                if not refusals(state, event):
                    yield event


def _discards(state: GameState, seat: int, hand: Cards) -> Iterator[events.AnyFact]:
    """Yield every way to discard the cards owed; only one if they are drawn blind."""
    if not isinstance(state.phase, Discarding) or not (owed := state.phase.owed.get(seat, 0)):
        return
    if state.game.is_dealt and state.rules.discard_choice == "random":
        if not refusals(state, events.CardsDiscarded(seat=seat, cards=next(_hand_subsets(hand, owed)).counts())):
            yield events.CardsDiscarded(seat=seat, count=owed)
        return
    for number, given in enumerate(_hand_subsets(hand, owed)):
        if number > MAX_LISTED:
            return
        event = events.CardsDiscarded(seat=seat, cards=given.counts())
        if not refusals(state, event):
            yield event


def _hand_subsets(hand: Cards, count: int, kind: int = 0) -> Iterator[Cards]:
    if kind == len(RESOURCES):
        if count == 0:
            yield NO_CARDS
        return
    for taken in range(min(hand[kind], count) + 1):
        for rest in _hand_subsets(hand, count - taken, kind + 1):
            yield rest.plus(cards_of(RESOURCES[kind], taken))


def _monopolies(state: GameState, seat: int) -> Iterator[events.AnyFact]:
    """Yield monopolies if the app deals and so knows what the others give; at a table somebody has to count."""
    if state.game.is_dealt and state.phase.part_of_game == "turn":
        each = [events.MonopolyPlayed(seat=seat, resource=resource, taken={}) for resource in RESOURCES]
        yield from (event for event in each if not refusals(state, event))
