"""Trade with the bank at harbor rates, and between players."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.card_moves import bank_can_pay, exchange, give_cards, hand_refusals, missing_resources
from narrator.core.play.unseen_cards import forget_known_cards
from narrator.core.table.cards import Cards, Resource, cards
from narrator.core.table.events import BankTraded, PlayersTraded
from narrator.core.table.state import GameState, active_seats, mark_inconsistent

PLAIN_RATE = 4
ANY_HARBOUR_RATE = 3
OWN_HARBOUR_RATE = 2


def bank_rates(state: GameState, number: int, resource: Resource) -> tuple[int, ...]:
    """Return what a seat may pay for one card in this resource, the best rate first."""
    harbours = state.seats[number].harbours if state.rules.harbours == "on" else frozenset()
    found = [PLAIN_RATE]
    if "any" in harbours:
        found.append(ANY_HARBOUR_RATE)
    if resource in harbours:
        found.append(OWN_HARBOUR_RATE)
    return tuple(reversed(found))


def refuse_bank_trade(state: GameState, event: BankTraded) -> Iterator[Refusal]:
    give, receive = cards(event.give), cards(event.receive)
    given, received = give.resources(), receive.resources()
    if not given or not received:
        yield irregular("trade.empty")
        return
    if len(given) > 1:
        yield irregular("bank_trade.one_kind")
    else:
        open_rates = bank_rates(state, event.seat, given[0])
        if give.total() not in [receive.total() * rate for rate in open_rates]:
            yield irregular("bank_trade.rate", resource=given[0], rate=open_rates[0])
    if not set(given).isdisjoint(received):
        yield irregular("bank_trade.same_kind")
    if not bank_can_pay(state, receive):
        yield irregular("bank.short", resources=missing_resources(state, receive))
    yield from hand_refusals(state, event.seat, give)


def apply_bank_trade(state: GameState, event: BankTraded) -> GameState:
    return exchange(state, event.seat, cards(event.give), cards(event.receive))


def refuse_players_trade(state: GameState, event: PlayersTraded) -> Iterator[Refusal]:
    give, receive = cards(event.give), cards(event.receive)
    if event.partner == event.seat:
        yield impossible("trade.with_oneself", seat=event.seat)
        return
    if state.seats[event.partner].has_left:
        yield irregular("seat.already_left", seat=event.partner)
    yield from terms_refusals(state, give, receive)
    yield from hand_refusals(state, event.seat, give)
    yield from hand_refusals(state, event.partner, receive)


def terms_refusals(state: GameState, give: Cards, receive: Cards) -> Iterator[Refusal]:
    if state.rules.domestic_trade == "off":
        yield irregular("trade.off")
    given, received = give.resources(), receive.resources()
    if not given and not received:
        yield irregular("trade.empty")
    elif not (given and received) and state.rules.gifts == "forbidden":
        yield irregular("trade.gift")
    if state.rules.same_resource_trade == "forbidden" and not set(given).isdisjoint(received):
        yield irregular("trade.same_kind")


def is_unspecified(event: PlayersTraded) -> bool:
    """Return whether two players traded without saying what. If waived, their hands become unsure."""
    return not any(event.give.values()) and not any(event.receive.values())


def apply_players_trade(state: GameState, event: PlayersTraded) -> GameState:
    if is_unspecified(event):
        return _forget_hands(state, event.seat, event.partner)
    state = give_cards(state, event.seat, event.partner, cards(event.give))
    return give_cards(state, event.partner, event.seat, cards(event.receive))


def mark_unentered_trades(state: GameState) -> GameState:
    """Mark hands as unsure at the end of a turn, if the host does not enter every trade and the app does not deal."""
    rule = state.rules.trade_entry
    if state.game.is_dealt or rule == "all" or state.rules.domestic_trade == "off" or state.hands is None:
        return state
    if not any(seat.hand_size for seat in state.seats):
        return state
    everybody = active_seats(state)
    # Even trades change what is in a hand, never how many cards.
    return _forget_contents(state, *everybody) if rule == "uneven" else _forget_hands(state, *everybody)


def _forget_hands(state: GameState, *seats: int) -> GameState:
    """Forget what these hands hold, and mark their sizes as unsure."""
    return mark_inconsistent(_forget_contents(state, *seats), *(f"hand.{number}" for number in seats))


def _forget_contents(state: GameState, *seats: int) -> GameState:
    hands = state.hands
    if hands is None:
        return state
    for number in seats:
        hands = hands.with_unknown_hand(number, state.seats[number].hand_size)
        state = forget_known_cards(state, number)
    return replace(state, hands=hands)
