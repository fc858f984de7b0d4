"""When dice can be rolled next, and by whom."""

from narrator.core.record.next_roll import NextRoll, next_roll
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.core.table.phase import Acting, PlacingFreeRoads, Rolling
from tests.support.games import ANA, BORIS, given, kinds, new_game


def test_free_roads_before_the_roll_may_be_left_for_it_where_one_may_take_fewer() -> None:
    state = given(new_game(dice_source="app"), phase=PlacingFreeRoads(2, Rolling()))
    assert kinds(state, DiceRolled(seat=ANA, total=8)) == []
    assert next_roll(state) == NextRoll(ANA, ())
    both = given(new_game(road_building_partial="not_allowed"), phase=PlacingFreeRoads(2, Rolling()))
    assert next_roll(both) is None


def test_free_roads_after_the_roll_end_with_the_turn() -> None:
    state = given(new_game(), phase=PlacingFreeRoads(1, Acting()))
    assert next_roll(state) == NextRoll(BORIS, (TurnEnded(seat=ANA),))
