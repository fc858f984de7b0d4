"""A practice turn before the first roll, on a branch of the record; its last scene says which cards go back."""

from collections.abc import Callable
from functools import reduce
from typing import Literal

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.play.production import income
from narrator.core.play.trade import bank_rates
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply
from narrator.core.record.record import Record
from narrator.core.table.cards import NO_CARDS, Cards, Resource, cards_of
from narrator.core.table.events import AnyFact, BankTraded, CardsGained, DiceRolled, RoadBuilt, StepDone
from narrator.core.table.phase import Rolling, Trading
from narrator.core.table.state import GameState, mode_of
from narrator.script.scenes.model import PicturedPlayer

PracticePart = Literal["roll", "borrow", "trade", "road", "return"]
ROLLABLE_NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
TRADED_AWAY: tuple[Resource, ...] = ("wool", "grain", "ore")  # a road does not need them


class PracticeScene(Struct, frozen=True):
    part: PracticePart
    line: Msg
    record: Record  # the table as it would be then
    players: tuple[PicturedPlayer, ...] = ()  # at the end: what each player gives or takes back


def can_practice(state: GameState) -> bool:
    """Return whether the first turn begins, on a known board with cards on the table and one roll a turn."""
    is_first = state.round == 1 and state.turn == state.first_seat and state.roll is None
    is_possible = state.game.has_board and not state.game.is_dealt and not mode_of(state).neutrals
    return is_possible and is_first and isinstance(state.phase, Rolling)


def practice_turn(record: Record) -> tuple[PracticeScene, ...]:
    """Return the scenes of the practice turn, each on its own branch; none if the table cannot practise now."""
    if not can_practice(record.state):
        return ()
    seat, branch, found = record.state.turn, record, []
    for part, find_events in PARTS:
        events = find_events(branch.state)
        if not events:
            continue
        branch = branch.copy()
        for event in events:
            branch.add_unchecked(event)  # without checks: borrowing cards is illegal
        number = {"n": branch.state.roll} if part == "roll" else {}
        found.append(PracticeScene(part, msg(f"practice.{part}", seat=seat, **number), branch))
    back = PracticeScene("return", msg("practice.return"), record, _returned_cards(record.state, branch.state))
    return (*found, back)


def _roll(state: GameState) -> tuple[AnyFact, ...]:
    """Roll the number that pays the player on turn most, and then the others."""
    seat = state.turn

    def worth(number: int) -> tuple[int, int]:
        paid = income(state, number)
        return paid[seat].total(), sum(cards.total() for cards in paid)

    return (DiceRolled(seat=seat, total=max(ROLLABLE_NUMBERS, key=worth)),)


def _borrow(state: GameState) -> tuple[AnyFact, ...]:
    seat, hand, given, wanted = state.turn, _hand(state, state.turn), _resource_to_give(state), _resource_to_take(state)
    other: Resource = "brick" if wanted == "lumber" else "lumber"
    missing = cards_of(given, max(0, _rate(state, given) - hand.count_of(given)))
    missing = missing.plus(cards_of(other, max(0, 1 - hand.count_of(other))))
    return (CardsGained(gains={seat: missing.counts()}),) if missing.total() else ()


def _trade(state: GameState) -> tuple[AnyFact, ...]:
    given = _resource_to_give(state)
    return (BankTraded(seat=state.turn, give={given: _rate(state, given)}, receive={_resource_to_take(state): 1}),)


def _road(state: GameState) -> tuple[AnyFact, ...]:
    """Build a road, after ending the trade phase if there is one."""
    done: tuple[AnyFact, ...] = (StepDone(step="trade"),) if isinstance(state.phase, Trading) else ()
    building = reduce(apply, done, state)
    return (*done, *[event for event in legal_events(building) if isinstance(event, RoadBuilt)][:1])


def _resource_to_give(state: GameState) -> Resource:
    """Return the resource to trade away: plenty in hand, at a good rate."""
    hand = _hand(state, state.turn)
    return max(TRADED_AWAY, key=lambda kind: hand.count_of(kind) - _rate(state, kind))


def _resource_to_take(state: GameState) -> Resource:
    """Return the scarcer of the two resources that a road needs."""
    hand = _hand(state, state.turn)
    return "lumber" if hand.count_of("lumber") < hand.count_of("brick") else "brick"


def _rate(state: GameState, kind: Resource) -> int:
    return bank_rates(state, state.turn, kind)[0]


def _hand(state: GameState, seat: int) -> Cards:
    return state.hands.bounds(seat).low if state.hands is not None else NO_CARDS


PARTS: tuple[tuple[PracticePart, Callable[[GameState], tuple[AnyFact, ...]]], ...] = (
    ("roll", _roll),
    ("borrow", _borrow),
    ("trade", _trade),
    ("road", _road),
)


def _returned_cards(before: GameState, after: GameState) -> tuple[PicturedPlayer, ...]:
    moved = [seat for seat in range(len(before.seats)) if _hand(before, seat) != _hand(after, seat)]
    return tuple(PicturedPlayer(seat, _surplus(before, after, seat), _surplus(after, before, seat)) for seat in moved)


def _surplus(one: GameState, other: GameState, seat: int) -> dict[Resource, int]:
    mine, theirs = _hand(one, seat), _hand(other, seat)
    return Cards(*(max(0, a - b) for a, b in zip(mine, theirs, strict=True))).counts()
