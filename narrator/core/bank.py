"""Cards on the move: between the bank and a hand, and from hand to hand. Every card that changes place passes here.

What does not add up is never argued with: it is set to the nearest possible count and marked unsure.
"""

from msgspec.structs import replace

from .cards import RESOURCES, Cards, Resource
from .state import GameState, with_unsure


def pay(state: GameState, seat: int, cost: Cards) -> GameState:
    """Cards go from a hand to the bank."""
    return _to_bank(_hand_changed(state, seat, -cost.total()), cost)


def draw(state: GameState, seat: int, gain: Cards) -> GameState:
    """Cards go from the bank to a hand."""
    return _hand_changed(_from_bank(state, gain), seat, gain.total())


def exchange(state: GameState, seat: int, give: Cards, receive: Cards) -> GameState:
    """A trade with the bank."""
    return draw(pay(state, seat, give), seat, receive)


def hand_over(state: GameState, giver: int, taker: int, given: Cards) -> GameState:
    """Known cards go from hand to hand."""
    count = given.total()
    return _hand_changed(_hand_changed(state, giver, -count), taker, count)


def hand_over_unseen(state: GameState, giver: int, taker: int) -> GameState:
    """One card that nobody else saw; from an empty hand nothing moves."""
    if state.seats[giver].hand == 0:
        return state
    return _hand_changed(_hand_changed(state, giver, -1), taker, 1)


def pay_unseen(state: GameState, seat: int, count: int) -> GameState:
    """Cards that nobody looked at go to the bank: its stacks can't be vouched for any more."""
    state = _hand_changed(state, seat, -count)
    return with_unsure(state, *(f"bank.{resource}" for resource in RESOURCES))


def bank_gives(state: GameState, wanted: Cards) -> bool:
    """Whether the bank holds these cards; an unlimited one always does."""
    return state.rules.bank_limit == "unlimited" or state.bank.covers(wanted)


def missing(state: GameState, wanted: Cards) -> list[Resource]:
    """The kinds of which the bank has fewer than wanted."""
    return [resource for resource in wanted.kinds() if state.bank.of(resource) < wanted.of(resource)]


def _hand_changed(state: GameState, number: int, by: int) -> GameState:
    seats = list(state.seats)
    seat = seats[number]
    size = seat.hand + by
    seats[number] = replace(seat, hand=max(size, 0))
    state = replace(state, seats=tuple(seats))
    return state if size >= 0 else with_unsure(state, f"hand.{number}")


def _from_bank(state: GameState, gain: Cards) -> GameState:
    bank = state.bank.minus(gain)
    if min(bank) >= 0:
        return replace(state, bank=bank)
    if state.rules.bank_limit == "limited":
        state = with_unsure(state, *(f"bank.{r}" for r, left in zip(RESOURCES, bank, strict=True) if left < 0))
    return replace(state, bank=Cards(*(max(left, 0) for left in bank)))


def _to_bank(state: GameState, cost: Cards) -> GameState:
    bank = state.bank.plus(cost)
    full = state.game.box.of_each_resource
    if max(bank) <= full:
        return replace(state, bank=bank)
    if state.rules.bank_limit == "limited":
        state = with_unsure(state, *(f"bank.{r}" for r, stack in zip(RESOURCES, bank, strict=True) if stack > full))
    return replace(state, bank=Cards(*(min(stack, full) for stack in bank)))
