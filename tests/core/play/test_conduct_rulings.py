"""docs/rulings.md §13, table conduct, corrections and disputes, row by row."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.play.checklist import CHECKLIST
from narrator.core.reading.public_view import state_for_api
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.events import (
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    PlayerLeft,
    PlayersTraded,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    RuleChanged,
    RulesAgreed,
    RulingMade,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TouchedHex,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.phase import Acting, Discarding, MovingRobber, Stealing
from narrator.core.table.setup import BoardSetup, Player, Setup, initial_state
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

FULL = Cards(19, 19, 19, 19, 19)
TAKE_BACKS = ("until_next_random", "free", "never")


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def turns(state: GameState, count: int) -> list[int]:
    """Who has the next turns, one twelve rolled in each."""
    seen = []
    for _ in range(count):
        seen.append(state.turn)
        state = play(state, DiceRolled(seat=state.turn, total=12), TurnEnded(seat=state.turn))
    return seen


# C-01, C-02: what the table decides.


@pytest.mark.parametrize("dispute", ["rulebook_then_vote", "host_decides", "vote"])
@pytest.mark.parametrize("step", ["roll", "actions", MovingRobber(Acting())])
def test_C_01_a_decision_is_stored_with_the_game(dispute: str, step: Any):
    table = given(new_game(dispute=dispute), step=step)
    ruling = RulingMade(case="R-13", text="An empty hand may be chosen.")

    record = record_of(table, ruling, replace(ruling, text="Not any more."))

    assert record.log[0] == ruling
    assert [event.text for event in record.log if isinstance(event, RulingMade)] == [ruling.text, "Not any more."]
    assert record.state.rulings == {"R-13": "Not any more."}
    assert replace(record.state, rulings={}, last_entry=0) == table


def test_C_01_a_hundred_cases_are_more_than_any_table_decides():
    decided = record_of(new_game(), *(RulingMade(case=f"case {n}", text="So.") for n in range(100)))
    assert [reason.code for reason in decided.refusals(RulingMade(case="one more", text="So."))] == ["ruling.too_many"]
    assert decided.refusals(RulingMade(case="case 7", text="Otherwise.")) == ()


def test_C_02_a_rule_changed_in_round_three_is_logged_and_every_seat_is_asked():
    table = given(new_game(), round=3, agreed_seats=frozenset({ANA, BORIS, CHAI, DANA}))
    change = RuleChanged(key="target_vp", value=12)

    record = record_of(table, change)
    assert (record.state.rules.target_vp, record.state.agreed_seats) == (12, frozenset())

    agreed = [record.add(RulesAgreed(seat=seat)).agreed_seats for seat in (CHAI, ANA, DANA, BORIS)]
    assert agreed == [{CHAI}, {ANA, CHAI}, {ANA, CHAI, DANA}, {ANA, BORIS, CHAI, DANA}]
    assert record.log == [change, *(RulesAgreed(seat=seat) for seat in (CHAI, ANA, DANA, BORIS))]


def test_C_02_by_default_everybody_must_agree_to_a_change():
    assert new_game().rules.rules_lock == "unanimous_change"


@pytest.mark.parametrize(
    ("lock", "refused"),
    [("locked_after_placement", ["rules.locked"]), ("unanimous_change", []), ("free", [])],
)
def test_C_02_a_table_may_lock_its_rules_after_placement(lock: str, refused: list[str]):
    before = new_game(rules_lock=lock)
    change = RuleChanged(key="bank_shortage", value="nobody")

    assert codes(before, change) == []
    assert codes(given(before, round=3), change) == refused
    assert kinds(given(before, round=3), change) == ["irregular"] * len(refused)


def test_C_02_a_locked_rule_changes_if_the_host_lets_it_stand():
    table = given(new_game(rules_lock="locked_after_placement"), round=3)

    after = play(table, RuleChanged(key="bank_shortage", value="nobody", waived=True))

    assert after.rules.bank_shortage == "nobody"


def test_C_02_a_change_counts_from_then_on():
    table = given(new_game(), step="roll", bank=FULL._replace(ore=1), cities={ANA: ["C4-C5-D4"]})
    eight = DiceRolled(seat=ANA, total=8)

    assert hands(play(table, eight)) == [1, 0, 0, 0]
    assert hands(play(table, RuleChanged(key="bank_shortage", value="nobody"), eight)) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("key", "value", "refused"),
    [
        ("target_vp", 21, "rules.value"),
        ("target_vp", "ten", "rules.value"),
        ("leaver", "stays", "rules.value"),
        ("target", 10, "rules.unknown_key"),
    ],
)
def test_C_02_a_rule_that_is_none_is_impossible(key: str, value: Any, refused: str):
    change = RuleChanged(key=key, value=value)

    assert (codes(given(new_game()), change), kinds(given(new_game()), change)) == ([refused], ["impossible"])


# C-03, C-04: taking back and correcting.


def ana_can_build_a_road(**rules: Any) -> GameState:
    return given(
        new_game(**rules),
        hands={ANA: 2},
        bank=FULL.minus(Cards(lumber=1, brick=1)),
        settlements={ANA: ["A1-A2-B2"], BORIS: ["C1-C2-D1"]},
    )


ROAD = RoadBuilt(seat=ANA, at=path("A2|B2"))


@pytest.mark.parametrize("custom", TAKE_BACKS)
def test_C_03_a_road_taken_back_brings_both_cards_back_and_the_log_shows_it(custom: str):
    table = ana_can_build_a_road(take_backs=custom)
    record = record_of(table, ROAD)
    assert (record.state.roads, hands(record.state), record.state.bank) == ({path("A2|B2"): ANA}, [0, 0, 0, 0], FULL)

    record.add(TakenBack(to=0))

    assert record.state == replace(table, last_entry=2)
    assert record.log == [ROAD, TakenBack(to=0)]
    assert record.head.history() == []


@pytest.mark.parametrize("custom", TAKE_BACKS)
def test_C_03_the_host_takes_back_past_a_roll(custom: str):
    table = ana_can_build_a_road(take_backs=custom)
    record = record_of(table, ROAD, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=8))
    assert hands(record.state) == [0, 1, 0, 0]

    record.add(TakenBack(to=0))

    assert record.state == replace(table, last_entry=4)
    assert len(record.log) == 4


def test_C_03_a_taking_back_can_be_taken_back():
    record = record_of(ana_can_build_a_road(), ROAD, TakenBack(to=0), TakenBack(to=1))

    assert record.state.roads == {path("A2|B2"): ANA}
    assert hands(record.state) == [0, 0, 0, 0]
    assert record.state.last_entry == 3
    assert [snapshot.fact for snapshot in record.head.history()] == [ROAD]


def test_C_03_entries_of_one_group_are_taken_back_together():
    knight, move = KnightPlayed(seat=ANA, group=1), RobberMoved(seat=ANA, to=hexagon("D1"), group=1)
    record = record_of(given(new_game(), seats={ANA: {"development_cards": 1}}), knight, move)

    assert [reason.code for reason in record.refusals(TakenBack(to=1))] == ["taken_back.splits_group"]
    assert [reason.code for reason in record.refusals(TakenBack(to=0))] == []


def test_C_03_an_entry_that_does_not_exist_cannot_be_gone_back_to():
    record = record_of(ana_can_build_a_road(), ROAD)

    with pytest.raises(Refused, match=r"^taken_back\.unknown$"):
        record.add(TakenBack(to=2))
    assert record.log == [ROAD]


def test_C_04_a_wrong_number_is_reversed_and_paid_anew():
    settlements = {ANA: ["C1-C2-D1"], BORIS: ["D2-D3-E2"]}
    table = given(new_game(), step="roll", settlements=settlements)
    record = record_of(table, DiceRolled(seat=ANA, total=8))
    assert (hands(record.state), record.state.bank) == ([1, 0, 0, 0], FULL._replace(lumber=18))

    record.add(TakenBack(to=0))
    record.add(DiceRolled(seat=ANA, total=6))

    assert (hands(record.state), record.state.bank) == ([0, 1, 0, 0], FULL._replace(grain=18))
    assert record.state == replace(play(table, DiceRolled(seat=ANA, total=6)), last_entry=3)


def test_C_04_a_seven_entered_by_mistake_leaves_no_trace():
    table = given(new_game(), step="roll", hands={BORIS: 8}, settlements={ANA: ["C1-C2-D1"]})
    record = record_of(
        table,
        DiceRolled(seat=ANA, total=7),
        CardsDiscarded(seat=BORIS, cards={"ore": 4}),
        TakenBack(to=0),
        DiceRolled(seat=ANA, total=8),
    )

    assert (hands(record.state), record.state.phase.step) == ([1, 8, 0, 0], "actions")


def test_C_04_a_count_is_set_to_what_the_table_finds():
    after = play(
        given(new_game(), hands={BORIS: 3}),
        Corrected(what="hand", seat=BORIS, value=5),
        Corrected(what="bank", resource="ore", value=7),
        Corrected(what="robber", value=hexagon("D1")),
        Corrected(what="turn", value=CHAI),
    )

    assert hands(after) == [0, 5, 0, 0]
    assert after.bank == FULL._replace(ore=7)
    assert after.robber == hexagon("D1")
    assert (after.turn, after.phase.step) == (CHAI, "roll")


# C-05, C-06: hidden and public.

PUBLIC = {
    "seq",
    "phase",
    "step",
    "seat",
    "round",
    "owed",
    "bank",
    "development_deck",
    "seats",
    "longest_road",
    "largest_army",
    "robber",
    "winner",
    "unsure",
}
PUBLIC_OF_A_SEAT = {
    "name",
    "colour",
    "hand",
    "points",
    "road_length",
    "knights",
    "development_cards",
    "roads_left",
    "settlements_left",
    "cities_left",
}


def test_C_05_the_public_state_holds_no_hand_no_unplayed_card_and_no_stolen_card():
    table = given(new_game(), hands={ANA: 3, BORIS: 2}, settlements={BORIS: ["C1-C2-D1"]})
    table = play(table, DevelopmentBought(seat=ANA))
    table = replace(table, phase=Stealing((BORIS,), Acting()))
    table = play(table, CardStolen(seat=ANA, victim=BORIS, resource="ore"))

    seen = state_for_api(table)

    assert set(seen) == PUBLIC
    assert [set(seat) for seat in seen["seats"]] == [PUBLIC_OF_A_SEAT] * 4
    assert seen["seats"][ANA]["development_cards"] == 1
    assert [seat["hand"] for seat in seen["seats"]] == [1, 1, 0, 0]


def test_C_06_hand_sizes_knights_titles_and_the_bank_are_public():
    ring = ["A1|B1", "A1|B2", "A1|A2", "A1 NE", "A1 NW"]
    table = given(
        new_game(),
        hands={ANA: 4, CHAI: 9},
        bank=FULL._replace(ore=2),
        roads={BORIS: ring},
        seats={CHAI: {"knights": 3}},
    )

    seen = state_for_api(table)

    assert [seat["hand"] for seat in seen["seats"]] == [4, 0, 9, 0]
    assert [seat["knights"] for seat in seen["seats"]] == [0, 0, 3, 0]
    assert [seat["road_length"] for seat in seen["seats"]] == [0, 5, 0, 0]
    assert (seen["longest_road"], seen["largest_army"]) == (BORIS, CHAI)
    assert seen["bank"] == {**dict.fromkeys(RESOURCES, 19), "ore": 2}


def test_C_06_discards_and_trades_show_in_the_public_counts():
    table = given(new_game(), hands={ANA: 2, BORIS: 2}, bank=FULL._replace(ore=10))

    traded = play(table, PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 2}, receive={"wool": 1}))
    assert [seat["hand"] for seat in state_for_api(traded)["seats"]] == [1, 3, 0, 0]

    discarding = replace(table, phase=Discarding({ANA: 2}))
    discarded = play(discarding, CardsDiscarded(seat=ANA, cards={"ore": 2}))
    assert state_for_api(discarded)["bank"]["ore"] == 12


# C-07: somebody leaves.


def test_C_07_when_dana_leaves_the_turns_go_ana_boris_chai():
    table = play(given(new_game(), step="roll"), PlayerLeft(seat=DANA))

    assert turns(table, 7) == [ANA, BORIS, CHAI, ANA, BORIS, CHAI, ANA]


def test_C_07_by_default_the_pieces_stay():
    assert new_game().rules.leaver == "pieces_stay"


def test_C_07_who_leaves_in_their_own_turn_hands_the_dice_on():
    table = play(given(new_game(), turn=DANA, step="actions", round=3), PlayerLeft(seat=DANA))

    assert (table.turn, table.phase.step, table.round) == (ANA, "roll", 4)


def test_C_07_who_left_has_no_income():
    table = given(new_game(), step="roll", settlements={BORIS: ["C1-C2-D1"], DANA: ["D1-D2-E1"]})

    after = play(table, PlayerLeft(seat=DANA), DiceRolled(seat=ANA, total=8))

    assert hands(after) == [0, 1, 0, 0]
    assert after.bank == FULL._replace(lumber=18)


def test_C_07_who_left_takes_no_share_of_a_short_bank():
    table = given(
        new_game(), step="roll", bank=FULL._replace(lumber=1), cities={BORIS: ["C1-C2-D1"], DANA: ["D1-D2-E1"]}
    )

    after = play(table, PlayerLeft(seat=DANA), DiceRolled(seat=ANA, total=8))

    assert hands(after) == [0, 1, 0, 0]


def test_C_07_pieces_of_who_left_still_block():
    table = given(
        new_game(),
        hands={ANA: 8},
        settlements={ANA: ["C1-C2-D1"], DANA: ["A1-A2-B2"]},
        roads={ANA: ["A2|B2"], DANA: ["A1|B2"]},
    )

    table = play(table, PlayerLeft(seat=DANA))

    assert codes(table, SettlementBuilt(seat=ANA, at=spot("A2-B2-B3"))) == ["settlement.too_close"]
    assert codes(table, RoadBuilt(seat=ANA, at=path("A1|A2"))) == ["road.not_connected"]
    assert codes(table, RoadBuilt(seat=ANA, at=path("A1|B2"))) == ["road.occupied", "road.not_connected"]
    assert state_for_api(table)["seats"][DANA]["points"] == 1


def test_C_07_who_left_owes_no_discard():
    seven = DiceRolled(seat=ANA, total=7)
    table = given(new_game(), step="roll", hands={BORIS: 8, DANA: 8})

    assert state_for_api(play(table, PlayerLeft(seat=DANA), seven))["owed"] == {"1": 4}
    assert state_for_api(play(table, seven, PlayerLeft(seat=DANA)))["owed"] == {"1": 4}
    assert play(given(table, step="roll", hands={DANA: 8}), seven, PlayerLeft(seat=DANA)).phase.step == "robber"


def test_C_07_placement_goes_on_without_who_left():
    table = play(new_game(), FirstPlayerChosen(seat=BORIS), PlayerLeft(seat=DANA))
    placed = {
        BORIS: [("A1-A2-B2", "A2|B2"), ("C1-C2-D1", "C2|D1")],
        CHAI: [("A3-B3-B4", "A3|B3"), ("D2-D3-E2", "D3|E2")],
        ANA: [("D3-D4-E3", "D3|D4"), ("D1-D2-E1", "D2|E1")],
    }
    order = []
    for place in range(6):
        seat = table.turn
        order.append(seat)
        settlement, road = placed[seat][place // 3]
        table = play(table, SettlementBuilt(seat=seat, at=spot(settlement)), RoadBuilt(seat=seat, at=path(road)))

    assert order == [BORIS, CHAI, ANA, ANA, CHAI, BORIS]
    assert (table.phase.step, table.turn, table.round) == ("roll", BORIS, 1)


def test_C_07_where_the_table_pauses_nothing_changes_until_they_are_back():
    table = given(new_game(leaver="pause"), step="roll", settlements={DANA: ["C1-C2-D1"]})

    after = play(table, PlayerLeft(seat=DANA))

    assert replace(after, last_entry=0) == table
    assert turns(after, 5) == [ANA, BORIS, CHAI, DANA, ANA]


def test_C_07_where_the_table_ends_the_game_is_over_without_a_winner():
    after = play(given(new_game(leaver="end")), PlayerLeft(seat=DANA))

    assert (state_for_api(after)["phase"], state_for_api(after)["winner"]) == ("over", None)
    assert codes(after, TurnEnded(seat=ANA)) == ["game.over"]


def test_C_07_nobody_leaves_twice_and_the_last_one_stays():
    table = play(given(new_game(2)), PlayerLeft(seat=BORIS))

    assert (codes(table, PlayerLeft(seat=BORIS)), kinds(table, PlayerLeft(seat=BORIS))) == (
        ["seat.already_left"],
        ["irregular"],
    )
    assert (codes(table, PlayerLeft(seat=ANA)), kinds(table, PlayerLeft(seat=ANA))) == (
        ["seat.last_one"],
        ["impossible"],
    )


# C-09: how much the host records.


@pytest.mark.parametrize(
    ("board", "tracking"),
    [
        (BoardSetup("beginner_5e"), "board"),
        (BoardSetup("beginner_6e"), "board"),
        (BoardSetup("spiral", seed=1), "board"),
        (BoardSetup("random_tokens", seed=1), "board"),
        (None, "counts"),
    ],
)
def test_C_09_the_board_is_tracked_where_its_layout_is_known_else_counts_are_kept(
    board: BoardSetup | None, tracking: str
):
    players = [Player("Ana", "orange"), Player("Boris", "blue"), Player("Chai", "white"), Player("Dana", "red")]

    assert initial_state(Setup(players, board=board)).game.tracking == tracking


def test_C_09_board_computes_income_and_roads_and_takes_no_report_of_them():
    table = given(new_game(), roads={ANA: ["A1|B1"]})
    gained, report = CardsGained(gains={ANA: {"ore": 1}}), RoadReported(seat=ANA, length=1)

    assert (codes(table, gained), kinds(table, gained)) == (["tracking.computed"], ["impossible"])
    assert (codes(table, report), kinds(table, report)) == (["tracking.computed"], ["impossible"])


def counted_table() -> GameState:
    """Two players without a board, past placement. Ana touches an ore 8 and a grain 6; Boris did not say."""
    touches = [TouchedHex("ore", 8), TouchedHex("grain", 6)]
    return play(
        new_game(2, tracking="counts", two_player_mode="plain"),
        SettlementBuilt(seat=ANA, touches=[]),
        RoadBuilt(seat=ANA),
        SettlementBuilt(seat=BORIS),
        RoadBuilt(seat=BORIS),
        SettlementBuilt(seat=BORIS),
        RoadBuilt(seat=BORIS),
        SettlementBuilt(seat=ANA, touches=touches),
        RoadBuilt(seat=ANA),
    )


def test_C_09_counts_keeps_bank_points_and_pieces_by_what_the_host_enters():
    table = counted_table()
    assert (table.turn, table.round, table.phase.step) == (ANA, 1, "roll")
    assert table.bank == FULL._replace(ore=18, grain=18)

    table = play(table, DiceRolled(seat=ANA, total=8), CardsGained(gains={BORIS: {"wool": 2}}))
    assert (hands(table), table.bank) == ([3, 2], Cards(19, 19, 17, 18, 17))

    table = play(table, Corrected(what="hand", seat=ANA, value=5), CityBuilt(seat=ANA, settlement=2))
    seen = state_for_api(table)["seats"][ANA]
    assert (seen["hand"], seen["points"], seen["settlements_left"], seen["cities_left"]) == (0, 3, 4, 3)

    table = play(table, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=8))
    assert hands(table) == [2, 2]


def test_C_09_counts_hands_out_titles_by_what_the_host_enters():
    table = given(
        new_game(tracking="counts"),
        seats={ANA: {"roads": 5, "development_cards": 1, "knights": 2}, BORIS: {"roads": 4}},
    )

    assert codes(table, RoadReported(seat=BORIS, length=5)) == ["road.longer_than_roads"]
    table = play(table, RoadReported(seat=ANA, length=5), KnightPlayed(seat=ANA))

    assert (table.longest_road, table.largest_army) == (ANA, ANA)
    assert state_for_api(table)["seats"][ANA]["points"] == 4


def test_C_09_script_goes_through_the_turns_and_counts_nothing():
    table = play(new_game(tracking="script"), *(StepDone(step=step) for step in CHECKLIST), FirstPlayerChosen(seat=ANA))

    table = play(table, DiceRolled(seat=ANA, total=8), TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=5))

    assert table.turn == BORIS
    assert (hands(table), table.bank) == ([0, 0, 0, 0], FULL)


def test_C_09_script_lets_a_turn_end_after_a_seven():
    table = given(new_game(tracking="script"), step="roll")

    after = play(table, DiceRolled(seat=ANA, total=7), TurnEnded(seat=ANA))

    assert (after.turn, after.phase.step) == (BORIS, "roll")


def test_C_09_script_believes_whoever_says_they_have_won():
    after = play(given(new_game(tracking="script")), VictoryDeclared(seat=ANA))

    assert (state_for_api(after)["phase"], state_for_api(after)["winner"]) == ("over", ANA)


@pytest.mark.parametrize(
    "event",
    [
        SettlementBuilt(seat=ANA),
        RoadBuilt(seat=ANA),
        CityBuilt(seat=ANA, settlement=1),
        DevelopmentBought(seat=ANA),
        KnightPlayed(seat=ANA),
        CardsGained(gains={ANA: {"ore": 1}}),
        PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}),
        RoadReported(seat=ANA, length=5),
    ],
    ids=lambda event: event.type,
)
def test_C_09_script_takes_no_event_that_would_be_counted(event: Any):
    rich = {"hand_size": 9, "settlements": 1, "roads": 5, "development_cards": 1}
    table = given(new_game(tracking="script"), seats={ANA: rich, BORIS: rich})

    assert kinds(table, event) == ["impossible"]
