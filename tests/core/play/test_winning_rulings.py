"""docs/rulings.md §10, winning, row by row."""

from typing import Any

import pytest

from narrator.core.message import Refused
from narrator.core.table.events import (
    CityBuilt,
    Corrected,
    DiceRolled,
    KnightPlayed,
    PointsRevealed,
    RoadBuilt,
    SettlementBuilt,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, kinds, new_game, path, play, spot

ANAS = ["C1 NW", "B1|C1", "B1|C2", "B2|C2", "B2|C3", "B3|C3", "B3|C4"]
BORISS = ["C1 SW", "C1|D1", "C2|D1", "C2|D2", "C3|D2", "C3|D3", "C4|D3"]
CHAIS = ["D1 SW", "D1|E1", "D2|E1", "D2|E2", "D3|E2", "D3|E3"]
CUT, TO_THE_CUT = "B2-C2-C3", "C2|C3"  # after Ana's fourth road

EIGHT = {"cities": 4}
NINE = {"cities": 4, "settlements": 1}
TEN = SettlementBuilt(seat=ANA, at=spot("A1 N"))


def ana_has_nine(step: str = "actions", **rules: Any) -> GameState:
    """Nine points, and a road that leads to A1 N with the cards for a settlement there."""
    state = new_game(**rules)
    return given(state, step=step, seats={ANA: NINE}, roads={ANA: ["A1 NW"]}, hands={ANA: 4})


def chai_has_eight(cutter: int, **rules: Any) -> GameState:
    """Ana holds Longest Road with 7, Chai has 6 roads and eight points, and the cutter stands beside Ana's line."""
    roads = {ANA: ANAS, BORIS: BORISS[:5] if cutter != BORIS else [], CHAI: CHAIS}
    roads[cutter] = [*roads.get(cutter, []), TO_THE_CUT]
    hands = dict.fromkeys(range(4), 4)
    return given(new_game(**rules), turn=cutter, roads=roads, hands=hands, seats={CHAI: EIGHT})


def cutting(seat: int) -> SettlementBuilt:
    return SettlementBuilt(seat=seat, at=spot(CUT))


def scores(state: GameState) -> list[int]:
    return [points(state, seat) for seat in range(len(state.seats))]


def quiet_turn(seat: int) -> list[Any]:
    return [DiceRolled(seat=seat, total=2), TurnEnded(seat=seat)]


def test_V_01_settlements_count_one_cities_two_and_titles_two():
    state = given(
        new_game(),
        settlements={ANA: ["A1 N", "A2 N", "A3 N"]},
        cities={ANA: ["B1-C1-C2", "D3-D4-E3"]},
        roads={ANA: ANAS[:5]},
    )

    assert (state.longest_road, scores(state)) == (ANA, [9, 0, 0, 0])


def test_V_01_largest_army_counts_two_and_an_open_points_card_one():
    state = given(new_game(), settlements={ANA: ["A1 N"]}, seats={ANA: {"knights": 3, "revealed_points": 3}})

    assert (state.largest_army, scores(state)) == (ANA, [6, 0, 0, 0])


def test_V_02_immediate_the_game_ends_in_the_middle_of_the_turn():
    state = play(ana_has_nine(win_timing="immediate"), TEN)

    assert (scores(state), state.phase) == ([10, 0, 0, 0], Over(ANA))
    assert (codes(state, TurnEnded(seat=ANA)), kinds(state, TurnEnded(seat=ANA))) == (["game.over"], ["irregular"])


@pytest.mark.parametrize("step", ["roll", "actions"])
def test_V_02_immediate_a_third_knight_wins_before_the_robber_moves(step):
    seats = {ANA: {**EIGHT, "knights": 2, "development_cards": 1}}
    state = given(new_game(), step=step, seats=seats)

    state = play(state, KnightPlayed(seat=ANA))

    assert (scores(state), state.phase) == ([10, 0, 0, 0], Over(ANA))


def test_V_02_end_of_turn_the_game_ends_when_the_player_passes():
    state = play(ana_has_nine(win_timing="end_of_turn"), TEN)
    assert (scores(state), state.phase.part_of_game, state.phase.step) == ([10, 0, 0, 0], "turn", "actions")

    state = play(state, TurnEnded(seat=ANA))

    assert (state.phase, state.turn) == (Over(ANA), ANA)


def test_V_02_end_of_turn_points_that_are_gone_when_the_player_passes_do_not_win():
    state = given(new_game(win_timing="end_of_turn"), seats={ANA: EIGHT}, roads={ANA: ANAS[:4]}, hands={ANA: 2})
    state = play(state, RoadBuilt(seat=ANA, at=path(ANAS[4])))
    assert scores(state) == [10, 0, 0, 0]

    state = play(state, Corrected(what="longest_road", value=None), TurnEnded(seat=ANA))

    assert (scores(state), state.phase.part_of_game, state.phase.step, state.turn) == (
        [8, 0, 0, 0],
        "turn",
        "roll",
        BORIS,
    )


def test_V_03_own_only_the_target_reached_on_anothers_turn_wins_when_the_own_turn_begins():
    state = play(chai_has_eight(cutter=BORIS, win_on_whose_turn="own_only"), cutting(BORIS))
    assert (state.longest_road, scores(state)) == (CHAI, [0, 1, 10, 0])
    assert (state.phase.part_of_game, state.turn) == ("turn", BORIS)

    state = play(state, TurnEnded(seat=BORIS))

    assert (state.phase, state.turn, state.roll) == (Over(CHAI), CHAI, None)


def test_V_03_any_the_target_reached_on_anothers_turn_wins_at_once():
    state = play(chai_has_eight(cutter=BORIS, win_on_whose_turn="any"), cutting(BORIS))

    assert (scores(state), state.phase, state.turn) == ([0, 1, 10, 0], Over(CHAI), BORIS)


def test_V_03_own_only_nobody_claims_on_anothers_turn():
    state = chai_has_eight(cutter=BORIS, win_on_whose_turn="own_only", auto_win="claim")
    state = play(state, cutting(BORIS))

    claim = VictoryDeclared(seat=CHAI)

    assert (codes(state, claim), kinds(state, claim)) == (["turn.not_yours"], ["irregular"])


def test_V_03_any_whoever_has_the_target_may_claim_on_anothers_turn():
    state = play(chai_has_eight(cutter=BORIS, win_on_whose_turn="any", auto_win="claim"), cutting(BORIS))
    assert state.phase.part_of_game == "turn"

    claim = VictoryDeclared(seat=CHAI)

    assert codes(state, claim) == []
    assert play(state, claim).phase == Over(CHAI)


def test_V_04_points_lost_again_before_the_own_turn_do_not_win():
    # Seats are clockwise, so here Dana cuts Ana, and Boris takes the road before Chai's turn comes.
    state = play(chai_has_eight(cutter=DANA), cutting(DANA))
    assert (state.longest_road, scores(state)) == (CHAI, [0, 0, 10, 1])

    state = play(state, TurnEnded(seat=DANA), *quiet_turn(ANA), DiceRolled(seat=BORIS, total=2))
    state = play(state, RoadBuilt(seat=BORIS, at=path(BORISS[5])), RoadBuilt(seat=BORIS, at=path(BORISS[6])))
    state = play(state, TurnEnded(seat=BORIS))

    assert (state.longest_road, scores(state)) == (BORIS, [0, 2, 8, 1])
    assert (state.phase.part_of_game, state.phase.step, state.turn) == ("turn", "roll", CHAI)
    assert codes(state, DiceRolled(seat=CHAI, total=2)) == []


def test_V_05_on_visible_points_win_without_a_word():
    assert play(ana_has_nine(auto_win="on"), TEN).phase == Over(ANA)


def test_V_05_claim_the_game_goes_on_until_the_win_is_claimed():
    state = play(ana_has_nine(auto_win="claim"), TEN)
    assert (scores(state), state.phase.step) == ([10, 0, 0, 0], "actions")

    assert play(state, VictoryDeclared(seat=ANA)).phase == Over(ANA)


def test_V_05_claim_a_win_that_nobody_noticed_still_stands_on_the_next_own_turn():
    state = play(ana_has_nine(auto_win="claim"), TEN, TurnEnded(seat=ANA))
    assert codes(state, VictoryDeclared(seat=ANA)) == ["turn.not_yours"]

    state = play(state, *quiet_turn(BORIS), *quiet_turn(CHAI), *quiet_turn(DANA))
    assert (state.turn, state.phase.step) == (ANA, "roll")

    assert play(state, VictoryDeclared(seat=ANA)).phase == Over(ANA)


def test_V_06_on_two_points_cards_shown_at_eight_win_at_once():
    state = given(new_game(auto_win="on"), seats={ANA: {**EIGHT, "development_cards": 2}})

    state = play(state, PointsRevealed(seat=ANA, count=2))

    assert (scores(state), state.seats[ANA].development_cards, state.phase) == ([10, 0, 0, 0], 0, Over(ANA))


def test_V_06_claim_two_points_cards_shown_at_eight_win_with_the_claim():
    state = given(new_game(auto_win="claim"), seats={ANA: {**EIGHT, "development_cards": 2}})

    state = play(state, PointsRevealed(seat=ANA, count=2))
    assert (scores(state), state.phase.step) == ([10, 0, 0, 0], "actions")

    assert play(state, VictoryDeclared(seat=ANA)).phase == Over(ANA)


@pytest.mark.parametrize("auto_win", ["on", "claim"])
def test_V_06_a_claim_without_the_points_is_irregular_and_the_host_may_let_it_stand(auto_win):
    state = given(new_game(auto_win=auto_win), seats={ANA: {**EIGHT, "development_cards": 2}})

    claim = VictoryDeclared(seat=ANA)
    assert (codes(state, claim), kinds(state, claim)) == (["victory.too_few_points"], ["irregular"])

    assert play(state, VictoryDeclared(seat=ANA, waived=True)).phase == Over(ANA)


def test_V_07_more_than_the_target_wins_too():
    state = given(new_game(), seats={ANA: NINE}, roads={ANA: ANAS[:4]}, hands={ANA: 2})

    state = play(state, RoadBuilt(seat=ANA, at=path(ANAS[4])))

    assert (scores(state), state.phase) == ([11, 0, 0, 0], Over(ANA))


@pytest.mark.parametrize(
    ("rules", "last"),
    [({"auto_win": "claim"}, VictoryDeclared(seat=ANA)), ({"win_timing": "end_of_turn"}, TurnEnded(seat=ANA))],
    ids=["claim", "end_of_turn"],
)
def test_V_07_nine_and_a_city_and_the_road_make_twelve_and_win(rules, last):
    state = given(
        new_game(**rules),
        settlements={ANA: ["A1 N"]},
        seats={ANA: {"cities": 3, "settlements": 3}},
        roads={ANA: ANAS[:4]},
        hands={ANA: 7},
    )
    assert scores(state) == [9, 0, 0, 0]

    state = play(state, CityBuilt(seat=ANA, at=spot("A1 N")), RoadBuilt(seat=ANA, at=path(ANAS[4])))
    assert (scores(state), state.phase.part_of_game) == ([12, 0, 0, 0], "turn")

    assert play(state, last).phase == Over(ANA)


def test_V_08_with_a_target_of_twelve_ten_points_do_not_win():
    state = play(ana_has_nine(target_vp=12), TEN)

    claim = VictoryDeclared(seat=ANA)

    assert (scores(state), state.phase.step) == ([10, 0, 0, 0], "actions")
    assert (codes(state, claim), kinds(state, claim)) == (["victory.too_few_points"], ["irregular"])


def test_V_08_with_a_target_of_twelve_twelve_points_win():
    state = given(
        new_game(target_vp=12), seats={ANA: {**NINE, "revealed_points": 1}}, roads={ANA: ANAS[:4]}, hands={ANA: 2}
    )

    state = play(state, RoadBuilt(seat=ANA, at=path(ANAS[4])))

    assert (scores(state), state.phase) == ([12, 0, 0, 0], Over(ANA))


@pytest.mark.parametrize("target", [8, 20])
def test_V_08_the_target_may_be_from_8_to_20(target):
    assert new_game(target_vp=target).rules.target_vp == target


@pytest.mark.parametrize("target", [7, 21])
def test_V_08_no_other_target_is_taken(target):
    with pytest.raises(Refused) as refused:
        new_game(target_vp=target)
    assert [(reason.code, reason.params["key"]) for reason in refused.value.reasons] == [("rules.value", "target_vp")]


@pytest.mark.parametrize(("players", "preset", "target"), [(4, "official_6e", 10), (4, "short", 8), (2, "duel", 15)])
def test_V_08_presets_bring_their_target(players, preset, target):
    assert new_game(players, preset=preset).rules.target_vp == target


def test_V_09_off_the_game_ends_with_the_target():
    assert play(ana_has_nine(final_round="off"), TEN).phase == Over(ANA)


def test_V_09_on_everybody_after_the_first_player_still_finishes_one_turn():
    state = play(ana_has_nine(final_round="on"), TEN, TurnEnded(seat=ANA))
    for seat in (BORIS, CHAI):
        assert (state.phase.step, state.turn) == ("roll", seat)
        state = play(state, *quiet_turn(seat))
    state = play(state, DiceRolled(seat=DANA, total=2))
    assert (state.phase.step, state.turn) == ("actions", DANA)

    state = play(state, TurnEnded(seat=DANA))

    assert (state.phase, scores(state)) == (Over(ANA), [10, 0, 0, 0])


def test_V_09_on_nobody_has_a_second_turn_in_the_last_round():
    seats = {CHAI: {**EIGHT, "development_cards": 2}}
    state = play(given(new_game(final_round="on"), turn=CHAI, seats=seats), PointsRevealed(seat=CHAI, count=2))
    assert (state.phase.step, scores(state)) == ("actions", [0, 0, 10, 0])

    state = play(state, TurnEnded(seat=CHAI), *quiet_turn(DANA))

    assert (state.phase, state.turn) == (Over(CHAI), DANA)


def test_V_10_whoever_starts_a_turn_at_the_target_has_won_and_does_not_roll():
    state = given(new_game(), turn=BORIS, seats={CHAI: {**NINE, "revealed_points": 1}})

    state = play(state, TurnEnded(seat=BORIS))

    roll = DiceRolled(seat=CHAI, total=6)
    assert (state.phase, state.turn, state.roll) == (Over(CHAI), CHAI, None)
    assert (codes(state, roll), kinds(state, roll)) == (["game.over"], ["irregular"])


def test_V_10_a_turn_that_starts_one_point_short_begins_with_the_roll():
    state = play(given(new_game(), turn=BORIS, seats={CHAI: NINE}), TurnEnded(seat=BORIS))

    assert (state.phase.part_of_game, state.phase.step, state.turn) == ("turn", "roll", CHAI)
