"""What one seat may enter, against trying everything: all that its hand pays and nobody refuses, and nothing else."""

import pytest
from hypothesis import given as tried
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.record.event_specs import spec_of
from narrator.core.record.judging import apply, refusals
from narrator.core.record.seat_choices import MAX_LISTED, cannot_pay, cost_of, known_hand, seat_choices
from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    DevelopmentBought,
    DiceRolled,
    PlayersTraded,
    TurnEnded,
)
from narrator.core.table.hands import Hands
from narrator.core.table.phase import Acting, Discarding, Rolling
from narrator.core.table.state import GameState
from tests.support.examples import examples
from tests.support.games import ANA, BORIS, given, new_game
from tests.support.player import Policy, TrueTable
from tests.support.random_games import PRESETS
from tests.support.seat_choices import everything, text

SEEN = Policy(seen_theft=1.0, bank_trade=1, card=10)
"""A table at which every card is seen, so that every hand is known."""


def check(state: GameState, seat: int) -> None:
    hand = known_hand(state, seat)
    assert hand is not None
    found = seat_choices(state, seat)
    open_ = {kind.type for kind in found.open}
    regular = [
        event
        for event in everything(state, seat)
        if event.type not in open_ and not refusals(state, event) and hand.covers(cost_of(state, event))
    ]
    told = [event for event in found.events if event.type not in open_]
    assert text(told) == text(regular), (state.phase, seat)
    assert all(spec_of(event).is_proposable for event in found.events)


@examples(12)
@tried(st.integers(0, 10**6), st.integers(3, 6), st.sampled_from(PRESETS), st.integers(0, 260))
def test_what_a_known_hand_may_do_is_all_that_it_pays_and_nobody_refuses(
    seed: int, players: int, preset: str, events: int
) -> None:
    table = TrueTable(new_game(players, layout="random_tokens", seed=seed, preset=preset), seed, SEEN)
    list(table.events(events))
    for seat in range(players):
        check(table.state, seat)


@pytest.mark.thorough
@pytest.mark.parametrize("preset", ["official_6e", "seed_001"])
def test_so_it_is_at_every_moment_of_an_evening(preset: str) -> None:
    table = TrueTable(new_game(4, layout="random_tokens", seed=3, preset=preset), 3, SEEN)
    state, phases = table.state, set()
    for number, event in enumerate(table.events(420)):
        if number % 9 == 0 or state.phase.step in ("settlement", "discard", "steal", "free_roads"):
            for seat in range(4):
                check(state, seat)
            phases.add(state.phase.step)
        state = apply(state, event)
    assert {"settlement", "road", "roll", "actions", "robber", "steal", "discard"} <= phases


def holding(hand: Cards, step: object = "actions", seat: int = ANA, **rules: object) -> GameState:
    """A table at which one seat holds these cards, and everybody knows it."""
    state = given(new_game(4, **rules), hands={seat: hand.total()}, step=step)  # type: ignore[arg-type]
    return replace(state, hands=Hands(tuple(hand if number == seat else NO_CARDS for number in range(4))))


def of(kind: type, state: GameState, seat: int = ANA) -> list[AnyFact]:
    return [event for event in seat_choices(state, seat).events if isinstance(event, kind)]


def test_only_what_the_hand_holds_can_be_bought() -> None:
    assert of(DevelopmentBought, holding(Cards(wool=1, grain=1, ore=1))) == [DevelopmentBought(seat=ANA)]
    assert of(DevelopmentBought, holding(Cards(wool=2, grain=1))) == []


def test_every_trade_with_the_bank_is_in_the_list() -> None:
    found = of(BankTraded, holding(Cards(wool=8)))
    one = [event for event in found if sum(event.receive.values()) == 1]  # type: ignore[union-attr]
    assert (len(one), len(found)) == (4, 4 + 10)
    assert BankTraded(seat=ANA, give={"wool": 8}, receive={"ore": 1, "brick": 1}) in found


def test_a_list_that_is_too_long_is_open_and_its_single_trades_are_reported() -> None:
    state = holding(Cards(wool=19))
    state = replace(state, seats=(replace(state.seats[ANA], harbours=frozenset({"wool"})), *state.seats[1:]))
    found = seat_choices(state, ANA)
    assert "bank_traded" in {kind.type for kind in found.open}
    single = [event for event in found.events if isinstance(event, BankTraded)]
    assert text(single) == text(
        BankTraded(seat=ANA, give={"wool": paid}, receive={other: 1})
        for paid in (2, 4)
        for other in RESOURCES
        if other != "wool"
    )


def test_discards_are_reported_one_by_one_up_to_two_hundred() -> None:
    few = holding(Cards(4, 4), Discarding({ANA: 4}))
    assert len(of(CardsDiscarded, few)) == 5
    assert seat_choices(few, ANA).open == ()
    many = holding(Cards(4, 4, 4, 4, 4), Discarding({ANA: 10}))
    assert of(CardsDiscarded, many) == []
    assert [kind.type for kind in seat_choices(many, ANA).open] == ["cards_discarded"]
    assert MAX_LISTED == 200


def test_who_is_not_on_turn_has_only_what_is_anybodys() -> None:
    state = holding(Cards(3, 3, 3, 3, 3), seat=BORIS)
    assert seat_choices(state, BORIS).events == ()
    assert {event.type for event in seat_choices(state, ANA).events} == {"turn_ended"}


def test_the_narrators_own_dice_are_thrown_and_not_told() -> None:
    assert len(of(DiceRolled, holding(NO_CARDS, Rolling()))) == 11
    assert of(DiceRolled, holding(NO_CARDS, Rolling(), dice_source="app")) == []


def test_a_hand_in_doubt_has_what_may_be_and_what_surely_lacks_is_marked() -> None:
    state = given(new_game(4), hands={ANA: 3}, step=Acting())
    assert known_hand(state, ANA) is None
    assert DevelopmentBought(seat=ANA) in seat_choices(state, ANA).events
    assert not cannot_pay(state, DevelopmentBought(seat=ANA))
    assert cannot_pay(state, BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}))
    known = holding(Cards(wool=3))
    assert cannot_pay(known, DevelopmentBought(seat=ANA))
    assert cannot_pay(known, PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}))
    assert not cannot_pay(known, TurnEnded(seat=ANA))
