"""docs/rulings.md §5, development cards: one test or more for every row that touches the table."""

from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.record.choices import OpenChoice, open_choices
from narrator.core.table.box import BASE_BOX, LARGE_BOX
from narrator.core.table.cards import Cards, Counts
from narrator.core.table.events import (
    BankTraded,
    CardStolen,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    TurnEnded,
    YearOfPlentyPlayed,
    decode_event,
)
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points, shown_bank
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, hexagon, kinds, new_game, path, play, record_of

ALONG_THE_COAST = "A1 NW, A1 NE, A2 NW, A2 NE, A3 NW, A3 NE, A3 E, B4 NE, B4 E, C5 NE, C5 E, C5 SE, D4 E, D4 SE, E3 E"
COAST = ALONG_THE_COAST.split(", ")
"""Fifteen paths, each going on from the one before."""
FOUR_CITIES = ["A1-A2-B2", "B3-B4-C4", "C1-C2-D1", "D3-D4-E3"]
NINTH_POINT = "D2-D3-E2"
FULL = Cards(19, 19, 19, 19, 19)

KNIGHT = KnightPlayed(seat=ANA)
ROADS = RoadBuildingPlayed(seat=ANA)
PLENTY = YearOfPlentyPlayed(seat=ANA, cards={"ore": 1, "wool": 1})
MONOPOLY = MonopolyPlayed(seat=ANA, resource="wool", taken={})
BUY = DevelopmentBought(seat=ANA)


def holding(count: int, **of_seat: int) -> dict[int, dict[str, int]]:
    """Ana holds so many development cards from earlier turns."""
    return {ANA: {"development_cards": count, **of_seat}}


def with_roads(count: int, *, cards: int = 1, **rules: Any) -> GameState:
    """Ana's roads lie along the coast from her settlement; she has two resource cards, Boris one."""
    return given(
        new_game(**rules),
        hands={ANA: 2, BORIS: 1},
        settlements={ANA: ["A1 NW"]},
        roads={ANA: COAST[:count]},
        seats=holding(cards),
    )


def with_points(visible: int, *, cards: int, step: str = "actions", **rules: Any) -> GameState:
    """Ana on her turn with eight or nine points in plain sight and the price of a development card."""
    return given(
        new_game(**rules),
        step=step,
        hands={ANA: 3},
        bank=Cards(19, 19, 18, 18, 18),
        cities={ANA: FOUR_CITIES},
        settlements={ANA: [NINTH_POINT][: visible - 8]},
        seats=holding(cards),
    )


def road(name: str) -> RoadBuilt:
    return RoadBuilt(seat=ANA, at=path(name))


# D-01, D-02, D-15, D-20: the deck


def test_D_01_a_card_costs_one_ore_one_wool_one_grain_and_leaves_the_deck():
    state = given(new_game(), hands={ANA: 3}, bank=Cards(19, 19, 18, 17, 16))
    assert state.deck == 25
    after = play(state, BUY)
    assert after.bank == Cards(lumber=19, brick=19, wool=19, grain=18, ore=17)
    assert (after.deck, after.seats[ANA].hand_size, after.seats[ANA].development_cards) == (24, 0, 1)
    assert after.unsure == {}


def test_D_01_a_card_is_not_sold_for_two_cards():
    state = given(new_game(), hands={ANA: 2}, bank=Cards(19, 19, 18, 18, 19))
    assert (codes(state, BUY), kinds(state, BUY)) == (["hand.too_few"], ["irregular"])


def test_D_02_whoever_can_pay_three_times_buys_three_cards_in_one_turn():
    state = given(new_game(), hands={ANA: 9}, bank=Cards(19, 19, 16, 16, 16))
    after = play(state, BUY, BUY, BUY)
    assert (after.deck, after.seats[ANA].development_cards, after.seats[ANA].hand_size) == (22, 3, 0)
    assert after.bank == FULL


def test_D_15_an_empty_deck_sells_nothing_and_takes_no_cards():
    state = given(new_game(), hands={ANA: 3}, bank=Cards(19, 19, 18, 18, 18), deck=0)
    assert (codes(state, BUY), kinds(state, BUY)) == (["deck.empty"], ["irregular"])
    record = record_of(state)
    with pytest.raises(Refused):
        record.add(BUY)
    assert record.state == state


def test_D_15_played_cards_never_return_to_the_deck():
    state = given(new_game(), seats=holding(1), deck=0)
    after = play(state, MONOPOLY)
    assert (after.deck, after.seats[ANA].development_cards) == (0, 0)


@pytest.mark.parametrize(
    ("players", "kinds_of_cards", "deck"),
    [(3, (14, 5, 2, 2, 2), 25), (4, (14, 5, 2, 2, 2), 25), (5, (20, 5, 3, 3, 3), 34)],
)
def test_D_20_the_deck_holds_what_the_box_lists(players, kinds_of_cards, deck):
    state = new_game(players) if players < 5 else new_game(players, layout="random_tokens")
    box = BASE_BOX if players < 5 else LARGE_BOX
    names = ("knight", "points", "road_building", "year_of_plenty", "monopoly")
    assert state.game.box == box
    assert box.development == dict(zip(names, kinds_of_cards, strict=True))
    assert (sum(kinds_of_cards), state.deck) == (deck, deck)


@pytest.mark.parametrize(
    ("event", "played"),
    [
        (KNIGHT, {"seats": {ANA: {"development_cards": 1, "knights": 8}, BORIS: {"knights": 6}}}),
        (ROADS, {"seats": holding(1), "progress_played": {"road_building": 2}}),
        (PLENTY, {"seats": holding(1), "progress_played": {"year_of_plenty": 2}}),
        (MONOPOLY, {"seats": holding(1), "progress_played": {"monopoly": 2}}),
    ],
    ids=["knight", "road_building", "year_of_plenty", "monopoly"],
)
def test_D_20_one_more_of_a_kind_than_the_box_holds_is_impossible(event, played):
    state = given(new_game(), settlements={ANA: ["A1-A2-B2"]}, **played)
    assert (codes(state, event), kinds(state, event)) == (["card.none_left"], ["impossible"])


def test_D_20_a_sixth_points_card_is_impossible():
    seats = {ANA: {"development_cards": 1, "revealed_points": 1}, BORIS: {"revealed_points": 4}}
    state = given(new_game(vp_cards="any_time_own_turn"), seats=seats)
    event = PointsRevealed(seat=ANA, count=1)
    assert (codes(state, event), kinds(state, event)) == (["card.none_left"], ["impossible"])


# D-03 … D-06: when a card may be played


@pytest.mark.parametrize(("per_turn", "expected"), [(1, ["card.second_this_turn"]), ("unlimited", [])])
def test_D_03_after_monopoly_a_knight_waits_for_the_next_turn_unless_plays_are_unlimited(per_turn, expected):
    state = play(given(new_game(dev_per_turn=per_turn), seats=holding(2)), MONOPOLY)
    assert codes(state, KNIGHT) == expected


def test_D_03_a_second_card_is_only_irregular():
    state = play(given(new_game(), seats=holding(2)), MONOPOLY)
    assert kinds(state, KNIGHT) == ["irregular"]


def test_D_03_a_card_before_the_roll_is_the_card_of_the_turn():
    state = given(new_game(), step="roll", seats=holding(2))
    state = play(state, MONOPOLY, DiceRolled(seat=ANA, total=8))
    assert codes(state, KNIGHT) == ["card.second_this_turn"]


def test_D_03_the_limit_is_of_one_turn():
    state = given(new_game(), seats={ANA: {"development_cards": 1}, BORIS: {"development_cards": 1}})
    state = play(state, MONOPOLY, TurnEnded(seat=ANA))
    assert codes(state, KnightPlayed(seat=BORIS)) == []


def test_D_03_points_cards_are_outside_the_limit():
    state = play(with_points(9, cards=2), MONOPOLY, PointsRevealed(seat=ANA, count=1))
    assert state.phase == Over(ANA)


def test_D_04_an_old_knight_may_be_played_in_the_turn_in_which_another_card_was_bought():
    state = given(new_game(), hands={ANA: 3}, bank=Cards(19, 19, 18, 18, 18), seats=holding(1))
    after = play(state, BUY, KNIGHT)
    assert (after.seats[ANA].knights, after.seats[ANA].development_cards) == (1, 1)


def test_D_04_a_card_bought_this_turn_may_not_be_played():
    state = play(given(new_game(), hands={ANA: 3}, bank=Cards(19, 19, 18, 18, 18)), BUY)
    assert (codes(state, KNIGHT), kinds(state, KNIGHT)) == (["card.bought_this_turn"], ["irregular"])


def test_D_04_after_the_old_card_the_bought_one_still_waits_where_plays_are_unlimited():
    state = given(new_game(dev_per_turn="unlimited"), hands={ANA: 3}, bank=Cards(19, 19, 18, 18, 18), seats=holding(1))
    assert codes(play(state, BUY, MONOPOLY), KNIGHT) == ["card.bought_this_turn"]


def test_D_04_in_the_next_own_turn_the_card_is_old():
    state = play(given(new_game(2, two_player_mode="plain"), hands={ANA: 3}, bank=Cards(19, 19, 18, 18, 18)), BUY)
    state = play(state, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=8), TurnEnded(seat=BORIS))
    assert codes(state, KNIGHT) == []


def test_D_04_nobody_plays_a_card_that_they_do_not_hold():
    state = given(new_game())
    assert (codes(state, KNIGHT), kinds(state, KNIGHT)) == (["card.none_held"], ["irregular"])


@pytest.mark.parametrize(("phases", "step"), [("combined", "actions"), ("separate", "trade")])
def test_D_05_a_card_may_come_between_two_trades(phases, step):
    state = given(
        new_game(turn_phases=phases), step=step, hands={ANA: 8}, bank=Cards(11, 19, 19, 19, 19), seats=holding(1)
    )
    trade = BankTraded(seat=ANA, give={"lumber": 4}, receive={"brick": 1})
    after = play(state, trade, PLENTY, trade)
    assert (after.phase.step, after.seats[ANA].hand_size) == (step, 4)
    assert after.bank == Cards(lumber=19, brick=17, wool=18, grain=19, ore=18)


def test_D_05_nobody_plays_a_card_in_the_turn_of_another():
    state = given(new_game(), turn=BORIS, seats=holding(1))
    assert codes(state, KNIGHT) == ["turn.not_yours"]


@pytest.mark.parametrize("event", [KNIGHT, ROADS, PLENTY, MONOPOLY], ids=lambda event: event.type)
@pytest.mark.parametrize("before", ["any", "knight_only", "none"])
def test_D_05_before_the_roll_the_house_rule_says_which_cards_may_be_played(before, event):
    state = given(new_game(dev_before_roll=before), step="roll", settlements={ANA: ["A1-A2-B2"]}, seats=holding(1))
    allowed = before == "any" or (before == "knight_only" and event == KNIGHT)
    assert codes(state, event) == ([] if allowed else ["card.before_roll"])


def test_D_06_a_knight_moves_the_robber_steals_and_stays_on_the_table():
    state = given(
        new_game(),
        hands={BORIS: 3},
        settlements={BORIS: ["A1-A2-B2"]},
        seats=holding(1, knights=2),
        bank=Cards(*[18] * 5),
    )
    state = play(state, KNIGHT)
    assert (state.phase.step, state.seats[ANA].knights, state.seats[ANA].development_cards) == ("robber", 3, 0)
    assert (state.largest_army, points(state, ANA)) == (ANA, 2)
    state = play(state, RobberMoved(seat=ANA, to=hexagon("B2")))
    assert state.phase.step == "steal"
    state = play(state, CardStolen(seat=ANA, victim=BORIS))
    assert (state.phase.step, state.robber) == ("actions", hexagon("B2"))
    assert [seat.hand_size for seat in state.seats] == [1, 2, 0, 0]


# D-07 … D-10: Road Building


def test_D_07_two_free_roads_the_second_going_on_from_the_first():
    state = play(with_roads(10), ROADS)
    assert state.phase.step == "free_roads"
    assert codes(state, road(COAST[11])) == ["road.not_connected"]
    state = play(state, road(COAST[10]))
    assert state.phase.step == "free_roads"
    state = play(state, road(COAST[11]))
    assert (state.seats[ANA].roads, state.seats[ANA].road_length, state.phase.step) == (12, 12, "actions")
    assert (state.seats[ANA].hand_size, state.bank, state.seats[ANA].development_cards) == (2, FULL, 0)


def test_D_07_free_roads_before_the_roll_lead_back_to_the_roll():
    state = given(new_game(), step="roll", settlements={ANA: ["A1 NW"]}, seats=holding(1))
    state = play(state, ROADS, road("A1 NW"), road("A1 NE"))
    assert (state.phase.step, state.seats[ANA].roads) == ("roll", 2)


def test_D_07_the_third_road_of_the_turn_is_paid_for():
    state = play(with_roads(10), ROADS, road(COAST[10]), road(COAST[11]))
    state = play(state, road(COAST[12]))
    assert (state.seats[ANA].roads, state.seats[ANA].hand_size) == (13, 0)


def test_D_08_with_one_piece_left_one_road_is_placed_and_the_card_is_spent():
    state = play(with_roads(14, cards=2), ROADS)
    assert state.phase.step == "free_roads"
    state = play(state, road(COAST[14]))
    assert (state.seats[ANA].roads, state.phase.step) == (15, "actions")
    assert (state.seats[ANA].hand_size, state.seats[ANA].development_cards) == (2, 1)
    assert codes(state, KNIGHT) == ["card.second_this_turn"]


def test_D_08_need_two_refuses_the_card_with_one_piece_left():
    state = with_roads(14, road_building_short="need_two")
    assert (codes(state, ROADS), kinds(state, ROADS)) == (["road_building.need_two"], ["irregular"])
    assert codes(with_roads(13, road_building_short="need_two"), ROADS) == []


def in_the_corner(own: list[str], **rules: Any) -> GameState:
    """Ana sits in the island's corner, shut in by Boris: there is place for A1 NW and A1 NE, no more."""
    return given(
        new_game(**rules),
        settlements={ANA: ["A1 NW"], BORIS: ["A1 NE"]},
        roads={ANA: own, BORIS: ["A1 W"]},
        seats=holding(1),
    )


def test_D_08_with_one_place_left_one_road_is_placed():
    state = play(in_the_corner(["A1 NW"]), ROADS)
    assert state.phase.step == "free_roads"
    state = play(state, road("A1 NE"))
    assert (state.seats[ANA].roads, state.phase.step) == (2, "actions")


def test_D_08_need_two_refuses_the_card_with_one_place_left():
    assert codes(in_the_corner(["A1 NW"], road_building_short="need_two"), ROADS) == ["road_building.need_two"]


def test_D_09_with_all_fifteen_roads_built_the_card_is_refused_and_kept():
    state = with_roads(15)
    assert (codes(state, ROADS), kinds(state, ROADS)) == (["road_building.no_place"], ["irregular"])
    record = record_of(state)
    with pytest.raises(Refused):
        record.add(ROADS)
    assert record.state.seats[ANA].development_cards == 1


def test_D_09_where_no_roads_are_allowed_the_card_is_spent_for_nothing():
    state = play(with_roads(15, road_building_zero="allow"), ROADS)
    assert (state.phase.step, state.seats[ANA].roads, state.seats[ANA].development_cards) == ("actions", 15, 0)
    assert state.cards_played == 1


def test_D_09_with_no_place_left_the_card_is_refused():
    state = in_the_corner(["A1 NW", "A1 NE"])
    assert (state.seats[ANA].roads_left, codes(state, ROADS)) == (13, ["road_building.no_place"])


def test_D_10_who_takes_only_one_road_goes_on_with_the_turn():
    state = play(with_roads(10), ROADS, road(COAST[10]))
    assert state.phase.step == "free_roads"
    after = play(state, TurnEnded(seat=ANA))
    assert (after.turn, after.phase.step, after.seats[ANA].roads) == (BORIS, "roll", 11)


def test_D_10_any_other_legal_act_ends_the_free_roads():
    trade = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1})
    state = play(with_roads(10), ROADS, road(COAST[10]), trade)
    assert state.phase.step == "actions"
    after = play(state, road(COAST[11]))
    assert (after.seats[ANA].roads, after.seats[ANA].hand_size) == (12, 0)


def test_D_10_before_the_roll_who_takes_only_one_road_rolls():
    state = given(new_game(), step="roll", settlements={ANA: ["A1 NW"]}, seats=holding(1))
    state = play(state, ROADS, road("A1 NW"), DiceRolled(seat=ANA, total=12))
    assert (state.phase.step, state.seats[ANA].roads) == ("actions", 1)


def test_D_10_where_it_is_not_allowed_the_second_road_comes_first():
    state = play(with_roads(10, road_building_partial="not_allowed"), ROADS, road(COAST[10]))
    end = TurnEnded(seat=ANA)
    assert (codes(state, end), kinds(state, end)) == (["step.not_now"], ["irregular"])
    state = play(state, road(COAST[11]), end)
    assert (state.turn, state.seats[ANA].roads) == (BORIS, 12)


def test_D_10_where_it_is_not_allowed_a_points_card_shown_in_between_does_not_end_the_free_roads():
    rules = {"road_building_partial": "not_allowed", "vp_cards": "any_time_own_turn"}
    state = play(with_roads(10, cards=2, **rules), ROADS, road(COAST[10]))
    state = play(state, PointsRevealed(seat=ANA, count=1))
    assert state.phase.step == "free_roads"


# D-11 … D-14: Year of Plenty and Monopoly


def plenty(**cards: int) -> YearOfPlentyPlayed:
    return YearOfPlentyPlayed(seat=ANA, cards=cast(Counts, cards))


def with_bank(bank: Cards, **rules: Any) -> GameState:
    return given(new_game(**rules), bank=bank, seats=holding(1))


def test_D_11_two_ore_from_a_bank_of_five_leave_three():
    after = play(with_bank(Cards(19, 19, 19, 19, 5)), plenty(ore=2))
    assert (after.seats[ANA].hand_size, after.bank.ore, after.seats[ANA].development_cards) == (2, 3, 0)


def test_D_11_two_different_cards_are_usable_at_once():
    state = given(new_game(), settlements={ANA: ["A1 NW"]}, seats=holding(1))
    state = play(state, plenty(lumber=1, brick=1))
    assert (state.seats[ANA].hand_size, state.bank) == (2, Cards(18, 18, 19, 19, 19))
    after = play(state, road("A1 NW"))
    assert (after.seats[ANA].roads, after.seats[ANA].hand_size, after.bank) == (1, 0, FULL)


@pytest.mark.parametrize("asked", [{}, {"ore": 1}, {"ore": 3}, {"ore": 2, "wool": 1}])
def test_D_11_it_is_exactly_two_cards(asked):
    state = with_bank(FULL)
    assert (codes(state, plenty(**asked)), kinds(state, plenty(**asked))) == (["plenty.count"], ["irregular"])


def test_D_12_with_one_ore_left_the_second_card_must_be_another():
    state = with_bank(Cards(3, 3, 3, 3, 1))
    assert (codes(state, plenty(ore=2)), kinds(state, plenty(ore=2))) == (["bank.short"], ["irregular"])
    after = play(state, plenty(ore=1, wool=1))
    assert (after.seats[ANA].hand_size, after.bank) == (2, Cards(3, 3, 2, 3, 0))


def test_D_12_where_what_is_missing_is_forfeit_the_one_ore_is_all():
    after = play(with_bank(Cards(3, 3, 3, 3, 1), plenty_short="forfeit_missing"), plenty(ore=2))
    assert (after.seats[ANA].hand_size, after.bank, after.unsure) == (1, Cards(3, 3, 3, 3, 0), {})


def test_D_12_with_one_card_left_in_the_whole_bank_that_one_is_taken():
    state = with_bank(Cards(ore=1))
    assert codes(state, plenty(ore=2)) == ["bank.short", "plenty.count"]
    assert codes(state, plenty(wool=1)) == ["bank.short"]
    after = play(state, plenty(ore=1))
    assert (after.seats[ANA].hand_size, after.bank) == (1, Cards())


def test_D_12_an_empty_bank_refuses_the_card():
    state = with_bank(Cards())
    assert codes(state, plenty(ore=2)) == ["plenty.bank_empty", "plenty.count"]
    assert (codes(state, plenty()), kinds(state, plenty())) == (["plenty.bank_empty"], ["irregular"])


def test_D_12_an_unlimited_bank_gives_two_of_what_it_shows_none_of():
    after = play(with_bank(Cards(), bank_limit="unlimited"), plenty(ore=2))
    assert (after.seats[ANA].hand_size, shown_bank(after), after.unsure) == (2, Cards(), {})


def with_wool_out(**rules: Any) -> GameState:
    """Five wool are in hands; Boris holds 3 cards, Chai 2, Dana 4."""
    hands = {BORIS: 3, CHAI: 2, DANA: 4}
    return given(new_game(**rules), hands=hands, bank=Cards(18, 18, 14, 18, 18), seats=holding(1))


def monopoly(**taken: int) -> MonopolyPlayed:
    seats = {"ana": ANA, "boris": BORIS, "chai": CHAI, "dana": DANA}
    return MonopolyPlayed(seat=ANA, resource="wool", taken={seats[name]: count for name, count in taken.items()})


def test_D_13_everybody_gives_all_of_the_kind_and_the_bank_gives_nothing():
    state = with_wool_out()
    after = play(state, monopoly(boris=3, chai=0, dana=2))
    assert [seat.hand_size for seat in after.seats] == [5, 0, 2, 2]
    assert (after.bank, after.seats[ANA].development_cards, after.phase.step) == (state.bank, 0, "actions")


def test_D_13_nobody_gives_more_cards_than_they_hold():
    event = monopoly(chai=3)
    assert (codes(with_wool_out(), event), kinds(with_wool_out(), event)) == (["hand.too_few"], ["irregular"])


def test_D_13_no_more_can_be_given_than_the_bank_has_paid_out():
    event = monopoly(boris=3, dana=3)
    assert (codes(with_wool_out(), event), kinds(with_wool_out(), event)) == (["monopoly.too_many"], ["irregular"])


def test_D_13_nobody_takes_from_themselves():
    state = given(new_game(), hands={ANA: 2}, bank=Cards(wool=14), seats=holding(1))
    assert (codes(state, monopoly(ana=1)), kinds(state, monopoly(ana=1))) == (["monopoly.from_oneself"], ["impossible"])


@pytest.mark.parametrize("boris", [0, 1, 2, 3])
def test_D_14_whatever_a_player_says_they_give_is_believed(boris):
    state = with_wool_out()
    assert codes(state, monopoly(boris=boris)) == []
    assert play(state, monopoly(boris=boris)).seats[ANA].hand_size == boris


def test_D_14_the_host_is_asked_only_how_many():
    (asked,) = [kind for kind in open_choices(with_wool_out()) if kind.type == "monopoly_played"]
    resources = ["lumber", "brick", "wool", "grain", "ore"]
    assert asked == OpenChoice("monopoly_played", ANA, {"resource": resources, "taken": {"from": [BORIS, CHAI, DANA]}})


# D-16: never traded, given or stolen


def test_D_16_theft_takes_a_resource_card_and_leaves_development_cards():
    seats = {ANA: {"development_cards": 1}, BORIS: {"development_cards": 3}}
    state = given(new_game(), hands={BORIS: 1}, settlements={BORIS: ["A1-A2-B2"]}, seats=seats)
    state = play(state, KNIGHT, RobberMoved(seat=ANA, to=hexagon("B2")), CardStolen(seat=ANA, victim=BORIS))
    assert [(seat.hand_size, seat.development_cards) for seat in state.seats[:2]] == [(1, 0), (0, 3)]


def test_D_16_whoever_holds_only_development_cards_is_not_robbed():
    seats = {ANA: {"development_cards": 1}, BORIS: {"development_cards": 3}}
    state = given(new_game(), settlements={BORIS: ["A1-A2-B2"]}, seats=seats)
    state = play(state, KNIGHT, RobberMoved(seat=ANA, to=hexagon("B2")))
    assert (state.phase.step, state.seats[BORIS].development_cards) == ("actions", 3)


@pytest.mark.parametrize(
    "written",
    [
        b'{"type": "players_traded", "seat": 0, "partner": 1, "give": {"knight": 1}, "receive": {"ore": 2}}',
        b'{"type": "bank_traded", "seat": 0, "give": {"development": 4}, "receive": {"ore": 1}}',
        b'{"type": "card_stolen", "seat": 0, "victim": 1, "resource": "knight"}',
    ],
)
def test_D_16_no_event_can_move_a_development_card_from_hand_to_hand(written):
    with pytest.raises(msgspec.ValidationError):
        decode_event(written)


# D-17 … D-19: points cards


def show(count: int, seat: int = ANA) -> PointsRevealed:
    return PointsRevealed(seat=seat, count=count)


@pytest.mark.parametrize("rule", ["only_to_win", "any_time_own_turn"])
def test_D_17_with_eight_points_and_two_cards_both_are_shown_and_win(rule):
    after = play(with_points(8, cards=2, vp_cards=rule), show(2))
    assert (after.phase, points(after, ANA), after.seats[ANA].development_cards) == (Over(ANA), 10, 0)


def test_D_17_only_to_win_refuses_a_card_that_does_not_win():
    state = with_points(8, cards=2)
    assert (codes(state, show(1)), kinds(state, show(1))) == (["points.only_to_win"], ["irregular"])


def test_D_17_at_any_time_of_the_own_turn_one_card_is_shown_and_counts():
    after = play(with_points(8, cards=2, vp_cards="any_time_own_turn"), show(1))
    assert (after.phase.step, points(after, ANA), after.seats[ANA].development_cards) == ("actions", 9, 1)
    assert codes(after, KNIGHT) == []


def test_D_17_counting_as_a_play_only_one_is_shown_each_turn():
    state = with_points(8, cards=2, vp_cards="counts_as_play")
    assert (codes(state, show(2)), kinds(state, show(2))) == (["points.one_at_a_time"], ["irregular"])
    state = play(state, show(1))
    assert (points(state, ANA), state.phase.step) == (9, "actions")
    assert codes(state, show(1)) == ["card.second_this_turn"]
    assert codes(state, KNIGHT) == ["card.second_this_turn"]


def test_D_17_counting_as_a_play_it_waits_after_another_card():
    state = play(with_points(8, cards=2, vp_cards="counts_as_play"), MONOPOLY)
    assert codes(state, show(1)) == ["card.second_this_turn"]


@pytest.mark.parametrize("rule", ["only_to_win", "any_time_own_turn", "counts_as_play"])
def test_D_17_points_cards_are_shown_only_in_the_own_turn(rule):
    state = replace(with_points(9, cards=1, vp_cards=rule), turn=BORIS)
    assert codes(state, show(1)) == ["turn.not_yours"]


def test_D_17_points_cards_win_before_the_roll_even_where_no_card_is_played_there():
    after = play(with_points(8, cards=2, step="roll", dev_before_roll="none"), show(2))
    assert after.phase == Over(ANA)


def test_D_17_nobody_shows_more_points_cards_than_they_hold():
    state = with_points(8, cards=1)
    assert (codes(state, show(2)), kinds(state, show(2))) == (["points.too_many"], ["irregular"])


def test_D_18_a_points_card_bought_this_turn_wins_at_once():
    after = play(with_points(9, cards=0), BUY, show(1))
    assert (after.phase, points(after, ANA)) == (Over(ANA), 10)


def test_D_18_showing_the_card_bought_this_turn_leaves_the_older_one_playable():
    state = play(with_points(8, cards=1, vp_cards="any_time_own_turn"), BUY, show(1))
    assert state.seats[ANA].development_cards == 1
    assert codes(state, KNIGHT) == []


@pytest.mark.parametrize("rule", ["only_to_win", "any_time_own_turn", "counts_as_play"])
def test_D_19_after_the_end_the_losers_show_theirs_and_the_winner_stays(rule):
    state = given(
        new_game(vp_cards=rule),
        step=Over(ANA),
        settlements={BORIS: ["A1-A2-B2", "C1-C2-D1"]},
        seats={BORIS: {"development_cards": 3}},
    )
    after = play(state, show(2, BORIS))
    assert (points(after, BORIS), after.seats[BORIS].development_cards, after.phase) == (4, 1, Over(ANA))


def test_D_19_hidden_points_shown_after_the_end_do_not_win():
    state = given(new_game(), step=Over(ANA), cities={BORIS: FOUR_CITIES}, seats={BORIS: {"development_cards": 3}})
    after = play(state, show(3, BORIS))
    assert (points(after, BORIS), after.phase) == (11, Over(ANA))
