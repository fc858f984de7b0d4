"""What one seat may enter now: where its hand is known card by card, everything that it can pay and nothing else.

Where the hand is not known, it is what `choices` has of this seat; `cannot_pay` tells of each what the record speaks
against. Trades with others are no part of it: they are offered and answered.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from narrator.core.play.building import is_free_road
from narrator.core.play.placement import is_placement
from narrator.core.play.trade import rates
from narrator.core.record.choices import Choices, legal_events, open_kinds
from narrator.core.record.facts import FACTS, traits_of
from narrator.core.record.rules import is_time_for, refusals
from narrator.core.table.cards import NONE, PRICES, RESOURCES, Cards, cards, some
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    DiceRolled,
    MonopolyPlayed,
    NeutralSettlementBuilt,
    PlayersTraded,
    PointsRevealed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    VictoryDeclared,
)
from narrator.core.table.hands import anything
from narrator.core.table.phase import Discarding
from narrator.core.table.state import GameState

MOST = 200
"""A list that is longer is an open kind instead."""
PROPOSABLE = frozenset(str(kind.__struct_config__.tag) for kind, traits in FACTS.items() if traits.proposable)


def known_hand(state: GameState, seat: int) -> Cards | None:
    """A hand that the record knows card by card."""
    if state.hands is None or seat >= len(state.seats) or f"hand.{seat}" in state.unsure:
        return None
    bounds = state.hands.bounds(seat)
    is_exact = bounds.low == bounds.high and bounds.low.total() == state.seats[seat].hand
    return bounds.low if is_exact else None


def exact_choices(state: GameState, seat: int) -> Choices:
    """What a seat may enter of itself. What others have in their hands plays no part in it."""
    hand, events = known_hand(state, seat), _plain(state, seat)
    open_ = {kind.type: kind for kind in open_kinds(state) if kind.seat == seat and kind.type in PROPOSABLE}
    if hand is None:
        return Choices(tuple(events), tuple(open_.values()))
    events = [event for event in events if not cannot_pay(state, event)]
    for listed in (_bank_trades(state, seat, hand), _discards(state, seat, hand), _monopolies(state, seat)):
        found = list(listed)
        if len(found) > MOST:
            events += [event for event in found if isinstance(event, BankTraded) and cards(event.receive).total() == 1]
        elif found:
            events += found
            open_.pop(found[0].type, None)
    if not any(isinstance(event, BankTraded) for event in events):
        open_.pop("bank_traded", None)
    return Choices(tuple(events), tuple(open_.values()))


def cannot_pay(state: GameState, event: AnyFact) -> bool:
    """Whether the record says that a hand surely lacks what this takes from it."""
    cost, seat = cost_of(state, event), getattr(event, "seat", None)
    if not cost.total() or seat is None:
        return False
    size = state.seats[seat].hand
    most = anything(size) if state.hands is None or f"hand.{seat}" in state.unsure else state.hands.bounds(seat)
    return size < cost.total() or not most.high.covers(cost)


def cost_of(state: GameState, event: AnyFact) -> Cards:
    """The cards that leave the hand of whoever acts."""
    if isinstance(event, BankTraded | PlayersTraded):
        return cards(event.give)
    if isinstance(event, CardsDiscarded):
        return cards(event.cards or {})
    if isinstance(event, RoadBuilt) and is_free_road(state, event):
        return NONE
    if isinstance(event, SettlementBuilt) and is_placement(state):
        return NONE
    price = traits_of(event).cost
    return PRICES[price] if price is not None else NONE


def _plain(state: GameState, seat: int) -> list[AnyFact]:
    """The finite choices that are this seat's to say, also those that are not its turn's."""
    found: dict[str, AnyFact] = {}
    for event in (*legal_events(state), *_anybodys(state, seat)):
        if isinstance(event, NeutralSettlementBuilt | RobberMoved) and event.seat != seat:
            event = replace(event, seat=seat)  # what is nobody's turn may be said by anybody
            if refusals(state, event):
                continue
        if getattr(event, "seat", None) == seat and traits_of(event).proposable and not _is_thrown(state, event):
            found.setdefault(repr(event), event)
    return list(found.values())


def _is_thrown(state: GameState, event: AnyFact) -> bool:
    """The narrator's own dice are thrown, not told."""
    return isinstance(event, DiceRolled) and state.rules.dice_source == "app"


def _anybodys(state: GameState, seat: int) -> Iterator[AnyFact]:
    """What may be regular for a seat that is not on turn."""
    if state.phase.phase not in ("turn", "over") or seat >= len(state.seats):
        return
    held = min(state.seats[seat].development_cards, state.game.box.development["points"])
    tries: list[AnyFact] = [
        VictoryDeclared(seat=seat),
        *(PointsRevealed(seat=seat, count=count) for count in range(1, held + 1)),
    ]
    yield from (event for event in tries if not refusals(state, event))


def _bank_trades(state: GameState, seat: int, hand: Cards) -> Iterator[AnyFact]:
    """At every rate that the seat has, the best first, for as many cards as the hand pays."""
    if not is_time_for(state, BankTraded):
        return
    for given in RESOURCES:
        others = [resource for resource in RESOURCES if resource != given]
        amounts = {
            (rate * count, count) for rate in rates(state, seat, given) for count in _up_to(hand.of(given) // rate)
        }
        for paid, count in sorted(amounts, key=lambda amount: (amount[1], amount[0])):
            for wish in combinations_with_replacement(others, count):
                receive = {resource: wish.count(resource) for resource in others if resource in wish}
                event = BankTraded(seat=seat, give={given: paid}, receive=receive)
                if not refusals(state, event):
                    yield event


def _up_to(most: int) -> range:
    return range(1, most + 1)


def _discards(state: GameState, seat: int, hand: Cards) -> Iterator[AnyFact]:
    """Every way to give up as many cards as are owed; where they are drawn blind there is one."""
    if not isinstance(state.phase, Discarding) or not (owed := state.phase.owed.get(seat, 0)):
        return
    if state.game.cards == "app" and state.rules.discard_choice == "random":
        if not refusals(state, CardsDiscarded(seat=seat, cards=next(_parts(hand, owed)).counts())):
            yield CardsDiscarded(seat=seat, count=owed)
        return
    for number, given in enumerate(_parts(hand, owed)):
        if number > MOST:
            return
        event = CardsDiscarded(seat=seat, cards=given.counts())
        if not refusals(state, event):
            yield event


def _parts(hand: Cards, count: int, kind: int = 0) -> Iterator[Cards]:
    """Every choice of so many cards from a hand."""
    if kind == len(RESOURCES):
        if count == 0:
            yield NONE
        return
    for taken in range(min(hand[kind], count) + 1):
        for rest in _parts(hand, count - taken, kind + 1):
            yield rest.plus(some(RESOURCES[kind], taken))


def _monopolies(state: GameState, seat: int) -> Iterator[AnyFact]:
    """Where the app deals it knows what the others give; at a table somebody has to count."""
    if state.game.cards == "app" and state.phase.phase == "turn":
        each: list[AnyFact] = [MonopolyPlayed(seat=seat, resource=resource, taken={}) for resource in RESOURCES]
        yield from (event for event in each if not refusals(state, event))
