"""The narrator's dice: when they can be thrown."""

import pytest

from narrator.app.games.random_draws import next_roll
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.core.table.phase import Acting, PlacingFreeRoads, Rolling
from tests.support.games import ANA, given, kinds, new_game

pytestmark = pytest.mark.storeless


def test_free_roads_before_the_roll_may_be_left_for_it_where_one_may_take_fewer() -> None:
    state = given(new_game(dice_source="app"), phase=PlacingFreeRoads(2, Rolling()))
    assert kinds(state, DiceRolled(seat=ANA, total=8)) == []
    assert (next_roll(state) or ("none",))[0] == ()
    both = given(new_game(road_building_partial="not_allowed"), phase=PlacingFreeRoads(2, Rolling()))
    assert next_roll(both) is None


def test_free_roads_after_the_roll_end_with_the_turn() -> None:
    state = given(new_game(), phase=PlacingFreeRoads(1, Acting()))
    assert (next_roll(state) or ("none",))[0] == (TurnEnded(seat=ANA),)
