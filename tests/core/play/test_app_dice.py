"""Rulings T-08 and T-09: dice that the app throws, and the deck of the 36 ways in which two dice fall."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from narrator.core.play.roll_and_discard import CARDS_PER_PASS, COMBINATIONS, Dice, deck_cards_left, next_dice, rolls_in
from narrator.core.table.box import PIPS
from narrator.core.table.events import AnyFact, DiceRolled, RuleChanged, TurnEnded
from narrator.core.table.house_rules import HouseRules
from tests.support.games import ANA, BORIS, given, new_game, play

DICE = HouseRules()
DECK = HouseRules(dice_mode="deck36")


def luck(seed: int) -> Random:
    return Random(seed)


def pick_from(seed: int):
    source = luck(seed)
    return lambda count: int(source.random() * count)


def rolled(dice: Dice) -> DiceRolled:
    return DiceRolled(seat=ANA, dice=dice)


def played(rules: HouseRules, rolls: int, seed: int) -> list[DiceRolled]:
    """A history of so many rolls by the app, with other things between them."""
    pick = pick_from(seed)
    history: list[AnyFact] = []
    for _ in range(rolls):
        history += [rolled(next_dice(rules, history, pick)), TurnEnded(seat=ANA)]
    return rolls_in(history)


def test_T_06_the_deck_holds_every_way_of_two_dice_once():
    assert (len(COMBINATIONS), len(set(COMBINATIONS)), CARDS_PER_PASS) == (36, 36, 31)
    assert Counter(map(sum, COMBINATIONS)) == PIPS


@pytest.mark.parametrize("picks", [(0, 0), (5, 5), (2, 4)])
def test_T_08_the_app_throws_two_dice_from_chance_that_it_is_given(picks: tuple[int, int]):
    asked: list[int] = []
    answers = iter(picks)

    def pick(count: int) -> int:
        asked.append(count)
        return next(answers)

    assert next_dice(DICE, [], pick) == (picks[0] + 1, picks[1] + 1)
    assert asked == [6, 6]


def test_T_08_dice_forget_what_was_rolled():
    history = [rolled((6, 6))] * 40
    assert next_dice(DICE, history, lambda count: count - 1) == (6, 6)


@settings(max_examples=50, deadline=None)
@drawn(st.integers(0, 10**6))
def test_T_09_a_pass_of_thirty_one_cards_shows_none_twice_and_then_the_deck_is_remade(seed: int) -> None:
    shown = [roll.dice for roll in played(DECK, 3 * CARDS_PER_PASS, seed) if roll.dice is not None]
    assert len(shown) == 3 * CARDS_PER_PASS
    for start in range(0, len(shown), CARDS_PER_PASS):
        assert len(set(shown[start : start + CARDS_PER_PASS])) == CARDS_PER_PASS
    assert len(deck_cards_left([rolled(dice) for dice in shown[: CARDS_PER_PASS - 1]])) == 6
    assert len(deck_cards_left([rolled(dice) for dice in shown[:CARDS_PER_PASS]])) == 36


def test_T_09_every_card_that_is_left_may_be_next():
    history: list[AnyFact] = [rolled(way) for way in COMBINATIONS[:30]]

    def pick(card: int) -> Callable[[int], int]:
        return lambda count: card

    found = {next_dice(DECK, history, pick(card)) for card in range(6)}
    assert found == set(COMBINATIONS[30:])


def test_T_09_a_total_told_without_its_dice_takes_one_of_its_cards():
    twelve, seven = DiceRolled(seat=ANA, total=12), DiceRolled(seat=ANA, total=7)
    assert (6, 6) not in deck_cards_left([twelve])
    assert Counter(map(sum, deck_cards_left([seven, seven, rolled((3, 4))])))[7] == 3
    assert len(deck_cards_left([twelve, twelve])) == 35, "a twelfth that the deck has not is no card of it"


def test_T_09_the_table_knows_how_far_the_deck_is():
    state = given(new_game(dice_mode="deck36"), step="roll", deck_cards_drawn=29)
    last = play(state, DiceRolled(seat=ANA, total=12))
    remade = play(last, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=12))
    assert (last.deck_cards_drawn, remade.deck_cards_drawn) == (30, 0)
    assert play(given(new_game(), step="roll"), DiceRolled(seat=ANA, total=12)).deck_cards_drawn == 0
    assert play(state, DiceRolled(seat=ANA, total=12, late=True)).deck_cards_drawn == 30


def test_T_09_a_deck_that_the_table_takes_to_in_mid_game_is_whole() -> None:
    before = [rolled((3, 4))] * 12
    switched = RuleChanged(key="dice_mode", value="deck36")
    assert deck_cards_left(rolls_in([*before, switched])) == list(COMBINATIONS)
    assert len(deck_cards_left(rolls_in([*before, switched, rolled((3, 4))]))) == 35
