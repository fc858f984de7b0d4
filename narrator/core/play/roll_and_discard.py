"""Rolls: dice or a deck, production, and the seven with its discards.

The app can roll dice or draw from a deck of the 36 combinations; randomness comes from outside, as `pick`. The last
five cards of the deck are never drawn: after 31 cards all are shuffled again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.card_moves import hand_refusals, pay, pay_unseen
from narrator.core.play.production import income, produce
from narrator.core.play.turns import begin_turn, pass_turn, phase_after_roll
from narrator.core.table.cards import NO_CARDS, Cards, cards
from narrator.core.table.events import AnyFact, CardsDiscarded, DiceRolled, RuleChanged
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.phase import Discarding, MovingRobber, Over, Phase, Rolling
from narrator.core.table.state import GameState, mode_of


def is_repeated_roll(state: GameState, total: int) -> bool:
    """Return whether a second roll equals the first: it does not count and is rolled again."""
    return state.rolls == (total,) and mode_of(state).second_roll


def is_ignored_seven(state: GameState, total: int) -> bool:
    """Return whether the table plays its first rounds without sevens, and this is one."""
    return total == 7 and max(state.round, 1) <= state.rules.no_seven_rounds


def apply_roll(state: GameState, event: DiceRolled) -> GameState:
    drawn = (state.deck_cards_drawn + 1) % CARDS_PER_PASS if state.rules.dice_mode == "deck36" else 0
    state = replace(state, deck_cards_drawn=drawn)
    state = state_at_roll(state, event)
    if not event.late:
        state = replace(state, roll=event.sum)
    if isinstance(state.phase, Over):
        return state
    if event.late:
        return state if event.sum == 7 else produce(state, event.sum)
    return resolve_roll(state, event.sum)


def state_at_roll(state: GameState, event: DiceRolled) -> GameState:
    """Return the state in which a roll pays: the seat that rolls has the turn, because a short bank may pay in turn
    order. If it rolled out of turn, the host did not enter the end of the last turn."""
    if event.late:
        return state
    if state.phase.part_of_game != "turn":
        return begin_turn(state, event.seat)
    return state if event.seat == state.turn else pass_turn(state, event.seat)


def payout_of(before: GameState, event: DiceRolled) -> list[Cards]:
    """Return what each seat takes from the bank for a roll, given the state before it."""
    state = state_at_roll(before, event)
    is_repeated = not event.late and is_repeated_roll(state, event.sum)
    if event.sum == 7 or is_repeated or isinstance(state.phase, Over):
        return [NO_CARDS for _ in state.seats]
    return income(state, event.sum)


def resolve_roll(state: GameState, total: int) -> GameState:
    is_ignored = is_ignored_seven(state, total)
    if is_repeated_roll(state, total) or (is_ignored and state.rules.no_seven_mode == "reroll"):
        return replace(state, phase=Rolling())
    if mode_of(state).second_roll:
        state = replace(state, rolls=(*state.rolls, total))
    if is_ignored:
        return replace(state, phase=phase_after_roll(state))
    if total == 7:
        return begin_seven(state)
    return replace(produce(state, total), phase=phase_after_roll(state))


def cards_to_discard(hand_size: int, rules: HouseRules) -> int:
    """Return how many cards a hand of this size loses to a seven, at a table that discards."""
    return (hand_size + (rules.discard_round == "up")) // 2 if hand_size > rules.discard_limit else 0


def discards_owed(state: GameState, done_seats: frozenset[int] = frozenset()) -> dict[int, int]:
    rules = state.rules
    if rules.discards == "off":
        return {}
    return {
        seat: count
        for seat, player in enumerate(state.seats)
        if (count := cards_to_discard(player.hand_size, rules)) and not player.has_left and seat not in done_seats
    }


def begin_seven(state: GameState, done_seats: frozenset[int] = frozenset()) -> GameState:
    owed = discards_owed(state, done_seats)
    ask_everybody = state.game.tracking == "script" and state.rules.discards == "on"
    if owed or ask_everybody:
        return replace(state, phase=Discarding(owed, done_seats))
    return replace(state, phase=phase_after_discards(state, done_seats))


def phase_after_discards(state: GameState, done_seats: frozenset[int] | None) -> Phase:
    return_to = phase_after_roll(state)
    return MovingRobber(return_to, done_seats) if state.rules.robber == "on" else return_to


def recompute_discards(state: GameState) -> GameState:
    """After a recount or rule change during a seven, compute again who owes what."""
    if isinstance(state.phase, Discarding | MovingRobber) and state.phase.done_seats is not None:
        return begin_seven(state, state.phase.done_seats)
    if isinstance(state.phase, MovingRobber) and state.rules.robber == "off":
        return replace(state, phase=state.phase.return_to)
    return state


def refuse_discard(state: GameState, event: CardsDiscarded) -> Iterator[Refusal]:
    seat = event.seat
    given = discard_count(event)
    if event.cards is not None:
        yield from hand_refusals(state, seat, cards(event.cards))
    elif state.game.is_dealt:
        yield impossible("discard.name_cards", seat=seat)
    elif given > (have := state.seats[seat].hand_size):
        yield irregular("hand.too_few", seat=seat, need=given, have=have)
    if not isinstance(state.phase, Discarding) or event.late:
        return
    due = state.phase.owed.get(seat, 0)
    if given != due:
        yield irregular("discard.count", seat=seat, owed=due, given=given)
    if state.rules.discard_order == "seat_order" and due:
        count = len(state.seats)
        first = min(state.phase.owed, key=lambda other: (other - state.turn) % count)
        if first != seat:
            yield irregular("discard.order", seat=seat, first=first)


def discard_count(event: CardsDiscarded) -> int:
    return event.count if event.cards is None else cards(event.cards).total()  # type: ignore[return-value]


def apply_discard(state: GameState, event: CardsDiscarded) -> GameState:
    if event.cards is None:
        state = pay_unseen(state, event.seat, event.count or 0)
    else:
        state = pay(state, event.seat, cards(event.cards))
    return mark_discarded(state, event.seat)


def mark_discarded(state: GameState, seat: int) -> GameState:
    """Mark a seat as done; the robber waits for the last one."""
    if not isinstance(state.phase, Discarding):
        return state
    done_seats = state.phase.done_seats | {seat}
    owed = {other: count for other, count in state.phase.owed.items() if other != seat}
    return replace(state, phase=Discarding(owed, done_seats) if owed else phase_after_discards(state, done_seats))


Dice = tuple[int, int]
Pick = Callable[[int], int]  # given n, returns one of 0 … n-1 with equal probability

FACES = range(1, 7)
COMBINATIONS: tuple[Dice, ...] = tuple(product(FACES, FACES))
CARDS_LEFT_OUT = 5
CARDS_PER_PASS = len(COMBINATIONS) - CARDS_LEFT_OUT  # cards drawn before the deck is shuffled again


def next_dice(rules: HouseRules, history: Iterable[AnyFact], pick: Pick) -> Dice:
    if rules.dice_mode == "dice":
        return pick(len(FACES)) + 1, pick(len(FACES)) + 1
    left = deck_cards_left(rolls_in(history))
    return left[pick(len(left))]


def rolls_in(history: Iterable[AnyFact]) -> list[DiceRolled]:
    """Return all rolls since the table switched to the deck, including those that did not count."""
    found: list[DiceRolled] = []
    for fact in history:
        if isinstance(fact, DiceRolled):
            found.append(fact)
        elif isinstance(fact, RuleChanged) and fact.key == "dice_mode":
            found = []
    return found


def deck_cards_left(rolls: Sequence[DiceRolled]) -> list[Dice]:
    """Return the cards not yet drawn in this pass; a total entered without its dice takes any matching card.

    >>> seven = DiceRolled(seat=0, total=7)
    >>> len(deck_cards_left([])), len(deck_cards_left([seven] * 30)), len(deck_cards_left([seven] * 31))
    (36, 30, 36)
    """
    this_pass = rolls[len(rolls) // CARDS_PER_PASS * CARDS_PER_PASS :]
    drawn = {roll.dice for roll in this_pass}
    left = [dice for dice in COMBINATIONS if dice not in drawn]
    for roll in this_pass:
        matching = [dice for dice in left if roll.dice is None and sum(dice) == roll.sum]
        if matching:
            left.remove(matching[0])
    return left or list(COMBINATIONS)
