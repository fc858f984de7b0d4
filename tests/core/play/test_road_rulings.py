"""docs/rulings.md §8, Longest Road, row by row."""

from typing import Any

import pytest

from narrator.core.message import Refused
from narrator.core.table.events import CityBuilt, RoadBuilt, SettlementBuilt
from narrator.core.table.state import GameState, points
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, kinds, new_game, path, play, spot
from tests.support.roads import CUTS, LINES, cutting, lengths, lined, road

RING = ["B2|C3", "B3|C3", "C3|C4", "C3|D3", "C3|D2", "C2|C3"]
NEXT_RING = ["B3|C4", "B4|C4", "C4|C5", "C4|D4", "C4|D3"]


def ana_with(roads: list[str], **pieces: Any) -> GameState:
    return given(new_game(), roads={ANA: roads}, hands={ANA: 7}, **pieces)


def scores(state: GameState) -> list[int]:
    return [points(state, seat) for seat in range(len(state.seats))]


def test_L_01_the_first_with_five_roads_takes_the_title_and_two_points_at_once():
    state = lined(4)
    assert (state.longest_road, scores(state)) == (None, [0, 0, 0, 0])

    state = play(state, road(ANA, 5))

    assert (state.longest_road, lengths(state), scores(state)) == (ANA, [5, 0, 0, 0], [2, 0, 0, 0])


def test_L_01_the_least_length_is_no_option():
    with pytest.raises(Refused) as refused:
        new_game(longest_road_min=4)
    assert [(reason.code, reason.kind) for reason in refused.value.reasons] == [("rules.unknown_key", "impossible")]


def test_L_02_a_strictly_longer_road_takes_the_title_and_its_points_at_once():
    state = lined(5, 5, turn=BORIS, longest_road=ANA)
    assert scores(state) == [2, 0, 0, 0]

    state = play(state, road(BORIS, 6))

    assert (state.longest_road, lengths(state), scores(state)) == (BORIS, [5, 6, 0, 0], [0, 2, 0, 0])


def test_L_03_the_holder_keeps_the_title_when_somebody_draws_level():
    state = play(lined(6, 5, turn=BORIS), road(BORIS, 6))

    assert (state.longest_road, lengths(state), scores(state)) == (ANA, [6, 6, 0, 0], [2, 0, 0, 0])


@pytest.mark.parametrize(
    ("roads", "last", "length"),
    [
        (["B2|C2", "B2|C3"], "C2|C3", 2),  # three roads meeting in one point
        (["C1 NW", "B1|C1", "B1|C2", "B2|C2"], "C1|C2", 4),  # a line of four and a branch at its middle
    ],
)
def test_L_04_only_one_branch_of_a_fork_counts(roads, last, length):
    assert lengths(ana_with([*roads, last])) == [length, 0, 0, 0]

    state = play(ana_with(roads), RoadBuilt(seat=ANA, at=path(last)))

    assert (lengths(state), state.longest_road) == ([length, 0, 0, 0], None)


@pytest.mark.parametrize(
    ("roads", "last", "length"),
    [
        (RING[:5], RING[5], 6),
        (RING, "C2|D2", 7),
        ([*RING, "C2|D2"], "C2|D1", 8),
        ([*RING, *NEXT_RING[:4]], NEXT_RING[4], 11),
    ],
    ids=["ring", "ring and a tail of 1", "ring and a tail of 2", "two rings sharing a side"],
)
def test_L_05_a_loop_counts_each_of_its_roads_once(roads, last, length):
    assert lengths(ana_with([*roads, last])) == [length, 0, 0, 0]

    state = play(ana_with(roads), RoadBuilt(seat=ANA, at=path(last)))

    assert (lengths(state), state.longest_road) == ([length, 0, 0, 0], ANA)


def test_L_06_an_own_building_in_the_middle_breaks_nothing():
    state = play(lined(6), SettlementBuilt(seat=ANA, at=spot("B1-B2-C2")))

    assert (lengths(state), state.longest_road, scores(state)) == ([6, 0, 0, 0], ANA, [3, 0, 0, 0])


def test_L_06_an_own_city_in_the_middle_breaks_nothing():
    state = ana_with(LINES[ANA][:6], settlements={ANA: ["B1-B2-C2"]})

    state = play(state, CityBuilt(seat=ANA, at=spot("B1-B2-C2")))

    assert (lengths(state), state.longest_road, scores(state)) == ([6, 0, 0, 0], ANA, [4, 0, 0, 0])


@pytest.mark.parametrize(("after", "length"), [(4, 4), (2, 5)])
def test_L_07_a_foreign_settlement_in_the_middle_breaks_the_walk_there(after, length):
    state = lined(7, turn=BORIS, cut=(BORIS, after))
    assert lengths(state) == [7, 1, 0, 0]

    state = play(state, cutting(BORIS, after))

    assert lengths(state) == [length, 1, 0, 0]


@pytest.mark.parametrize(("after", "length"), [(4, 4), (2, 5)])
def test_L_07_a_foreign_city_in_the_middle_breaks_the_walk_there(after, length):
    assert lengths(ana_with(LINES[ANA][:7], cities={BORIS: [CUTS[after][0]]})) == [length, 0, 0, 0]


def test_L_08_the_road_that_ends_at_a_foreign_settlement_still_counts():
    state = ana_with(LINES[ANA][:4], settlements={BORIS: ["B2-B3-C3"]})
    assert lengths(state) == [4, 0, 0, 0]

    state = play(state, road(ANA, 5))

    assert (lengths(state), state.longest_road, scores(state)) == ([5, 0, 0, 0], ANA, [2, 1, 0, 0])
    assert (codes(state, road(ANA, 6)), kinds(state, road(ANA, 6))) == (["road.not_connected"], ["irregular"])


def test_L_08_a_foreign_settlement_put_at_the_end_takes_nothing_away():
    state = given(
        new_game(), turn=BORIS, roads={ANA: LINES[ANA][:5], BORIS: ["B2|B3"]}, hands={BORIS: 4}
    )  # Ana's fifth road ends at B2-B3-C3

    state = play(state, SettlementBuilt(seat=BORIS, at=spot("B2-B3-C3")))

    assert (lengths(state), state.longest_road) == ([5, 1, 0, 0], ANA)


def test_L_08_a_ring_that_starts_and_ends_at_a_foreign_settlement_counts_whole():
    assert lengths(ana_with(RING, settlements={BORIS: ["B2-C2-C3"]})) == [6, 0, 0, 0]


def test_L_09_a_settlement_recounts_the_roads_of_everybody():
    state = lined(7, 5, 5, turn=BORIS, cut=(BORIS, 2))
    assert (lengths(state), state.longest_road) == ([7, 5, 5, 0], ANA)

    state = play(state, cutting(BORIS, 2))

    assert (lengths(state), state.longest_road) == ([5, 5, 5, 0], ANA)


def test_L_09_a_road_recounts_its_builder():
    assert lengths(play(lined(2, 3, turn=BORIS), road(BORIS, 4))) == [2, 4, 0, 0]


def test_L_09_roads_of_the_set_up_are_measured_and_cut_as_well():
    state = play(
        new_game(2),
        SettlementBuilt(seat=ANA, at=spot("B1-C1-C2")),
        RoadBuilt(seat=ANA, at=path("B1|C2")),
        SettlementBuilt(seat=BORIS, at=spot("D3-D4-E3")),
        RoadBuilt(seat=BORIS, at=path("D3|D4")),
    )
    assert lengths(state) == [1, 1]

    joined = play(
        state,
        SettlementBuilt(seat=BORIS, at=spot("D1-D2-E1")),
        RoadBuilt(seat=BORIS, at=path("D1|D2")),
        SettlementBuilt(seat=ANA, at=spot("B2-C2-C3")),
        RoadBuilt(seat=ANA, at=path("B2|C2")),
    )
    assert (lengths(joined), joined.phase.step, joined.longest_road) == ([2, 1], "roll", None)

    # Only a table that lets the distance rule go can cut so early.
    cut = SettlementBuilt(seat=BORIS, at=spot("B1-B2-C2"), waived=True)
    early = given(
        new_game(2),
        turn=BORIS,
        step=state.phase,
        settlements={ANA: ["B1-C1-C2", "B2-C2-C3"], BORIS: ["D3-D4-E3"]},
        roads={ANA: ["B1|C2", "B2|C2"], BORIS: ["D3|D4"]},
    )
    assert (lengths(early), lengths(play(early, cut))) == ([2, 1], [1, 1])


def test_L_10_a_holder_who_is_cut_but_still_level_with_the_longest_keeps_the_title():
    state = lined(7, 5, turn=DANA, cut=(DANA, 2))

    state = play(state, cutting(DANA, 2))

    assert (lengths(state), state.longest_road, scores(state)) == ([5, 5, 0, 1], ANA, [2, 0, 0, 1])


def test_L_11_the_only_one_who_is_longest_after_a_cut_takes_the_title_at_once():
    state = lined(7, 6, 5, turn=DANA, cut=(DANA, 4))
    assert scores(state) == [2, 0, 0, 0]

    state = play(state, cutting(DANA, 4))

    assert (lengths(state), state.longest_road, scores(state)) == ([4, 6, 5, 1], BORIS, [0, 2, 0, 1])


def test_L_12_when_several_others_are_level_after_a_cut_nobody_holds_the_title():
    state = lined(7, 6, 6, turn=DANA, cut=(DANA, 4))
    assert scores(state) == [2, 0, 0, 0]

    state = play(state, cutting(DANA, 4))

    assert (lengths(state), state.longest_road, scores(state)) == ([4, 6, 6, 1], None, [0, 0, 0, 1])


def test_L_13_when_nobody_has_five_any_more_the_title_is_set_aside():
    state = lined(6, 4, 4, turn=DANA, cut=(DANA, 3))
    assert scores(state) == [2, 0, 0, 0]

    state = play(state, cutting(DANA, 3))

    assert (lengths(state), state.longest_road, scores(state)) == ([3, 4, 4, 1], None, [0, 0, 0, 1])


def test_L_14_a_title_set_aside_goes_to_the_first_who_builds_past_the_others():
    state = lined(4, 6, 6, turn=BORIS)
    assert (state.longest_road, scores(state)) == (None, [0, 0, 0, 0])

    state = play(state, road(BORIS, 7))

    assert (lengths(state), state.longest_road, scores(state)) == ([4, 7, 6, 0], BORIS, [0, 2, 0, 0])


def test_L_14_a_title_set_aside_goes_to_the_one_whose_rival_is_cut():
    roads = {BORIS: LINES[BORIS][:6], CHAI: LINES[CHAI][:6], DANA: ["D1|D2"]}
    state = given(new_game(), turn=DANA, roads=roads, hands={DANA: 4})
    assert (lengths(state), state.longest_road) == ([0, 6, 6, 1], None)

    state = play(state, SettlementBuilt(seat=DANA, at=spot("D1-D2-E1")))

    assert (lengths(state), state.longest_road, scores(state)) == ([0, 6, 4, 1], BORIS, [0, 2, 0, 1])


def test_L_14_a_title_lost_to_a_tie_comes_back_to_whoever_breaks_it():
    state = lined(7, 6, 6, turn=DANA, cut=(DANA, 4))

    aside = play(state, cutting(DANA, 4))
    back = play(aside, RoadBuilt(seat=CHAI, at=path(LINES[CHAI][6]), late=True))

    assert (aside.longest_road, back.longest_road, scores(back)) == (None, CHAI, [0, 0, 2, 1])
