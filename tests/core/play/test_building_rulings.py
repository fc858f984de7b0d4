"""docs/rulings.md §7, building: one test or more for every row that touches the table."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from narrator.core.record.judging import blocking_reasons, refusals
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    RoadBuilt,
    SettlementBuilt,
    TakenBack,
    TouchedHex,
    decode_event,
)
from narrator.core.table.phase import Rolling
from narrator.core.table.state import Building, GameState, points
from tests.support.games import ANA, BORIS, codes, given, kinds, new_game, path, play, record_of, spot

HALF = Cards(10, 10, 10, 10, 10)
ALONG_THE_COAST = "A1 NW, A1 NE, A2 NW, A2 NE, A3 NW, A3 NE, A3 E, B4 NE, B4 E, C5 NE, C5 E, C5 SE, D4 E, D4 SE, E3 E"
COAST = ALONG_THE_COAST.split(", ")
"""Fifteen paths, each going on from the one before."""
FIVE_APART = ["A1-A2-B2", "B3-B4-C4", "C1-C2-D1", "D3-D4-E3", "D2-D3-E2"]


def road(name: str, seat: int = ANA) -> RoadBuilt:
    return RoadBuilt(seat=seat, at=path(name))


def settlement(name: str, seat: int = ANA) -> SettlementBuilt:
    return SettlementBuilt(seat=seat, at=spot(name))


def city(name: str, seat: int = ANA) -> CityBuilt:
    return CityBuilt(seat=seat, at=spot(name))


def table(*, rich: int = 12, **pieces) -> GameState:
    """Ana's turn; ten cards of each kind are out, many of them in her hand."""
    return given(new_game(), hands={ANA: rich, BORIS: rich}, bank=HALF, **pieces)


def refused(state: GameState, event) -> list[tuple[str, str]]:
    return list(zip(codes(state, event), kinds(state, event), strict=True))


COSTS = [
    pytest.param(road("A1|B2"), Cards(lumber=1, brick=1), id="road"),
    pytest.param(settlement("A2-B2-B3"), Cards(lumber=1, brick=1, wool=1, grain=1), id="settlement"),
    pytest.param(city("C1-C2-D1"), Cards(ore=3, grain=2), id="city"),
    pytest.param(DevelopmentBought(seat=ANA), Cards(ore=1, wool=1, grain=1), id="card"),
]


def cost_table(hand: int) -> GameState:
    """Everything can be built: a road on from A1-A2-B2, a settlement where it ends, a city in the west."""
    return table(rich=hand, settlements={ANA: ["C1-C2-D1"]}, roads={ANA: ["A2|B2"]})


@pytest.mark.parametrize(("event", "cost"), COSTS)
def test_B_01_what_is_built_is_paid_back_to_the_bank(event, cost):
    after = play(cost_table(12), event)
    assert (after.bank, after.seats[ANA].hand_size, after.unsure) == (HALF.plus(cost), 12 - cost.total(), {})


@pytest.mark.parametrize(("event", "cost"), COSTS)
def test_B_01_with_a_card_too_few_nothing_is_built_and_with_just_enough_it_is(event, cost):
    assert refused(cost_table(cost.total() - 1), event) == [("hand.too_few", "irregular")]
    assert play(cost_table(cost.total()), event).seats[ANA].hand_size == 0


def test_B_02_a_path_that_boris_has_taken_is_refused():
    state = table(settlements={ANA: ["A1-A2-B2"]}, roads={BORIS: ["A2|B2"]})
    assert refused(state, road("A2|B2")) == [("road.occupied", "impossible")]


@pytest.mark.parametrize(
    "pieces",
    [
        {"roads": {ANA: ["A1|A2"]}},
        {"settlements": {ANA: ["A1-A2-B2"]}},
        {"cities": {ANA: ["A1-A2-B2"]}},
    ],
    ids=["road", "settlement", "city"],
)
def test_B_02_a_road_goes_on_from_an_own_road_settlement_or_city(pieces):
    state = table(**pieces)
    after = play(state, road("A2|B2"))
    assert after.roads == {**state.roads, path("A2|B2"): ANA}


@pytest.mark.parametrize(
    "pieces",
    [{}, {"roads": {BORIS: ["A1|A2"]}}, {"settlements": {BORIS: ["A1-A2-B2"]}}, {"roads": {ANA: ["A1 NE"]}}],
    ids=["nothing", "a foreign road", "a foreign settlement", "an own road one path off"],
)
def test_B_02_a_road_that_touches_nothing_of_its_own_is_refused(pieces):
    assert refused(table(**pieces), road("A2|B2")) == [("road.not_connected", "irregular")]


def test_B_02_a_road_may_run_along_the_coast():
    after = play(table(settlements={ANA: ["A1 NW"]}), road("A1 NW"), road("A1 W"))
    assert after.roads == {path("A1 NW"): ANA, path("A1 W"): ANA}


@pytest.mark.parametrize(("at", "code"), [("e_v_9_9_-18_v_10_7_-17", "place.unknown"), (None, "place.missing")])
def test_B_02_a_path_that_is_none_is_impossible(at, code):
    assert refused(table(), RoadBuilt(seat=ANA, at=at)) == [(code, "impossible")]


@pytest.mark.parametrize("piece", ["settlements", "cities"])
def test_B_03_no_road_goes_on_through_the_building_of_another(piece):
    standing: dict[str, Any] = {piece: {BORIS: ["A1-A2-B2"]}}
    state = table(roads={ANA: ["A1|A2"]}, **standing)
    assert refused(state, road("A2|B2")) == [("road.not_connected", "irregular")]
    assert refused(state, road("A1|B2")) == [("road.not_connected", "irregular")]


def test_B_03_the_same_path_may_be_reached_from_its_other_end():
    state = table(roads={ANA: ["A1|A2", "B2|B3"]}, settlements={BORIS: ["A1-A2-B2"]})
    assert codes(state, road("A2|B2")) == []


def test_B_04_a_settlement_may_stand_in_the_middle_of_a_road():
    state = table(roads={ANA: ["B2|B3", "A2|B2", "A1|B2"]}, settlements={ANA: ["B2-B3-C3"]})
    after = play(state, settlement("A1-A2-B2"))
    assert after.buildings[spot("A1-A2-B2")] == Building(ANA)
    assert (after.seats[ANA].settlements, after.seats[ANA].road_length) == (2, 3)


def test_B_04_a_settlement_may_stand_at_the_end_of_a_road():
    state = table(roads={ANA: ["B2|B3", "A2|B2"]}, settlements={ANA: ["B2-B3-C3"]})
    assert codes(state, settlement("A1-A2-B2")) == []


@pytest.mark.parametrize("roads", [{}, {BORIS: ["A1|A2"]}, {ANA: ["A1 NE"]}], ids=["none", "foreign", "one path off"])
def test_B_04_without_an_own_road_to_it_a_corner_is_refused(roads):
    state = table(roads=roads)
    assert refused(state, settlement("A1-A2-B2")) == [("settlement.not_connected", "irregular")]


@pytest.mark.parametrize("piece", ["settlements", "cities"])
@pytest.mark.parametrize("owner", [ANA, BORIS])
@pytest.mark.parametrize("neighbour", ["A1 NE", "A1-B1-B2", "A2-B2-B3"])
def test_B_05_next_to_any_settlement_or_city_there_is_no_place(neighbour, owner, piece):
    standing: dict[str, Any] = {piece: {owner: [neighbour]}}
    state = table(roads={ANA: ["A1|A2"]}, **standing)
    assert refused(state, settlement("A1-A2-B2")) == [("settlement.too_close", "irregular")]


def test_B_05_two_paths_away_is_far_enough():
    state = table(roads={ANA: ["A1|A2"]}, cities={BORIS: ["B2-B3-C3"]})
    assert codes(state, settlement("A1-A2-B2")) == []


@pytest.mark.parametrize("owner", [ANA, BORIS])
def test_B_05_two_on_one_corner_are_impossible(owner):
    state = table(roads={ANA: ["A1|A2"]}, settlements={owner: ["A1-A2-B2"]})
    assert refused(state, settlement("A1-A2-B2")) == [("settlement.occupied", "impossible")]


def test_B_06_a_city_gives_the_settlement_back():
    state = table(settlements={ANA: FIVE_APART})
    assert points(state, ANA) == 5
    after = play(state, city("A1-A2-B2"))
    seat = after.seats[ANA]
    assert (seat.settlements, seat.settlements_left, seat.cities, seat.cities_left) == (4, 1, 1, 3)
    assert (after.buildings[spot("A1-A2-B2")], points(after, ANA)) == (Building(ANA, city=True), 6)


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ({}, "city.no_settlement"),
        ({"settlements": {BORIS: ["A1-A2-B2"]}}, "city.no_settlement"),
        ({"roads": {ANA: ["A1|A2"]}}, "city.no_settlement"),
        ({"cities": {ANA: ["A1-A2-B2"]}}, "city.already"),
    ],
    ids=["empty corner", "foreign settlement", "only a road", "own city"],
)
def test_B_06_a_city_stands_only_on_an_own_settlement(pieces, code):
    assert refused(table(**pieces), city("A1-A2-B2")) == [(code, "impossible")]


def test_B_06_without_a_board_the_city_replaces_the_settlement_that_is_named():
    state = given(new_game(tracking="counts"), hands={ANA: 13}, bank=HALF)
    touching = [[TouchedHex("ore", 8)], [TouchedHex("wool", 5)]]
    state = play(state, *(SettlementBuilt(seat=ANA, touches=touches) for touches in touching))
    assert refused(state, CityBuilt(seat=ANA, settlement=3)) == [("city.which_settlement", "impossible")]
    state = play(state, CityBuilt(seat=ANA, settlement=2))
    assert (state.seats[ANA].settlements, state.seats[ANA].cities, state.seats[ANA].hand_size) == (1, 1, 0)
    state = replace(state, phase=Rolling())
    assert play(state, DiceRolled(seat=ANA, total=5)).bank == state.bank.minus(Cards(wool=2))
    assert play(state, DiceRolled(seat=ANA, total=8)).bank == state.bank.minus(Cards(ore=1))


@pytest.mark.parametrize(
    ("event", "pieces", "code"),
    [
        (road("E3 SE"), {"roads": {ANA: COAST}}, "road.none_left"),
        (settlement("A3 N"), {"settlements": {ANA: FIVE_APART}, "roads": {ANA: ["A3 NE"]}}, "settlement.none_left"),
        (city("D2-D3-E2"), {"cities": {ANA: FIVE_APART[:4]}, "settlements": {ANA: ["D2-D3-E2"]}}, "city.none_left"),
    ],
    ids=["16th road", "6th settlement", "5th city"],
)
def test_B_07_a_piece_that_is_not_in_the_box_is_impossible_and_no_host_can_let_it_stand(event, pieces, code):
    state = table(**pieces)
    assert refused(state, event) == [(code, "impossible")]
    waived = replace(event, waived=True)
    assert [reason.code for reason in blocking_reasons(waived, refusals(state, waived))] == [code]


def test_B_08_with_all_five_settlements_on_the_board_a_city_comes_first():
    state = table(settlements={ANA: FIVE_APART}, roads={ANA: ["A3 NE"]})
    assert codes(state, settlement("A3 N")) == ["settlement.none_left"]
    after = play(state, city("A1-A2-B2"), settlement("A3 N"))
    assert (after.seats[ANA].settlements, after.seats[ANA].cities, points(after, ANA)) == (5, 1, 7)


def test_B_09_a_settlement_may_become_a_city_in_the_same_turn_for_both_prices():
    state = table(rich=9, roads={ANA: ["A1|A2"]})
    after = play(state, settlement("A1-A2-B2"), city("A1-A2-B2"))
    assert (points(state, ANA), points(after, ANA)) == (0, 2)
    assert (after.seats[ANA].hand_size, after.bank) == (0, Cards(lumber=11, brick=11, wool=11, grain=13, ore=13))


def test_B_10_three_roads_in_one_turn_are_allowed():
    state = table(rich=6, settlements={ANA: ["A1 NW"]})
    after = play(state, road("A1 NW"), road("A1 NE"), road("A2 NW"))
    assert (after.seats[ANA].roads, after.seats[ANA].hand_size, after.bank) == (3, 0, Cards(13, 13, 10, 10, 10))


@pytest.mark.parametrize("kind", ["road_moved", "settlement_moved", "spot_reserved"])
def test_B_11_there_is_no_event_that_moves_or_reserves(kind):
    with pytest.raises(msgspec.ValidationError):
        decode_event(msgspec.json.encode({"type": kind, "seat": ANA, "at": path("A1 NW")}))


def test_B_11_a_road_that_lies_stays_and_is_not_laid_again():
    state = table(settlements={ANA: ["A1 NW"]}, roads={ANA: ["A1 NW"]})
    assert refused(state, road("A1 NW")) == [("road.occupied", "impossible")]
    assert path("A1 NW") in play(state, road("A1 NE")).roads


@pytest.mark.parametrize("extension", ["A1|B1", "B3|C3"], ids=["near half", "far half"])
def test_B_12_both_halves_of_a_cut_road_may_be_extended(extension):
    roads = ["B1|B2", "A1|B2", "A2|B2", "B2|B3"]
    state = table(settlements={ANA: ["B1-B2-C2"], BORIS: ["A1-A2-B2"]}, roads={ANA: roads})
    assert state.seats[ANA].road_length == 2
    after = play(state, road(extension))
    assert (after.seats[ANA].roads, after.roads[path(extension)]) == (5, ANA)


def test_B_12_at_the_break_itself_neither_half_goes_on():
    roads = ["B1|B2", "A1|B2", "A2|B2", "B2|B3"]
    state = table(settlements={ANA: ["B1-B2-C2"], BORIS: ["A1-A2-B2"]}, roads={ANA: roads})
    assert refused(state, road("A1|A2")) == [("road.not_connected", "irregular")]


@pytest.mark.parametrize(
    "event",
    [road("A1|A2", BORIS), settlement("A2-B2-B3", BORIS), city("C1-C2-D1", BORIS), DevelopmentBought(seat=BORIS)],
    ids=lambda event: event.type,
)
def test_B_13_nobody_builds_or_buys_in_the_turn_of_another(event):
    pieces: dict[str, Any] = {"settlements": {BORIS: ["C1-C2-D1"]}, "roads": {BORIS: ["A2|B2"]}}
    assert refused(table(**pieces), event) == [("turn.not_yours", "irregular")]
    assert codes(table(turn=BORIS, **pieces), event) == []


@pytest.mark.parametrize("custom", ["until_next_random", "free", "never"])
@pytest.mark.parametrize("event", [case.values[0] for case in COSTS], ids=lambda event: event.type)
def test_B_14_the_host_takes_any_build_back_and_the_log_keeps_it(event, custom):
    state = replace(cost_table(12), rules=new_game(take_backs=custom).rules)
    record = record_of(state, event, TakenBack(to=0))
    assert record.state == replace(state, last_entry=2)
    assert record.log == [event, TakenBack(to=0)]
