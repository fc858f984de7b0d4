"""docs/rulings.md §4, the seven and the robber, row by row.

On the fifth edition's island, the robber in its desert (C3).
"""

from typing import Any

import pytest

from narrator.core.reading.public_view import state_for_api
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardStolen,
    DiceRolled,
    KnightPlayed,
    PlayersTraded,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TouchedHex,
    TurnEnded,
)
from narrator.core.table.phase import Acting, Discarding, MovingRobber, Rolling, Stealing
from narrator.core.table.state import GameState, Site
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, hexagon, kinds, new_game, path, play, spot

FULL = Cards(19, 19, 19, 19, 19)
SEVEN = DiceRolled(seat=ANA, total=7)
ROBBER = MovingRobber(Acting(), frozenset())
ON_D1 = "C1-C2-D1"
ALSO_ON_D1 = "D1-D2-E1"


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def seven_rolled(*, hands: dict[int, int], settlements: dict[int, list[str]] | None = None, **rules: Any) -> GameState:
    return play(given(new_game(**rules), step="roll", hands=hands, settlements=settlements), SEVEN)


def to(name: str, seat: int = ANA, **how: Any) -> RobberMoved:
    return RobberMoved(seat=seat, to=hexagon(name), **how)


def steal(victim: int | None, seat: int = ANA, **how: Any) -> CardStolen:
    return CardStolen(seat=seat, victim=victim, **how)


# The seven.


def test_R_01_a_seven_asks_for_discards_then_the_robber_then_the_theft_then_the_turn_goes_on():
    table = given(new_game(), step="roll", hands={BORIS: 8}, settlements={BORIS: [ON_D1]})
    steps = []
    for event in (SEVEN, CardsDiscarded(seat=BORIS, cards={"ore": 4}), to("D1"), steal(BORIS)):
        table = play(table, event)
        steps.append(table.phase.step)

    assert steps == ["discard", "robber", "steal", "actions"]


def test_R_01_nobody_produces_on_a_seven():
    after = seven_rolled(hands={}, settlements={ANA: [ON_D1], BORIS: ["C4-C5-D4"]})

    assert hands(after) == [0, 0, 0, 0]
    assert after.bank == FULL
    assert after.phase.step == "robber"


def test_R_01_with_the_robber_off_the_turn_goes_on_after_the_discards():
    after = seven_rolled(hands={BORIS: 8}, settlements={BORIS: [ON_D1]}, robber="off")
    assert state_for_api(after)["owed"] == {"1": 4}

    after = play(after, CardsDiscarded(seat=BORIS, cards={"ore": 4}))

    assert after.phase.step == "actions"
    assert after.robber == hexagon("C3")
    assert codes(after, to("D1")) == ["step.not_now"]


def test_R_01_with_robber_and_discards_off_nothing_happens():
    after = seven_rolled(hands={BORIS: 12}, robber="off", discards="off")

    assert after.phase.step == "actions"
    assert hands(after) == [0, 12, 0, 0]


@pytest.mark.parametrize(
    ("hand", "due"),
    [
        *((few, 0) for few in range(8)),
        *((8, 4), (9, 4), (10, 5), (11, 5), (12, 6), (13, 6), (14, 7), (15, 7), (16, 8), (17, 8), (18, 9)),
        *((19, 9), (20, 10), (21, 10)),
    ],
)
@pytest.mark.parametrize("who", [ANA, CHAI], ids=["roller", "other"])
def test_R_02_more_than_seven_cards_give_half_rounded_down(who: int, hand: int, due: int):
    after = seven_rolled(hands={who: hand})

    assert state_for_api(after)["owed"] == ({str(who): due} if due else {})
    assert after.phase.step == ("discard" if due else "robber")


@pytest.mark.parametrize(
    ("limit", "rounding", "owed"),
    [
        (7, "down", {1: 4, 2: 4, 3: 5}),
        (7, "up", {1: 4, 2: 5, 3: 5}),
        (8, "down", {2: 4, 3: 5}),
        (9, "down", {3: 5}),
        (9, "up", {3: 5}),
        (5, "down", {0: 3, 1: 4, 2: 4, 3: 5}),
        (5, "up", {0: 3, 1: 4, 2: 5, 3: 5}),
        (20, "down", {}),
    ],
)
def test_R_02_the_table_sets_the_limit_and_the_rounding(limit: int, rounding: str, owed: dict[int, int]):
    after = seven_rolled(hands={ANA: 6, BORIS: 8, CHAI: 9, DANA: 10}, discard_limit=limit, discard_round=rounding)

    assert state_for_api(after)["owed"] == {str(seat): count for seat, count in owed.items()}


def test_R_02_by_default_seven_are_safe_and_halves_are_rounded_down():
    rules = new_game().rules

    assert (rules.discard_limit, rules.discard_round) == (7, "down")


def test_R_03_development_cards_are_not_counted():
    table = given(new_game(), step="roll", hands={ANA: 6}, seats={ANA: {"development_cards": 4}})

    after = play(table, SEVEN)

    assert state_for_api(after)["owed"] == {}
    assert after.phase.step == "robber"
    assert after.seats[ANA].development_cards == 4


@pytest.mark.parametrize("choice", ["owner", "random"])
def test_R_04_four_of_nine_cards_go_to_the_bank_whoever_picks_them(choice: str):
    table = given(new_game(discard_choice=choice), step="roll", hands={ANA: 9}, bank=Cards(17, 19, 16, 19, 15))

    after = play(table, SEVEN, CardsDiscarded(seat=ANA, cards={"lumber": 1, "wool": 1, "ore": 2}))

    assert hands(after) == [5, 0, 0, 0]
    assert after.bank == Cards(18, 19, 17, 19, 17)
    assert after.unsure == {}
    assert after.phase.step == "robber"


def test_R_04_cards_that_nobody_looked_at_leave_the_bank_unsure():
    table = given(new_game(discard_choice="random"), step="roll", hands={ANA: 9}, bank=Cards(17, 17, 17, 17, 18))
    after = play(table, SEVEN, CardsDiscarded(seat=ANA, count=4))

    assert hands(after) == [5, 0, 0, 0]
    assert sorted(after.unsure) == ["bank.brick", "bank.grain", "bank.lumber", "bank.ore", "bank.wool"]


@pytest.mark.parametrize("number", [1, 3, 5, 9])
def test_R_04_another_number_of_cards_than_owed_is_irregular(number: int):
    after = seven_rolled(hands={ANA: 9})

    assert codes(after, CardsDiscarded(seat=ANA, cards={"ore": number})) == ["discard.count"]
    assert kinds(after, CardsDiscarded(seat=ANA, count=number)) == ["irregular"]


@pytest.mark.parametrize("order", [(ANA, DANA), (DANA, ANA)])
def test_R_05_the_robber_waits_for_the_last_discard_in_any_order(order: tuple[int, int]):
    first, last = order
    table = seven_rolled(hands={ANA: 8, DANA: 10})
    due = {ANA: 4, DANA: 5}
    assert codes(table, to("D1")) == ["step.not_now"]

    table = play(table, CardsDiscarded(seat=first, cards={"ore": due[first]}))
    assert state_for_api(table)["owed"] == {str(last): due[last]}
    assert codes(table, to("D1")) == ["step.not_now"]

    table = play(table, CardsDiscarded(seat=last, cards={"wool": due[last]}))
    assert state_for_api(table)["owed"] == {}
    assert codes(table, to("D1")) == []


def test_R_05_in_seat_order_they_discard_clockwise_from_the_roller():
    table = given(new_game(discard_order="seat_order"), turn=BORIS, step="roll", hands={ANA: 8, DANA: 8})
    table = play(table, DiceRolled(seat=BORIS, total=7))
    from_ana, from_dana = CardsDiscarded(seat=ANA, cards={"ore": 4}), CardsDiscarded(seat=DANA, cards={"ore": 4})

    assert codes(table, from_ana) == ["discard.order"]
    assert kinds(table, from_ana) == ["irregular"]
    assert play(table, from_dana, from_ana).phase.step == "robber"


def test_R_06_who_still_holds_too_many_does_not_discard_again():
    table = play(seven_rolled(hands={ANA: 20, DANA: 8}), CardsDiscarded(seat=ANA, cards={"ore": 10}))
    again = CardsDiscarded(seat=ANA, cards={"ore": 5})

    assert hands(table) == [10, 0, 0, 8]
    assert state_for_api(table)["owed"] == {"3": 4}
    assert codes(table, again) == ["discard.count"]

    table = play(table, CardsDiscarded(seat=DANA, cards={"ore": 4}))

    assert table.phase.step == "robber"
    assert codes(table, again) == ["step.not_now"]


@pytest.mark.parametrize(
    "trade",
    [
        PlayersTraded(seat=BORIS, partner=ANA, give={"ore": 2}, receive={"wool": 1}),
        PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 1}, receive={"ore": 2}),
        BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1}),
    ],
    ids=["offered_by_boris", "offered_by_ana", "bank"],
)
def test_R_07_nobody_trades_between_a_seven_and_the_end_of_the_theft(trade: Any):
    table = seven_rolled(hands={ANA: 4, BORIS: 8}, settlements={BORIS: [ON_D1]})
    for event in (CardsDiscarded(seat=BORIS, cards={"ore": 4}), to("D1"), steal(BORIS)):
        assert codes(table, trade) == ["step.not_now"], table.phase.step
        assert kinds(table, trade) == ["irregular"]
        table = play(table, event)

    assert codes(table, trade) == []


def test_R_07_a_gift_does_not_help_either():
    table = seven_rolled(hands={BORIS: 8})

    assert codes(table, PlayersTraded(seat=BORIS, partner=ANA, give={"ore": 1}, receive={})) == [
        "step.not_now",
        "trade.gift",
    ]


# The robber.


def test_R_08_the_robber_must_move():
    table = given(new_game(), step=ROBBER, robber=hexagon("D1"))

    assert codes(table, to("D1")) == ["robber.must_move"]
    assert kinds(table, to("D1")) == ["irregular"]
    assert play(table, to("D2")).robber == hexagon("D2")


def test_R_08_a_hex_that_is_none_is_impossible():
    table = given(new_game(), step=ROBBER)

    assert (codes(table, RobberMoved(seat=ANA, to="3,0,-3")), kinds(table, RobberMoved(seat=ANA, to="3,0,-3"))) == (
        ["place.unknown"],
        ["impossible"],
    )
    assert codes(table, RobberMoved(seat=ANA)) == ["place.missing"]


def test_R_08_without_a_board_the_robber_must_block_something_else():
    ore_8, wool_5 = TouchedHex("ore", 8), TouchedHex("wool", 5)
    table = given(new_game(tracking="counts"), step=ROBBER, blocked_hex=ore_8)

    assert codes(table, RobberMoved(seat=ANA, blocks=ore_8)) == ["robber.must_move"]
    assert play(table, RobberMoved(seat=ANA, blocks=wool_5)).blocked_hex == wool_5


def test_R_09_the_robber_may_go_back_to_the_desert_and_blocks_nothing_there():
    table = given(new_game(), step=ROBBER, robber=hexagon("B2"), settlements={ANA: ["A1-A2-B2"]})

    table = play(table, to("C3"), TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=6))

    assert table.robber == hexagon("C3")
    assert hands(table) == [1, 0, 0, 0]


def test_R_09_a_table_may_keep_the_robber_out_of_the_desert():
    table = given(new_game(robber_to_desert="forbidden"), step=ROBBER, robber=hexagon("B2"))

    assert codes(table, to("C3")) == ["robber.not_desert"]
    assert kinds(table, to("C3")) == ["irregular"]
    assert codes(table, to("C2")) == []


def test_R_10_neighbours_of_the_desert_can_be_robbed():
    table = given(new_game(), step=ROBBER, robber=hexagon("B2"), hands={BORIS: 3}, settlements={BORIS: ["B3-C3-C4"]})

    table = play(table, to("C3"))
    assert table.phase.step == "steal"

    assert hands(play(table, steal(BORIS))) == [1, 2, 0, 0]


def test_R_11_on_ones_own_hex_nobody_is_robbed():
    table = given(new_game(), step=ROBBER, hands={ANA: 3}, settlements={ANA: [ON_D1]})

    after = play(table, to("D1"))

    assert after.phase.step == "actions"
    assert hands(after) == [3, 0, 0, 0]


def test_R_11_nobody_robs_oneself():
    table = given(new_game(), step=ROBBER, hands={ANA: 3, BORIS: 1}, settlements={ANA: [ON_D1], BORIS: [ALSO_ON_D1]})
    table = play(table, to("D1"))

    assert isinstance(table.phase, Stealing)
    assert table.phase.victims == (BORIS,)
    assert codes(table, steal(ANA)) == ["theft.from_oneself", "theft.not_there"]
    assert kinds(table, steal(ANA)) == ["impossible", "irregular"]


@pytest.mark.parametrize(("victim", "after"), [(BORIS, [1, 1, 2, 2]), (CHAI, [1, 2, 1, 2])])
def test_R_12_the_mover_chooses_one_of_those_on_the_hex(victim: int, after: list[int]):
    table = given(
        new_game(),
        step=ROBBER,
        hands={BORIS: 2, CHAI: 2, DANA: 2},
        settlements={BORIS: [ON_D1], DANA: ["C4-C5-D4"]},
        cities={CHAI: [ALSO_ON_D1]},
    )
    table = play(table, to("D1"))

    assert isinstance(table.phase, Stealing)
    assert table.phase.victims == (BORIS, CHAI)
    assert codes(table, steal(DANA)) == ["theft.not_there"]
    assert codes(table, steal(victim, seat=DANA)) == ["turn.not_yours"]

    table = play(table, steal(victim))

    assert hands(table) == after
    assert codes(table, steal(BORIS)) == ["step.not_now"]
    assert codes(table, steal(CHAI)) == ["step.not_now"]


def boris_with_nothing_beside_chai_with_five(**rules: Any) -> GameState:
    table = given(new_game(**rules), step=ROBBER, hands={CHAI: 5}, settlements={BORIS: [ON_D1], CHAI: [ALSO_ON_D1]})
    return play(table, to("D1"))


def test_R_13_from_a_chosen_victim_without_cards_nothing_is_taken():
    table = play(boris_with_nothing_beside_chai_with_five(), steal(BORIS))

    assert hands(table) == [0, 0, 5, 0]
    assert table.unsure == {}
    assert table.phase.step == "actions"
    assert codes(table, steal(CHAI)) == ["step.not_now"]


def test_R_13_a_table_may_skip_victims_without_cards():
    table = boris_with_nothing_beside_chai_with_five(empty_victim="skipped")

    assert codes(table, steal(BORIS)) == ["theft.not_there"]
    assert kinds(table, steal(BORIS)) == ["irregular"]
    assert hands(play(table, steal(CHAI))) == [1, 0, 4, 0]


@pytest.mark.parametrize("rule", ["allowed_no_card", "skipped"])
def test_R_13_where_all_have_empty_hands_no_theft_is_expected(rule: str):
    table = given(new_game(empty_victim=rule), step=ROBBER, settlements={BORIS: [ON_D1], CHAI: [ALSO_ON_D1]})

    assert play(table, to("D1")).phase.step == "actions"


def test_R_14_on_an_empty_hex_there_is_no_theft_and_the_block_counts():
    table = given(new_game(), step=ROBBER, hands={BORIS: 2}, settlements={BORIS: ["C4-C5-D4"]})

    table = play(table, to("D1"))
    assert table.phase.step == "actions"

    settled = SettlementBuilt(seat=ANA, at=spot("D1 SW"), waived=True)
    table = play(table, settled, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=8))

    assert hands(table) == [0, 3, 0, 0]


def test_R_15_the_thief_may_not_decline():
    table = given(new_game(), step=ROBBER, hands={BORIS: 2}, settlements={BORIS: [ON_D1]})
    table = play(table, to("D1"))

    assert codes(table, steal(None)) == ["theft.not_optional"]
    assert kinds(table, steal(None)) == ["irregular"]
    assert codes(table, TurnEnded(seat=ANA)) == ["step.not_now"]
    assert hands(play(table, steal(BORIS))) == [1, 1, 0, 0]


def test_R_15_a_table_may_make_the_theft_optional():
    table = given(new_game(steal_optional=True), step=ROBBER, hands={BORIS: 2}, settlements={BORIS: [ON_D1]})
    table = play(table, to("D1"))

    declined = play(table, steal(None))

    assert hands(declined) == [0, 2, 0, 0]
    assert declined.phase.step == "actions"
    assert hands(play(table, steal(BORIS))) == [1, 1, 0, 0]


def test_R_16_one_card_goes_from_the_victim_to_the_thief():
    table = given(new_game(), step=ROBBER, hands={BORIS: 3}, settlements={BORIS: [ON_D1]})

    after = play(table, to("D1"), steal(BORIS))

    assert hands(after) == [1, 2, 0, 0]
    assert after.bank == FULL


def test_R_17_the_public_state_is_the_same_whichever_card_was_stolen():
    table = given(new_game(), step=ROBBER, hands={BORIS: 3}, settlements={BORIS: [ON_D1]})
    table = play(table, to("D1"))

    unseen, ore, wool = (state_for_api(play(table, steal(BORIS, resource=r))) for r in (None, "ore", "wool"))

    assert unseen == ore == wool


@pytest.mark.parametrize(("phases", "step"), [("combined", "actions"), ("separate", "trade")])
def test_R_18_after_the_theft_the_roller_trades_and_builds(phases: str, step: str):
    table = seven_rolled(hands={ANA: 4, BORIS: 2}, settlements={BORIS: [ON_D1]}, turn_phases=phases)

    table = play(table, to("D1"), steal(BORIS))

    assert (table.phase.step, table.turn) == (step, ANA)
    assert codes(table, BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1})) == []


def test_R_19_the_robber_blocks_neither_a_harbour_nor_building_nor_trading():
    table = given(
        new_game(),
        hands={ANA: 9, BORIS: 1},
        settlements={ANA: ["C5 NE"]},
        roads={ANA: ["C5 NE", "B4|C5"]},
        robber=hexagon("C5"),
    )

    assert codes(table, BankTraded(seat=ANA, give={"wool": 3}, receive={"ore": 1})) == []
    assert codes(table, RoadBuilt(seat=ANA, at=path("C5 E"))) == []
    assert codes(table, SettlementBuilt(seat=ANA, at=spot("B4-C4-C5"))) == []
    assert codes(table, PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 1}, receive={"ore": 1})) == []


def test_R_20_a_knight_makes_nobody_discard():
    table = given(new_game(), hands={DANA: 12}, seats={ANA: {"development_cards": 1}})

    table = play(table, KnightPlayed(seat=ANA))
    assert (table.phase.step, state_for_api(table)["owed"]) == ("robber", {})

    table = play(table, to("D1"))
    assert table.phase.step == "actions"
    assert hands(table) == [0, 0, 0, 12]


def test_R_21_a_knight_before_the_roll_and_a_seven_move_the_robber_twice():
    table = given(
        new_game(),
        step="roll",
        hands={BORIS: 3},
        settlements={BORIS: [ON_D1, "C4-C5-D4"]},
        seats={ANA: {"development_cards": 1}},
    )

    table = play(table, KnightPlayed(seat=ANA), to("D1"), steal(BORIS))
    assert (table.phase, table.robber, hands(table)) == (Rolling(), hexagon("D1"), [1, 2, 0, 0])

    table = play(table, SEVEN, to("C5"), steal(BORIS))
    assert (table.phase, table.robber, hands(table)) == (Acting(), hexagon("C5"), [2, 1, 0, 0])


# House rules about robber and seven.


@pytest.mark.parametrize(
    ("friendly", "spared", "points", "refused"),
    [
        ("on", 2, 2, ["robber.friendly"]),
        ("on", 2, 3, []),
        ("on", 3, 3, ["robber.friendly"]),
        ("on", 3, 4, []),
        ("on", 4, 4, ["robber.friendly"]),
        ("on", 4, 5, []),
        ("off", 2, 2, []),
    ],
)
def test_R_22_the_friendly_robber_spares_those_with_few_points(
    friendly: str, spared: int, points: int, refused: list[str]
):
    table = given(
        new_game(friendly_robber=friendly, friendly_robber_vp=spared),
        step=ROBBER,
        settlements={BORIS: [ON_D1, "C4-C5-D4"]},
        seats={BORIS: {"revealed_points": points - 2}},
    )

    assert codes(table, to("D1")) == refused
    assert kinds(table, to("D1")) == ["irregular"] * len(refused)


def test_R_22_by_default_the_robber_is_not_friendly_and_spares_two_points():
    rules = new_game().rules

    assert (rules.friendly_robber, rules.friendly_robber_vp) == ("off", 2)


def test_R_22_hidden_points_do_not_count():
    table = given(
        new_game(friendly_robber="on"),
        step=ROBBER,
        settlements={BORIS: [ON_D1, "C4-C5-D4"]},
        seats={BORIS: {"development_cards": 5}},
    )

    assert codes(table, to("D1")) == ["robber.friendly"]


def test_R_22_one_spared_player_keeps_the_robber_off_a_hex_of_others():
    table = given(
        new_game(friendly_robber="on"),
        step=ROBBER,
        hands={CHAI: 2},
        settlements={BORIS: [ON_D1, "C4-C5-D4"], CHAI: [ALSO_ON_D1, "D3-D4-E3", "A1-A2-B2"]},
    )

    assert codes(table, to("D1")) == ["robber.friendly"]
    assert codes(table, to("E1")) == []


def test_R_22_a_spared_player_is_not_robbed_even_if_the_table_lets_the_move_stand():
    table = given(
        new_game(friendly_robber="on"),
        step=ROBBER,
        hands={BORIS: 3, CHAI: 2},
        settlements={BORIS: [ON_D1, "C4-C5-D4"], CHAI: [ALSO_ON_D1, "D3-D4-E3", "A1-A2-B2"]},
    )

    table = play(table, to("D1", waived=True))

    assert isinstance(table.phase, Stealing)
    assert table.phase.victims == (CHAI,)
    assert codes(table, steal(BORIS)) == ["theft.not_there"]


ROUND_THE_DESERT = {
    BORIS: ["A1-A2-B2", "D2-D1-E1"],
    CHAI: ["A3-B3-B4", "D3-E2-E3"],
    DANA: ["C4-C5-D4", "B1-C1-C2"],
}
"""Two points each, and every hex but the desert touches one of them."""


def test_R_22_where_every_other_hex_is_spared_the_robber_stays_on_the_desert():
    table = given(new_game(friendly_robber="on"), step=ROBBER, hands={BORIS: 3}, settlements=ROUND_THE_DESERT)

    assert codes(table, to("D1")) == ["robber.only_desert"]
    after = play(table, to("C3"))

    assert (after.robber, after.phase.step) == (hexagon("C3"), "actions")
    assert hands(after) == [0, 3, 0, 0]


@pytest.mark.parametrize(
    ("at_the_desert", "elsewhere"),
    [([], "robber.friendly"), (["B2-B3-C3"], "robber.only_desert")],
    ids=["free_desert", "spared_player_at_the_desert"],
)
def test_R_22_where_no_hex_is_left_the_robber_goes_to_the_desert(at_the_desert: list[str], elsewhere: str):
    settlements = ROUND_THE_DESERT | {DANA: [*ROUND_THE_DESERT[DANA], *at_the_desert]}
    rules: dict[str, Any] = {"friendly_robber": "on", "friendly_robber_vp": 3}
    table = given(new_game(**rules), step=ROBBER, robber=hexagon("B2"), hands={DANA: 3}, settlements=settlements)

    assert [codes(table, to(name)) for name in ("A1", "C2", "D4", "E3")] == [[elsewhere]] * 4
    after = play(table, to("C3"))

    assert (after.robber, after.phase.step) == (hexagon("C3"), "actions")
    assert hands(after) == [0, 0, 0, 3]


def test_R_22_with_the_friendly_robber_discards_still_happen():
    after = seven_rolled(hands={BORIS: 8}, settlements=ROUND_THE_DESERT, friendly_robber="on")

    assert after.phase == Discarding({BORIS: 4})


def test_R_22_without_a_board_the_friendly_robber_spares_those_who_said_what_they_touch():
    ore_8 = TouchedHex("ore", 8)
    boris = {"settlements": 2, "sites": (Site((ore_8,)), Site(()))}
    table = given(new_game(tracking="counts", friendly_robber="on"), step=ROBBER, seats={BORIS: boris})

    assert codes(table, RobberMoved(seat=ANA, blocks=ore_8)) == ["robber.friendly"]
    assert codes(table, RobberMoved(seat=ANA, blocks=TouchedHex("wool", 5))) == []


@pytest.mark.parametrize(
    ("rounds", "mode", "round_", "step"),
    [
        (0, "reroll", 1, "discard"),
        (2, "reroll", 1, "roll"),
        (2, "reroll", 2, "roll"),
        (2, "reroll", 3, "discard"),
        (3, "reroll", 3, "roll"),
        (2, "no_effect", 2, "actions"),
        (2, "no_effect", 3, "discard"),
    ],
)
def test_R_23_a_seven_in_the_first_rounds_is_spared(rounds: int, mode: str, round_: int, step: str):
    table = given(new_game(no_seven_rounds=rounds, no_seven_mode=mode), step="roll", round=round_, hands={BORIS: 8})

    after = play(table, SEVEN)

    assert after.phase.step == step
    assert (after.turn, after.round) == (ANA, round_)
    assert hands(after) == [0, 8, 0, 0]
    assert after.robber == hexagon("C3")


def test_R_23_after_a_spared_seven_the_roll_is_made_again():
    table = given(new_game(no_seven_rounds=2), step="roll", round=2, settlements={ANA: [ON_D1]})

    after = play(table, SEVEN, SEVEN, DiceRolled(seat=ANA, total=8))

    assert after.phase.step == "actions"
    assert hands(after) == [1, 0, 0, 0]


def test_R_23_by_default_no_seven_is_spared_and_a_spared_one_is_rolled_again():
    rules = new_game().rules

    assert (rules.no_seven_rounds, rules.no_seven_mode) == (0, "reroll")


def test_R_24_nobody_discards_freely():
    boris_gives_one = CardsDiscarded(seat=BORIS, cards={"ore": 1})
    during_ana_owes = seven_rolled(hands={ANA: 8, BORIS: 7})
    nobody_owes = seven_rolled(hands={BORIS: 7})
    in_the_turn = given(new_game(), hands={BORIS: 7})

    assert codes(during_ana_owes, boris_gives_one) == ["discard.count"]
    assert codes(nobody_owes, boris_gives_one) == ["step.not_now"]
    assert codes(in_the_turn, boris_gives_one) == ["step.not_now"]
    assert kinds(in_the_turn, boris_gives_one) == ["irregular"]


def test_R_24_nobody_gives_cards_away_to_dodge():
    table = given(new_game(), hands={ANA: 8})

    assert codes(table, PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={})) == ["trade.gift"]
