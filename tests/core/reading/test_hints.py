"""Ruling K-02: what speaks for a place, for a table whose members may ask."""

import pytest
from msgspec.structs import replace

from narrator.core.reading.hints import (
    Destination,
    Hint,
    best_places,
    best_roads,
    corner_hint,
    destination_of_road,
    destination_of_settlement,
)
from narrator.core.record.choices import legal_events
from narrator.core.table.board import make_board
from narrator.core.table.events import SettlementBuilt
from narrator.core.table.phase import PlacingSettlement
from narrator.core.table.state import Building
from tests.support.games import ANA, BORIS, fifth_edition_board, given, hexagon, new_game, path, play, spot

FIFTH = fifth_edition_board()


def test_K_02_a_corner_counts_the_dice_of_the_hexes_round_it() -> None:
    found = corner_hint(FIFTH, spot("A1-A2-B2"))
    assert found == Hint(spot("A1-A2-B2"), cards=3 + 1 + 5, rolls=9, kinds=("ore", "wool", "brick"), harbour=None)
    assert found.is_varied
    assert found.score == 10, "three kinds count as much as the rarest number"


def test_K_02_the_desert_brings_nothing_and_is_no_kind() -> None:
    beside = [at for at in FIFTH.island.intersections if FIFTH.robber in FIFTH.island.hexes_at[at]]
    assert len(beside) == 6
    assert not any(corner_hint(FIFTH, at).is_varied for at in beside)


def test_K_02_a_harbour_counts_too() -> None:
    at = next(at for at, kind in FIFTH.harbour_at.items() if kind == "any")
    found = corner_hint(FIFTH, at)
    assert found.harbour == "any"
    assert found.score == found.cards + found.is_varied + 1


def test_K_02_the_best_come_first_and_only_free_places_count() -> None:
    free = given(new_game(hints="on_request")).game.board
    assert free is not None
    best = best_places(free, free.island.intersections)
    scores = sorted((corner_hint(free, at).score for at in free.island.intersections), reverse=True)
    assert [found.score for found in best] == scores[:3]
    others = [at for at in free.island.intersections if at != best[0].at]
    assert best[0] not in best_places(free, others)


@pytest.mark.parametrize("count", [1, 3, 60])
def test_K_02_there_are_no_more_hints_than_places(count: int) -> None:
    state = new_game(hints="on_request")
    legal = [event.at for event in legal_events(state) if isinstance(event, SettlementBuilt) and event.at]
    assert len(best_places(FIFTH, legal, count)) == min(count, 54)


def test_K_02_a_number_that_lies_twice_at_a_corner_pays_in_no_more_rolls() -> None:
    twice = make_board({**FIFTH.terrain}, {**FIFTH.numbers, hexagon("A2"): 10}, FIFTH.harbours)
    found = corner_hint(twice, spot("A1-A2-B2"))
    assert (found.cards, found.rolls) == (3 + 3 + 5, 3 + 5)


def test_K_02_a_settlement_leads_to_the_best_corner_two_roads_away() -> None:
    state = given(new_game(hints="on_request"), step=PlacingSettlement(1), round=0)
    lead = destination_of_settlement(state, ANA, spot("A1-A2-B2"))
    assert lead is not None
    two_away = [at for near in FIFTH.island.next_to[spot("A1-A2-B2")] for at in FIFTH.island.next_to[near]]
    others = [at for at in two_away if at != spot("A1-A2-B2")]
    assert lead == Destination(best_places(FIFTH, others, 1)[0], roads=2)


def test_K_02_a_first_road_points_to_the_best_corner_that_it_brings_nearer() -> None:
    settled = play(new_game(hints="on_request"), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))
    found = best_roads(settled, ANA, FIFTH.island.paths_at[spot("A1-A2-B2")])
    assert [(one.at, one.destination.corner.at, one.destination.roads) for one in found] == [
        (path("A1|B2"), spot("B1-B2-C2"), 1),
        (path("A2|B2"), spot("B2-B3-C3"), 1),
        (path("A1|A2"), spot("A1 N"), 1),
    ]
    assert [(one.destination.corner.rolls, one.destination.corner.harbour) for one in found] == [
        (8, None),
        (8, None),
        (3, "any"),
    ]


def test_K_02_a_road_leads_nowhere_that_others_have_taken() -> None:
    settled = play(new_game(hints="on_request"), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))
    best = best_roads(settled, ANA, FIFTH.island.paths_at[spot("A1-A2-B2")])[0]
    taken = replace(settled, buildings={**settled.buildings, best.destination.corner.at: Building(BORIS)})
    again = destination_of_road(taken, ANA, best.at)
    assert again is None or again.corner.at != best.destination.corner.at


def test_K_02_in_a_turn_a_road_that_reaches_a_corner_needs_no_more() -> None:
    state = given(new_game(), settlements={ANA: ["A1-A2-B2"]}, roads={ANA: ["A1|B2"]})
    found = destination_of_road(state, ANA, path("A1|B1"))
    assert found is not None
    assert found.roads <= 1
    assert destination_of_road(state, ANA, path("A1|B2")) is None, "it lies there already"
