"""docs/rulings.md §2, row by row: the shape of a turn, the roll and what may come before it, handing on the dice."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.table.box import PIPS
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
    decode_event,
)
from narrator.core.table.house_rules import HouseRules, allowed_values, rule_refusal
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from tests.support.games import (
    ANA,
    BORIS,
    CHAI,
    DANA,
    codes,
    given,
    hexagon,
    kinds,
    new_game,
    path,
    play,
    record_of,
    spot,
)

ROAD = RoadBuilt(seat=ANA, at=path("B3|C3"))
SETTLEMENT = SettlementBuilt(seat=ANA, at=spot("B2-B3-C3"))
CITY = CityBuilt(seat=ANA, at=spot("A1-A2-B2"))
PURCHASE = DevelopmentBought(seat=ANA)
TRADE = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1})
BANK_TRADE = BankTraded(seat=ANA, give={"lumber": 4}, receive={"wool": 1})
KNIGHT = KnightPlayed(seat=ANA)
ROAD_BUILDING = RoadBuildingPlayed(seat=ANA)
PLENTY = YearOfPlentyPlayed(seat=ANA, cards={"ore": 2})
MONOPOLY = MonopolyPlayed(seat=ANA, resource="wool", taken={BORIS: 2})

TRADES = [TRADE, BANK_TRADE]
BUILDS: list[AnyFact] = [ROAD, SETTLEMENT, CITY, PURCHASE]
CARDS: list[AnyFact] = [KNIGHT, ROAD_BUILDING, PLENTY, MONOPOLY]


def name(value: object) -> str | None:
    return getattr(value, "type", None)


def table(step: str = "actions", **rules: Any) -> GameState:
    """Ana's turn: two roads lead from her settlement to a free corner; ten cards and two old development cards."""
    return given(
        new_game(**rules),
        step=step,
        hands={ANA: 10, BORIS: 5},
        bank=Cards(lumber=15, brick=18, wool=15, grain=16, ore=16),
        settlements={ANA: ["A1-A2-B2"], BORIS: ["D1-D2-E1"]},
        roads={ANA: ["A2|B2", "B2|B3"], BORIS: ["D2|E1"]},
        seats={ANA: {"development_cards": 2}},
    )


def whose(state: GameState) -> tuple[int, str, int]:
    return state.turn, state.phase.step, state.round


# T-01: the shape of a turn.


@pytest.mark.parametrize("built", BUILDS, ids=name)
@pytest.mark.parametrize("trade", TRADES, ids=name)
def test_T_01_combined_trading_and_building_mix_freely(built, trade):
    state = play(table(turn_phases="combined"), built)

    assert state.phase.step == "actions"
    assert codes(state, trade) == []
    assert codes(play(state, trade), ROAD if built is not ROAD else CITY) == []


@pytest.mark.parametrize("built", BUILDS, ids=name)
@pytest.mark.parametrize("trade", TRADES, ids=name)
def test_T_01_separate_the_first_thing_built_ends_the_trading_until_the_next_turn(built, trade):
    state = table("trade", turn_phases="separate")
    assert codes(state, trade) == []

    state = play(state, built)

    assert state.phase.step == "build"
    assert (codes(state, trade), kinds(state, trade)) == (["step.not_now"], ["irregular"])

    state = play(state, TurnEnded(seat=ANA))
    for seat in (BORIS, CHAI, DANA):
        state = play(state, DiceRolled(seat=seat, total=12), TurnEnded(seat=seat))
    state = play(state, DiceRolled(seat=ANA, total=12))
    assert (whose(state), codes(state, TRADE)) == ((ANA, "trade", 4), [])


def test_T_01_separate_the_table_may_say_that_trading_is_done():
    state = play(table("trade", turn_phases="separate"), TRADE, StepDone(step="trade"))

    assert state.phase.step == "build"
    assert codes(state, TRADE) == ["step.not_now"]
    assert codes(state, StepDone(step="trade")) == ["step.not_now"]
    assert [codes(state, built) for built in BUILDS] == [[], [], [], []]


def test_T_01_combined_there_is_no_trading_to_be_done_with():
    assert codes(table(turn_phases="combined"), StepDone(step="trade")) == ["step.not_now"]


@pytest.mark.parametrize(
    ("rules", "step"),
    [
        ({}, "actions"),
        ({"preset": "official_6e"}, "actions"),
        ({"preset": "official_5e"}, "trade"),
        ({"turn_phases": "separate"}, "trade"),
        ({"preset": "official_5e", "turn_phases": "combined"}, "actions"),
    ],
)
def test_T_01_what_follows_the_roll(rules, step):
    assert play(table("roll", **rules), DiceRolled(seat=ANA, total=8)).phase.step == step


@pytest.mark.parametrize("step", ["trade", "build"])
@pytest.mark.parametrize("card", CARDS, ids=name)
def test_T_01_separate_a_card_fits_into_either_part(card, step):
    assert codes(table(step, turn_phases="separate"), card) == []


# T-02: rolling.


@pytest.mark.parametrize(("step", "rules"), [("actions", {}), ("trade", {"turn_phases": "separate"})])
def test_T_02_a_second_roll_is_refused_and_changes_nothing(step, rules):
    state = play(table("roll", **rules), DiceRolled(seat=ANA, total=10))
    assert state.phase.step == step
    record = record_of(state)

    with pytest.raises(Refused) as refused:
        record.add(DiceRolled(seat=ANA, total=10))

    assert [(reason.code, reason.kind) for reason in refused.value.reasons] == [("step.not_now", "irregular")]
    assert (record.state, record.log) == (state, [])


def test_T_02_a_wrong_roll_is_taken_back_and_entered_anew():
    before = table("roll")
    record = record_of(before, DiceRolled(seat=ANA, total=10), TakenBack(to=0))
    assert replace(record.state, last_entry=0) == before

    record.add(DiceRolled(seat=ANA, total=5))

    straight = play(before, DiceRolled(seat=ANA, total=5))
    assert replace(record.state, last_entry=1) == straight
    assert [seat.hand_size for seat in record.state.seats] == [10, 6, 0, 0]


@pytest.mark.parametrize("event", [*TRADES, *BUILDS, TurnEnded(seat=ANA)], ids=name)
def test_T_02_T_03_before_the_roll_nobody_trades_builds_buys_or_passes(event):
    state = table("roll")

    assert (codes(state, event), kinds(state, event)) == (["step.not_now"], ["irregular"])
    assert codes(play(state, DiceRolled(seat=ANA, total=10)), event) == []


@pytest.mark.parametrize(
    ("step", "reasons"), [("roll", ["turn.not_yours"]), ("actions", ["step.not_now", "turn.not_yours"])]
)
def test_T_02_nobody_else_rolls(step, reasons):
    assert codes(table(step), DiceRolled(seat=BORIS, total=8)) == reasons


def test_T_02_somebody_who_does_not_sit_here_rolls_nothing():
    stranger = DiceRolled(seat=4, total=8)

    assert (codes(table("roll"), stranger), kinds(table("roll"), stranger)) == (["seat.unknown"], ["impossible"])


# T-03: before the roll.


def test_T_03_a_knight_before_the_roll_leads_back_to_the_roll_and_is_the_only_card_of_the_turn():
    state = play(table("roll"), KNIGHT)
    assert state.phase.step == "robber"

    state = play(state, RobberMoved(seat=ANA, to=hexagon("D1")))
    assert state.phase.step == "steal"

    state = play(state, CardStolen(seat=ANA, victim=BORIS))
    assert state.phase.step == "roll"
    assert [seat.hand_size for seat in state.seats] == [11, 4, 0, 0]
    assert [codes(state, card) for card in CARDS] == [["card.second_this_turn"]] * 4
    assert kinds(state, PLENTY) == ["irregular"]

    state = play(state, DiceRolled(seat=ANA, total=12))
    assert [codes(state, card) for card in CARDS] == [["card.second_this_turn"]] * 4


def test_T_03_between_the_knight_and_the_theft_nobody_rolls():
    state = play(table("roll"), KNIGHT)
    assert codes(state, DiceRolled(seat=ANA, total=8)) == ["step.not_now"]

    state = play(state, RobberMoved(seat=ANA, to=hexagon("D1")))
    assert codes(state, DiceRolled(seat=ANA, total=8)) == ["step.not_now"]


@pytest.mark.parametrize(
    ("dev_before_roll", "allowed"),
    [("any", CARDS), ("knight_only", [KNIGHT]), ("none", [])],
)
@pytest.mark.parametrize("card", CARDS, ids=name)
def test_T_03_which_cards_come_before_the_roll(dev_before_roll, allowed, card):
    state = table("roll", dev_before_roll=dev_before_roll)

    assert codes(state, card) == ([] if card in allowed else ["card.before_roll"])
    assert codes(play(state, DiceRolled(seat=ANA, total=12)), card) == []


def test_T_03_a_card_too_early_may_be_let_stand():
    assert kinds(table("roll", dev_before_roll="none"), KNIGHT) == ["irregular"]


@pytest.mark.parametrize(
    "events",
    [
        [PLENTY],
        [MONOPOLY],
        [ROAD_BUILDING, ROAD, RoadBuilt(seat=ANA, at=path("A1|A2"))],
    ],
    ids=["year_of_plenty", "monopoly", "road_building"],
)
def test_T_03_after_any_other_card_the_roll_is_still_to_come(events: list[AnyFact]):
    state = play(table("roll"), *events)

    assert whose(state) == (ANA, "roll", 3)
    assert codes(state, DiceRolled(seat=ANA, total=8)) == []
    assert [codes(state, card) for card in CARDS] == [["card.second_this_turn"]] * 4


def test_T_03_whoever_is_already_at_the_target_wins_without_rolling():
    state = replace(table(), turn=DANA)
    state = replace(state, seats=(replace(state.seats[ANA], cities=4, settlements=2), *state.seats[1:]))

    state = play(state, TurnEnded(seat=DANA))

    assert state.phase == Over(ANA)


def test_T_03_whoever_claims_the_win_need_not_roll_either():
    state = table("roll", auto_win="claim")
    assert codes(state, VictoryDeclared(seat=ANA)) == ["victory.too_few_points"]

    state = replace(state, seats=(replace(state.seats[ANA], cities=4, settlements=2), *state.seats[1:]))
    assert play(state, VictoryDeclared(seat=ANA)).phase == Over(ANA)


# T-04 and T-05: the end of a turn, and rounds.


def test_T_04_after_the_last_seat_the_first_is_next():
    state = given(new_game(), turn=DANA)

    state = play(state, TurnEnded(seat=DANA))

    assert whose(state) == (ANA, "roll", 4)


@pytest.mark.parametrize(("seat", "following"), [(ANA, BORIS), (BORIS, CHAI), (CHAI, DANA)])
def test_T_04_the_dice_go_to_the_left(seat, following):
    state = play(given(new_game(), turn=seat), TurnEnded(seat=seat))

    assert whose(state) == (following, "roll", 3)


def test_T_04_only_whose_turn_it_is_ends_it():
    event = TurnEnded(seat=BORIS)

    assert (codes(table(), event), kinds(table(), event)) == (["turn.not_yours"], ["irregular"])


@pytest.mark.parametrize("events", [[], [RobberMoved(seat=ANA, to=hexagon("D1"))]], ids=["robber", "steal"])
def test_T_04_a_turn_does_not_end_before_the_seven_is_settled(events):
    state = given(
        new_game(), step="roll", hands={ANA: 3, BORIS: 5}, settlements={BORIS: ["D1-D2-E1"]}, roads={BORIS: ["D2|E1"]}
    )
    state = play(state, DiceRolled(seat=ANA, total=7), *events)

    assert codes(state, TurnEnded(seat=ANA)) == ["step.not_now"]


def test_T_04_the_next_player_may_play_a_card_and_the_bought_one_is_old():
    state = play(table(), PLENTY, PURCHASE, TurnEnded(seat=ANA))

    assert state.cards_played == 0
    assert [seat.bought_this_turn for seat in state.seats] == [0, 0, 0, 0]


def test_T_05_the_round_goes_up_when_play_returns_to_the_first_player():
    state = given(new_game(), turn=BORIS, round=3, first_seat=CHAI)

    state = play(state, TurnEnded(seat=BORIS))

    assert whose(state) == (CHAI, "roll", 4)


def test_T_05_and_not_when_it_passes_the_first_seat():
    state = given(new_game(), turn=DANA, round=3, first_seat=CHAI)

    state = play(state, TurnEnded(seat=DANA))

    assert whose(state) == (ANA, "roll", 3)


def test_T_05_rounds_over_two_laps():
    state = given(new_game(), turn=CHAI, round=1, first_seat=CHAI, step="roll")
    found = []
    for _ in range(9):
        found.append((state.turn, state.round))
        state = play(state, DiceRolled(seat=state.turn, total=12), TurnEnded(seat=state.turn))

    assert found == [
        *[(CHAI, 1), (DANA, 1), (ANA, 1), (BORIS, 1)],
        *[(CHAI, 2), (DANA, 2), (ANA, 2), (BORIS, 2)],
        (CHAI, 3),
    ]


# T-06 to T-10: dice, decks and timers.


def test_T_06_two_dice_fall_in_36_ways():
    assert PIPS == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert sum(PIPS.values()) == 36
    assert Counter(map(sum, product(range(1, 7), repeat=2))) == PIPS


@pytest.mark.parametrize("cocked_dice", ["reroll_both", "reroll_one", "read_flat"])
def test_T_07_a_die_on_the_floor_is_rolled_again_and_only_the_second_roll_counts(cocked_dice):
    before = table("roll", cocked_dice=cocked_dice)

    record = record_of(before, DiceRolled(seat=ANA, dice=(3, 5)), TakenBack(to=0), DiceRolled(seat=ANA, dice=(4, 6)))

    assert (record.state.roll, record.state.phase.step) == (10, "actions")
    assert [seat.hand_size for seat in record.state.seats] == [11, 5, 0, 0]
    assert record.state.bank == Cards(lumber=15, brick=18, wool=15, grain=16, ore=15)


@pytest.mark.parametrize("dice_source", ["physical", "app"])
def test_T_08_three_and_five_are_eight(dice_source):
    state = table("roll", dice_source=dice_source)
    rolled, told = (play(state, event) for event in (DiceRolled(seat=ANA, dice=(3, 5)), DiceRolled(seat=ANA, total=8)))

    assert rolled.roll == 8
    assert [seat.hand_size for seat in rolled.seats] == [10, 6, 0, 0]
    assert rolled == told


@pytest.mark.parametrize(
    "fields",
    [
        "",
        ',"dice":[3,5],"total":8',
        ',"dice":[0,5]',
        ',"dice":[3,7]',
        ',"dice":[3]',
        ',"dice":[1,2,3]',
        ',"total":1',
        ',"total":13',
        ',"total":"8"',
        ',"total":8.5',
    ],
)
def test_T_08_dice_that_no_two_dice_show_are_no_event(fields):
    with pytest.raises(ValueError):  # noqa: PT011
        decode_event(f'{{"type":"dice_rolled","seat":0{fields}}}')


@pytest.mark.parametrize(
    ("key", "values", "default"),
    [
        pytest.param("turn_phases", ["combined", "separate"], "combined", id="T-01"),
        pytest.param("dev_before_roll", ["any", "knight_only", "none"], "any", id="T-03"),
        pytest.param("cocked_dice", ["reroll_both", "reroll_one", "read_flat"], "reroll_both", id="T-07"),
        pytest.param("dice_source", ["physical", "app"], "physical", id="T-08"),
        pytest.param("dice_mode", ["dice", "deck36"], "dice", id="T-09"),
        pytest.param("turn_timer", ["off", "reminder", "soft", "hard"], "off", id="T-10"),
        pytest.param("turn_seconds", [*range(30, 601)], 180, id="T-10 seconds"),
    ],
)
def test_T_01_to_T_10_the_options_have_these_values_and_this_default(key, values, default):
    assert allowed_values(key) == values
    assert getattr(HouseRules(), key) == default


@pytest.mark.parametrize(("seconds", "refused"), [(29, True), (30, False), (600, False), (601, True), ("180", True)])
def test_T_10_a_turn_lasts_between_half_a_minute_and_ten(seconds, refused):
    refusal = rule_refusal("turn_seconds", seconds)

    assert (refusal.code if refusal else None) == ("rules.value" if refused else None)
