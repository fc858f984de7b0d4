"""How many roads are missing to a corner where somebody could build."""

from narrator.core.reading.hints import roads_to
from tests.support.games import ANA, BORIS, given, new_game, spot

FAR = spot("B1-C1-C2")
"""Three roads from Ana's settlement, past the corner between her and the coast."""


def test_roads_are_counted_over_free_paths() -> None:
    state = given(new_game(), settlements={ANA: ["A1-A2-B2"]})
    assert roads_to(state, ANA)[FAR] == 3
    begun = given(new_game(), settlements={ANA: ["A1-A2-B2"]}, roads={ANA: ["A1|B2"]})
    assert roads_to(begun, ANA)[FAR] == 2


def test_a_foreign_building_is_gone_round_and_so_is_a_foreign_road() -> None:
    built = given(new_game(), settlements={ANA: ["A1-A2-B2"], BORIS: ["A1-B1-B2"]})
    assert roads_to(built, ANA)[FAR] == 5
    laid = given(new_game(), settlements={ANA: ["A1-A2-B2"]}, roads={BORIS: ["A1|B2"]})
    assert roads_to(laid, ANA)[FAR] == 5


def test_a_corner_beside_a_building_is_none() -> None:
    state = given(new_game(), settlements={ANA: ["A1-A2-B2"]})
    assert spot("A1-B1-B2") not in roads_to(state, ANA)
    assert spot("A1-A2-B2") not in roads_to(state, ANA)


def test_without_pieces_or_a_board_nothing_is_reached() -> None:
    assert roads_to(given(new_game()), ANA) == {}
    assert roads_to(given(new_game(tracking="counts")), ANA) == {}
