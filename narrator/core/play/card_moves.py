"""Card movements between the bank and hands, and from hand to hand. Every card that moves passes through here.

Events that don't add up are not rejected. A count becomes the nearest possible one, and if a hand can't have held what
it gave, its contents are forgotten. Both are marked as unsure.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play import unseen_cards
from narrator.core.table.cards import RESOURCES, Cards, Resource, cards_of
from narrator.core.table.hands import Hands
from narrator.core.table.state import GameState, mark_inconsistent, shown_bank


def hand_refusals(state: GameState, seat: int, cost: Cards) -> Iterator[Refusal]:
    """Yield why a hand can't pay; if the app deals, with the resources that it certainly lacks by public knowledge."""
    have = state.seats[seat].hand_size
    if state.game.is_dealt and state.hands is not None:
        most = state.hands.bounds(seat).high
        lacking = [resource for resource in cost.resources() if most.count_of(resource) < cost.count_of(resource)]
        if lacking or have < cost.total():
            yield impossible("hand.lacks", seat=seat, resources=lacking or list(cost.resources()))
    elif have < cost.total():
        yield irregular("hand.too_few", seat=seat, need=cost.total(), have=have)


def pay(state: GameState, seat: int, cost: Cards) -> GameState:
    return _to_bank(_remove_from_hand(state, seat, cost), cost)


def take_from_bank(state: GameState, seat: int, gain: Cards) -> GameState:
    return _add_to_hand(_from_bank(state, gain), seat, gain)


def exchange(state: GameState, seat: int, give: Cards, receive: Cards) -> GameState:
    return take_from_bank(pay(state, seat, give), seat, receive)


def give_cards(state: GameState, giver: int, taker: int, given: Cards, in_secret: bool = False) -> GameState:
    """Move known cards from hand to hand, in the open or seen only by the two."""
    return _add_to_hand(_remove_from_hand(state, giver, given, in_secret), taker, given, in_secret)


def give_all_of_resource(state: GameState, giver: int, taker: int, resource: Resource, given: Cards) -> GameState:
    """Move all cards of a resource, so that the giver has none left."""
    if state.hands is not None:
        state = _with_hands_or_forget(state, giver, state.hands.with_exact_count(giver, resource, given.total()))
    return give_cards(state, giver, taker, given)


def take_unseen_card(state: GameState, giver: int, taker: int) -> GameState:
    """Move one card that nobody else saw; nothing moves from an empty hand."""
    size = state.seats[giver].hand_size
    if size == 0:
        # If it is uncertain that the hand was empty, a card may have moved after all.
        return mark_inconsistent(state, f"hand.{taker}") if f"hand.{giver}" in state.unsure else state
    if state.hands is not None:
        state = replace(state, hands=state.hands.with_unseen_theft(giver, taker, size))
    return _move_hand_sizes(state, giver, taker, 1)


def take_seen_card(state: GameState, giver: int, taker: int, resource: Resource) -> GameState:
    """Move one card that was drawn blind, but that the host saw."""
    size, card = state.seats[giver].hand_size, cards_of(resource)
    if state.hands is None or size == 0:
        return give_cards(state, giver, taker, card, in_secret=True)
    hands = state.hands.with_seen_theft(giver, taker, resource, size)
    state = _move_hand_sizes(state, giver, taker, 1)
    return replace(state, hands=hands) if hands is not None else _forget_hand(_record_gain(state, taker, card), giver)


def give_unseen_cards(state: GameState, giver: int, taker: int, count: int) -> GameState:
    """Move cards that the giver chose and nobody else saw."""
    has_enough = state.seats[giver].hand_size >= count
    state = _move_hand_sizes(state, giver, taker, count)
    if state.hands is None:
        return state
    if not has_enough:
        return _forget_hand(_forget_hand(state, giver), taker)
    sizes = state.seats[giver].hand_size, state.seats[taker].hand_size
    return replace(state, hands=state.hands.with_unseen_gift(giver, taker, count, sizes))


def _move_hand_sizes(state: GameState, giver: int, taker: int, count: int) -> GameState:
    state = _change_hand_size(_change_hand_size(state, giver, -count), taker, count)
    return unseen_cards.record_unseen_loss(state, giver, count)


def pay_unseen(state: GameState, seat: int, count: int) -> GameState:
    state = _change_hand_size(state, seat, -count)
    if state.hands is not None:
        state = replace(state, hands=state.hands.with_unseen_payment(seat, count, state.seats[seat].hand_size))
    return unseen_cards.record_unseen_discard(state, seat, count)


def limit_bank(state: GameState, resource: Resource, in_hands: int) -> GameState:
    """Lower a stack of the bank that is impossibly high, after `in_hands` of its cards were seen in hands."""
    stack, most = state.bank.count_of(resource), state.game.box.cards_per_resource - in_hands
    if stack <= most:
        return state
    lowest = most if state.rules.bank_limit == "unlimited" else min(0, stack)
    bank = state.bank._replace(**{resource: max(lowest, most)})
    return mark_inconsistent(replace(state, bank=bank), f"bank.{resource}")


def unseen_in_bank(state: GameState) -> int:
    """Return how many unknown cards are in the bank: the box minus hands and recorded stacks."""
    if not any(name.startswith("bank.") for name in state.unsure):
        return 0
    return max(0, unseen_cards.unaccounted(state))


def most_in_bank(state: GameState) -> Cards:
    """Return the maximum of each stack. One that doesn't add up may hold all unseen cards."""
    if not state.unsure:
        return shown_bank(state)
    full, unseen = state.game.box.cards_per_resource, unseen_cards.most_unseen(state)
    found = []
    for resource, stack, more in zip(RESOURCES, state.bank, unseen_cards.room_for_unseen(state), strict=True):
        has_room = state.unseen is not None and resource in state.unseen.stacks  # unsure because of unseen cards only
        vague = f"bank.{resource}" in state.unsure and not has_room
        found.append(max(0, min(full, stack + unseen) if vague else stack + more))
    return Cards(*found)


LOW_STACK = 4  # with this many cards left or fewer, the table is warned of a shortage


def is_stack_low(state: GameState, resource: Resource) -> bool:
    return state.rules.bank_limit == "limited" and state.bank.count_of(resource) <= LOW_STACK


def bank_can_pay(state: GameState, wanted: Cards) -> bool:
    return state.rules.bank_limit == "unlimited" or most_in_bank(state).covers(wanted)


def missing_resources(state: GameState, wanted: Cards) -> list[Resource]:
    """Return the resources of which the bank certainly has too few."""
    most = most_in_bank(state)
    return [resource for resource in wanted.resources() if most.count_of(resource) < wanted.count_of(resource)]


def _remove_from_hand(state: GameState, seat: int, cards: Cards, in_secret: bool = False) -> GameState:
    state = _change_hand_size(state, seat, -cards.total())
    if in_secret:
        state = unseen_cards.record_unseen_loss(state, seat, cards.total())
    else:
        state = unseen_cards.record_public_loss(state, seat, cards)
    if state.hands is None:
        return state
    return _with_hands_or_forget(state, seat, state.hands.with_payment(seat, cards, state.seats[seat].hand_size))


def _add_to_hand(state: GameState, seat: int, cards: Cards, in_secret: bool = False) -> GameState:
    state = _change_hand_size(state, seat, cards.total())
    return _record_gain(state if in_secret else unseen_cards.record_public_gain(state, seat, cards), seat, cards)


def _record_gain(state: GameState, seat: int, cards: Cards) -> GameState:
    return state if state.hands is None else replace(state, hands=state.hands.with_gain(seat, cards))


def _with_hands_or_forget(state: GameState, seat: int, hands: Hands | None) -> GameState:
    """Set the new ledger; if there is none because the event is inconsistent, forget the hand instead."""
    return replace(state, hands=hands) if hands is not None else _forget_hand(state, seat)


def _forget_hand(state: GameState, seat: int) -> GameState:
    assert state.hands is not None
    state = replace(state, hands=state.hands.with_unknown_hand(seat, state.seats[seat].hand_size))
    return mark_inconsistent(unseen_cards.forget_known_cards(state, seat), f"hand.{seat}")


def _change_hand_size(state: GameState, number: int, by: int) -> GameState:
    seats = list(state.seats)
    seat = seats[number]
    size = seat.hand_size + by
    seats[number] = replace(seat, hand_size=size if size > 0 else 0)
    state = replace(state, seats=tuple(seats))
    if by < 0:
        state = unseen_cards.limit_doubt_to_hand(state, number)
    return state if size >= 0 else mark_inconsistent(state, f"hand.{number}")


def _from_bank(state: GameState, gain: Cards) -> GameState:
    bank = state.bank.minus(gain)
    if min(bank) >= 0 or state.rules.bank_limit == "unlimited":
        return replace(state, bank=bank)
    lowest = [min(0, stack) for stack in state.bank]  # what is owed from before stays owed
    room = unseen_cards.room_for_unseen(state)
    stacks = zip(RESOURCES, bank, lowest, room, strict=True)
    short = [f"bank.{resource}" for resource, left, least, more in stacks if left + more < least]
    return mark_inconsistent(replace(state, bank=Cards(*map(max, bank, lowest))), *short)


def _to_bank(state: GameState, cost: Cards) -> GameState:
    bank = state.bank.plus(cost)
    full = state.game.box.cards_per_resource
    if max(bank) <= full:
        return replace(state, bank=bank)
    state = mark_inconsistent(state, *(f"bank.{r}" for r, stack in zip(RESOURCES, bank, strict=True) if stack > full))
    return replace(state, bank=Cards(*(min(stack, full) for stack in bank)))
