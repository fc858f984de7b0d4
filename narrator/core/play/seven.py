"""A seven: who discards how many cards, and when the robber follows."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.card_moves import hand_refusals, pay, pay_unseen
from narrator.core.play.turns import after_roll
from narrator.core.table.cards import cards
from narrator.core.table.events import CardsDiscarded
from narrator.core.table.phase import Discarding, MovingRobber, Phase
from narrator.core.table.state import GameState


def discards_owed(state: GameState, settled: frozenset[int] = frozenset()) -> dict[int, int]:
    """Everybody with too many cards gives half of them, once a seven."""
    rules = state.rules
    if rules.discards == "off":
        return {}
    return {
        number: (seat.hand + (rules.discard_round == "up")) // 2
        for number, seat in enumerate(state.seats)
        if seat.hand > rules.discard_limit and not seat.left and number not in settled
    }


def begin_seven(state: GameState, settled: frozenset[int] = frozenset()) -> GameState:
    """Open the discards, or go on to the robber when nobody owes any."""
    owed = discards_owed(state, settled)
    ask_everybody = state.game.tracking == "script" and state.rules.discards == "on"
    if owed or ask_everybody:
        return replace(state, phase=Discarding(owed, settled))
    return replace(state, phase=after_discards(state, settled))


def after_discards(state: GameState, settled: frozenset[int] | None) -> Phase:
    back = after_roll(state)
    return MovingRobber(back, settled) if state.rules.robber == "on" else back


def reopen_seven(state: GameState) -> GameState:
    """A hand was counted anew or a rule changed: in the middle of a seven that may change who owes what."""
    if isinstance(state.phase, Discarding | MovingRobber) and state.phase.settled is not None:
        return begin_seven(state, state.phase.settled)
    if isinstance(state.phase, MovingRobber) and state.rules.robber == "off":
        return replace(state, phase=state.phase.back)
    return state


def refuse_discard(state: GameState, event: CardsDiscarded) -> Iterator[Refusal]:
    seat = event.seat
    given = discarded(event)
    if event.cards is not None:
        yield from hand_refusals(state, seat, cards(event.cards))
    elif state.game.cards == "app":
        yield impossible("discard.name_cards", seat=seat)
    elif given > (have := state.seats[seat].hand):
        yield irregular("hand.too_few", seat=seat, need=given, have=have)
    if not isinstance(state.phase, Discarding) or event.late:
        return
    due = state.phase.owed.get(seat, 0)
    if given != due:
        yield irregular("discard.count", seat=seat, owed=due, given=given)
    if state.rules.discard_order == "seat_order" and due:
        count = len(state.seats)
        before = min(state.phase.owed, key=lambda number: (number - state.turn) % count)
        if before != seat:
            yield irregular("discard.order", seat=seat, first=before)


def discarded(event: CardsDiscarded) -> int:
    return event.count if event.cards is None else cards(event.cards).total()  # type: ignore[return-value]


def apply_discard(state: GameState, event: CardsDiscarded) -> GameState:
    if event.cards is None:
        state = pay_unseen(state, event.seat, event.count or 0)
    else:
        state = pay(state, event.seat, cards(event.cards))
    return discard_settled(state, event.seat)


def discard_settled(state: GameState, number: int) -> GameState:
    """A seat owes nothing more; the robber waits for the last one."""
    if not isinstance(state.phase, Discarding):
        return state
    settled = state.phase.settled | {number}
    owed = {seat: count for seat, count in state.phase.owed.items() if seat != number}
    return replace(state, phase=Discarding(owed, settled) if owed else after_discards(state, settled))
