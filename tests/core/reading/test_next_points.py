"""What would give the next points: from pieces, roads and knights that everybody can see."""

from typing import Any

from narrator.core.reading.hints import NextPoint, next_points
from narrator.core.table.phase import Over, PlacingSettlement
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, given, new_game

ONE_ROAD: dict[str, Any] = {"settlements": {ANA: ["A1-A2-B2"]}, "roads": {ANA: ["A1|B2"]}}
"""Ana's road leads one step from her settlement: the next corner is too close, the one after it is free."""
KNIGHTS = NextPoint("largest_army", 2, missing=3, have=0, need=3)


def of_kind(state: GameState, kind: str, seat: int = ANA) -> list[NextPoint]:
    return [one for one in next_points(state, seat) if one.kind == kind]


def test_a_city_first_then_a_settlement_one_road_away_then_the_titles() -> None:
    state = given(new_game(), **ONE_ROAD)
    assert next_points(state, ANA) == [
        NextPoint("city", 1),
        NextPoint("settlement", 1, missing=1),
        KNIGHTS,
        NextPoint("longest_road", 2, missing=4, have=1, need=5),
    ]


def test_where_a_road_leads_to_a_free_corner_nothing_is_missing_for_a_settlement() -> None:
    state = given(new_game(), settlements={ANA: ["A1-A2-B2"]}, roads={ANA: ["A1|B2", "A1|B1"]})
    assert of_kind(state, "settlement") == [NextPoint("settlement", 1, missing=0)]


def test_a_foreign_building_shuts_the_way_and_all_five_settlements_leave_none() -> None:
    near = given(
        new_game(), settlements={ANA: ["A1-A2-B2"], BORIS: ["A1-B1-B2"]}, roads={ANA: ["A1|B2"], BORIS: ["A1|B1"]}
    )
    assert of_kind(near, "settlement") == [NextPoint("settlement", 1, missing=2)], "she goes round the other way"
    used_up = given(new_game(), **ONE_ROAD, seats={ANA: {"settlements": 5}})
    assert of_kind(used_up, "settlement") == []


def test_without_an_own_settlement_or_a_city_left_there_is_no_city() -> None:
    assert of_kind(given(new_game(), **ONE_ROAD, seats={ANA: {"cities": 4}}), "city") == []
    assert of_kind(given(new_game(), cities={ANA: ["A1-A2-B2"]}), "city") == []


def test_a_title_that_somebody_holds_takes_one_more_than_theirs() -> None:
    held = given(
        new_game(),
        roads={ANA: ["A1|A2", "A1 E"], BORIS: ["D1|E1", "D2|E1", "D2|E2", "D3|E2", "D3|E3", "D4|E3"]},
        seats={BORIS: {"knights": 4}},
    )
    assert held.longest_road == held.largest_army == BORIS
    (road,), (army,) = of_kind(held, "longest_road"), of_kind(held, "largest_army")
    assert (road.need, road.missing) == (7, 7 - road.have)
    assert army == NextPoint("largest_army", 2, missing=5, have=0, need=5)
    assert of_kind(held, "longest_road", BORIS) == of_kind(held, "largest_army", BORIS) == [], "he has them"


def test_a_title_that_no_piece_or_card_is_left_for_is_none() -> None:
    assert of_kind(given(new_game(), **ONE_ROAD, seats={ANA: {"roads": 12}}), "longest_road") == []
    assert of_kind(given(new_game(), deck=2), "largest_army") == []
    assert of_kind(given(new_game(), deck=2, seats={ANA: {"development_cards": 1}}), "largest_army") == [KNIGHTS]
    assert of_kind(given(new_game(development_cards="off")), "largest_army") == []


def test_without_a_board_reach_is_unknown_and_an_unmeasured_road_says_nothing() -> None:
    counted = given(new_game(tracking="counts"), seats={ANA: {"settlements": 2}})
    assert of_kind(counted, "settlement") == [NextPoint("settlement", 1)]
    assert of_kind(counted, "longest_road") != []
    unmeasured = given(new_game(tracking="counts"), seats={BORIS: {"road_measured": False}})
    assert of_kind(unmeasured, "longest_road") == []


def test_nothing_while_first_pieces_are_placed_nor_after_the_end_nor_where_nobody_counts() -> None:
    assert next_points(given(new_game(), step=PlacingSettlement(1), round=0), ANA) == []
    assert next_points(given(new_game(), step=Over(ANA)), ANA) == []
    assert next_points(given(new_game(tracking="script")), ANA) == []
    assert next_points(given(new_game(), seats={ANA: {"has_left": True}}), ANA) == []
