"""A practice turn: one make-believe roll, trade and road before the first real roll, on a branch of the record.

It leaves no trace: nothing of it is entered, and its last scene says what goes back to where it was.
"""

from collections.abc import Callable
from functools import reduce
from typing import Literal

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.play.production import income
from narrator.core.play.trade import rates
from narrator.core.record.choices import legal_events
from narrator.core.record.record import Record
from narrator.core.record.rules import apply
from narrator.core.table.cards import NONE, RESOURCES, Cards, Resource, some
from narrator.core.table.events import AnyFact, BankTraded, CardsGained, DiceRolled, RoadBuilt, StepDone
from narrator.core.table.phase import Rolling, Trading
from narrator.core.table.state import GameState, mode_of
from narrator.script.scenes.model import Chip

Part = Literal["roll", "borrow", "trade", "road", "return"]
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
KEPT: tuple[Resource, ...] = ("wool", "grain", "ore")  # what a road does not need: it is traded away


class Scene(Struct, frozen=True):
    """One step of the practice turn."""

    part: Part
    line: Msg  # what to do
    record: Record  # the table as it would be then
    chips: tuple[Chip, ...] = ()  # at the end: what everybody gives back, or takes back


def can_practise(state: GameState) -> bool:
    """Everybody has placed and nobody has rolled. Where two rolls make a turn, or no board is drawn, there is none; nor
    where the app deals: there are no cards to borrow."""
    if state.game.cards == "app":
        return False
    is_first = state.round == 1 and state.turn == state.first and state.roll is None
    return (
        state.game.board is not None and isinstance(state.phase, Rolling) and is_first and not mode_of(state).neutrals
    )


def practice_turn(record: Record) -> tuple[Scene, ...]:
    """Its scenes, each on a branch of its own; none where the table can't practise now."""
    if not can_practise(record.state):
        return ()
    seat, branch, found = record.state.turn, record, []
    for part, happens in PARTS:
        events = happens(branch.state)
        if not events:
            continue
        branch = branch.branch()
        for event in events:
            branch.enter(event)  # nobody judges it: what is borrowed is against the rules
        found.append(Scene(part, _line(part, branch.state, seat), branch))
    back = Scene("return", msg("practice.return"), record, _returned(record.state, branch.state))
    return (*found, back)


def _line(part: Part, state: GameState, seat: int) -> Msg:
    return msg("practice.roll", seat=seat, n=state.roll) if part == "roll" else msg(f"practice.{part}", seat=seat)


# What happens.


def _roll(state: GameState) -> tuple[AnyFact, ...]:
    """What pays whoever is on turn most, and then the others."""
    seat = state.turn

    def worth(number: int) -> tuple[int, int]:
        paid = income(state, number)
        return paid[seat].total(), sum(cards.total() for cards in paid)

    return (DiceRolled(seat=seat, total=max(NUMBERS, key=worth)),)


def _borrow(state: GameState) -> tuple[AnyFact, ...]:
    """What is missing for the trade and the road."""
    seat, hand, given, wanted = state.turn, _hand(state, state.turn), _given(state), _wanted(state)
    other: Resource = "brick" if wanted == "lumber" else "lumber"
    missing = some(given, max(0, _rate(state, given) - hand.of(given))).plus(some(other, max(0, 1 - hand.of(other))))
    return (CardsGained(gains={seat: missing.counts()}),) if missing.total() else ()


def _trade(state: GameState) -> tuple[AnyFact, ...]:
    given = _given(state)
    return (BankTraded(seat=state.turn, give={given: _rate(state, given)}, receive={_wanted(state): 1}),)


def _road(state: GameState) -> tuple[AnyFact, ...]:
    """Where trading comes first, it is over now."""
    done: tuple[AnyFact, ...] = (StepDone(step="trade"),) if isinstance(state.phase, Trading) else ()
    building = reduce(apply, done, state)
    return (*done, *[event for event in legal_events(building) if isinstance(event, RoadBuilt)][:1])


def _given(state: GameState) -> Resource:
    """Of what a road does not need, the kind of which most are there, at the best rate."""
    hand = _hand(state, state.turn)
    return max(KEPT, key=lambda kind: hand.of(kind) - _rate(state, kind))


def _wanted(state: GameState) -> Resource:
    """Of what a road needs, the kind that is scarcer."""
    hand = _hand(state, state.turn)
    return "lumber" if hand.of("lumber") < hand.of("brick") else "brick"


def _rate(state: GameState, kind: Resource) -> int:
    return rates(state, state.turn, kind)[0]


def _hand(state: GameState, seat: int) -> Cards:
    """The first cards are known to all; after that the practice turn knows its own."""
    return state.hands.bounds(seat).low if state.hands is not None else NONE


# What it comes to.


PARTS: tuple[tuple[Part, Callable[[GameState], tuple[AnyFact, ...]]], ...] = (
    ("roll", _roll),
    ("borrow", _borrow),
    ("trade", _trade),
    ("road", _road),
)


def _returned(before: GameState, after: GameState) -> tuple[Chip, ...]:
    """What everybody holds too much goes to the bank, and what they paid comes back."""
    return tuple(
        Chip(seat, gives=_more(after, before, seat), takes=_more(before, after, seat))
        for seat in range(len(before.seats))
        if _hand(before, seat) != _hand(after, seat)
    )


def _more(one: GameState, other: GameState, seat: int) -> dict[Resource, int]:
    mine, theirs = _hand(one, seat), _hand(other, seat)
    return {kind: mine.of(kind) - theirs.of(kind) for kind in RESOURCES if mine.of(kind) > theirs.of(kind)}
