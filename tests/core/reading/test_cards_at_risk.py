"""What the next seven would cost."""

import pytest

from narrator.core.reading.hints import cards_at_risk
from narrator.core.table.phase import Acting, Discarding, MovingRobber, PlacingSettlement, Rolling
from tests.support.games import ANA, BORIS, given, new_game


@pytest.mark.parametrize(("hand", "lost"), [(0, 0), (7, 0), (8, 4), (9, 4), (14, 7)])
def test_more_than_seven_cards_cost_half_rounded_down(hand: int, lost: int) -> None:
    state = given(new_game(), hands={ANA: hand, BORIS: 20})
    assert cards_at_risk(state, ANA) == lost


@pytest.mark.parametrize(("hand", "lost"), [(9, 0), (10, 0), (11, 6)])
def test_the_limit_and_the_rounding_are_those_of_tonight(hand: int, lost: int) -> None:
    state = given(new_game(discard_limit=10, discard_round="up"), hands={ANA: hand})
    assert cards_at_risk(state, ANA) == lost


def test_no_seven_no_harm() -> None:
    assert cards_at_risk(given(new_game(discards="off"), hands={ANA: 9}), ANA) == 0
    spared = new_game(no_seven_rounds=2)
    assert cards_at_risk(given(spared, round=2, hands={ANA: 9}), ANA) == 0
    assert cards_at_risk(given(spared, round=3, hands={ANA: 9}), ANA) == 4


def test_while_a_seven_is_settled_and_while_pieces_are_placed_nothing_is_said() -> None:
    for step in (Discarding({ANA: 4}), MovingRobber(Acting()), PlacingSettlement(2)):
        assert cards_at_risk(given(new_game(), step=step, hands={ANA: 9}), ANA) == 0
    assert cards_at_risk(given(new_game(), step=Rolling(), turn=BORIS, hands={ANA: 9}), ANA) == 4


def test_of_a_hand_that_nobody_vouches_for_nothing_is_said() -> None:
    unsure = given(new_game(), hands={ANA: 9, BORIS: 9}, unsure={"hand.0": 3})
    assert (cards_at_risk(unsure, ANA), cards_at_risk(unsure, BORIS)) == (0, 4)
