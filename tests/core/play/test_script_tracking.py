"""`script` tracking: a table that only wants to be told what comes next. Steps go by, nothing is counted."""

from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.play.checklist import CHECKLIST
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import legal_events
from narrator.core.record.record import fold
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    RuleChanged,
    RulingMade,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Acting, Stealing
from narrator.core.table.state import GameState, Tracking
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, kinds, new_game, play, record_of

FULL = Cards(19, 19, 19, 19, 19)


def told(players: int = 4, **rules: Any) -> GameState:
    return new_game(players, tracking="script", **rules)


def done(*steps: str) -> list[AnyFact]:
    return [StepDone(step=step) for step in steps]


def where(state: GameState) -> tuple[str, str, int]:
    """Phase, step and whose."""
    return state.phase.part_of_game, state.phase.step, state.turn


def journey(state: GameState, *events: AnyFact) -> list[tuple[str, str, int]]:
    seen = []
    for event in events:
        state = play(state, event)
        seen.append(where(state))
    return seen


def nothing_is_counted(state: GameState) -> bool:
    shown = state_for_api(state)
    counts = ("hand", "points", "road_length", "knights", "development_cards")
    return (
        state.bank == FULL
        and state.deck == 25
        and all(seat[count] == 0 for seat in shown["seats"] for count in counts)
        and all(seat["settlements_left"] == 5 and seat["roads_left"] == 15 for seat in shown["seats"])
        and (shown["longest_road"], shown["largest_army"], shown["unsure"]) == (None, None, [])
        and state.hands is None
    )


# Placement.


def test_the_checklist_is_ticked_line_by_line_and_never_blocks():
    table = play(told(), *done(*CHECKLIST))
    assert (where(table), table.finished_steps) == (("setup", "checklist", ANA), CHECKLIST)

    assert where(play(told(), *done("settlement"))) == ("placement_1", "road", ANA)


def test_the_whole_placement_goes_by_in_the_order_of_the_snake():
    assert journey(told(3), *done(*["settlement", "road"] * 6)) == [
        ("placement_1", "road", ANA),
        ("placement_1", "settlement", BORIS),
        ("placement_1", "road", BORIS),
        ("placement_1", "settlement", CHAI),
        ("placement_1", "road", CHAI),
        ("placement_2", "settlement", CHAI),
        ("placement_2", "road", CHAI),
        ("placement_2", "settlement", BORIS),
        ("placement_2", "road", BORIS),
        ("placement_2", "settlement", ANA),
        ("placement_2", "road", ANA),
        ("turn", "roll", ANA),
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("first", [0, 1])
def test_placement_begins_and_ends_with_the_first_player(players: int, first: int):
    table = play(told(players), FirstPlayerChosen(seat=first))
    placed = []
    for event in done(*["settlement", "road"] * 2 * players):
        if event.step == "settlement":  # type: ignore[union-attr]
            placed.append(table.turn)
        table = play(table, event)

    order = [(first + place) % players for place in range(players)]
    assert placed == order + order[::-1]
    assert (where(table), table.round) == (("turn", "roll", first), 1)


@pytest.mark.parametrize(
    ("events", "wrong", "now"),
    [
        ([], "road", "checklist"),
        (["settlement"], "settlement", "road"),
        (["settlement", "road"], "road", "settlement"),
        (["settlement"], "discard", "road"),
        (["settlement"], "steal", "road"),
    ],
)
def test_a_step_that_is_not_due_is_irregular(events: list[str], wrong: str, now: str):
    table = play(told(), *done(*events))
    step = StepDone(step=wrong)

    assert table.phase.step == now
    assert (codes(table, step), kinds(table, step)) == (["step.not_now"], ["irregular"])


@pytest.mark.parametrize("step", ["roll", "actions", "build", "free_roads", "checklist", "over", "dinner"])
def test_what_is_no_step_to_tick_is_impossible(step: str):
    table = given(told(), step="roll")

    assert (codes(table, StepDone(step=step)), kinds(table, StepDone(step=step))) == (
        ["step.unknown"],
        ["impossible"],
    )


@pytest.mark.parametrize("tracking", ["board", "counts"])
@pytest.mark.parametrize("step", ["settlement", "road", "discard", "steal"])
def test_a_table_that_counts_enters_what_happened_instead_of_a_step(tracking: Tracking, step: str):
    assert codes(given(new_game(tracking=tracking)), StepDone(step=step)) == ["step.unknown"]


# Turns.


def test_turns_go_round_by_dice_and_ends():
    events = [event for seat in (ANA, BORIS, CHAI) for event in (DiceRolled(seat=seat, total=8), TurnEnded(seat=seat))]
    table = given(told(3), step="roll", round=1)

    assert journey(table, *events) == [
        ("turn", "actions", ANA),
        ("turn", "roll", BORIS),
        ("turn", "actions", BORIS),
        ("turn", "roll", CHAI),
        ("turn", "actions", CHAI),
        ("turn", "roll", ANA),
    ]
    assert play(table, *events).round == 2


def test_dice_are_entered_only_if_wanted():
    table = given(told(3), step="roll", round=1)

    assert journey(table, TurnEnded(seat=ANA), TurnEnded(seat=BORIS)) == [
        ("turn", "roll", BORIS),
        ("turn", "roll", CHAI),
    ]


def test_another_players_dice_are_out_of_turn():
    table = given(told(3), step="roll")

    assert codes(table, DiceRolled(seat=BORIS, total=8)) == ["turn.not_yours"]
    assert codes(table, TurnEnded(seat=BORIS)) == ["turn.not_yours"]


def test_a_seven_is_narrated_step_by_step():
    table = given(told(), step="roll")

    assert journey(table, DiceRolled(seat=ANA, total=7), *done("discard", "robber", "steal")) == [
        ("turn", "discard", ANA),
        ("turn", "robber", ANA),
        ("turn", "steal", ANA),
        ("turn", "actions", ANA),
    ]


def test_a_seven_owes_nothing_that_anybody_counts():
    assert state_for_api(play(given(told(), step="roll"), DiceRolled(seat=ANA, total=7)))["owed"] == {}


@pytest.mark.parametrize(
    ("rules", "steps"),
    [
        ({"discards": "off"}, ["robber", "steal"]),
        ({"robber": "off"}, ["discard"]),
        ({"robber": "off", "discards": "off"}, []),
    ],
)
def test_a_seven_is_narrated_as_far_as_the_table_plays_it(rules: dict[str, Any], steps: list[str]):
    table = play(given(told(**rules), step="roll"), DiceRolled(seat=ANA, total=7))
    seen = []
    while table.phase.step != "actions":
        seen.append(table.phase.step)
        table = play(table, StepDone(step=table.phase.step))

    assert seen == steps


def test_the_robber_on_the_checklist_and_the_robber_after_a_seven_are_two_things():
    ticked = play(told(), *done("robber"))
    assert (ticked.finished_steps, where(ticked)) == (("robber",), ("setup", "checklist", ANA))

    moved = play(given(told(), step="roll"), DiceRolled(seat=ANA, total=7), *done("discard", "robber"))
    assert (moved.finished_steps, moved.phase) == ((), Stealing((), Acting()))


def test_where_trading_and_building_are_separate_both_are_announced():
    table = given(told(turn_phases="separate"), step="roll")

    assert journey(table, DiceRolled(seat=ANA, total=8), *done("trade"), TurnEnded(seat=ANA)) == [
        ("turn", "trade", ANA),
        ("turn", "build", ANA),
        ("turn", "roll", BORIS),
    ]
    assert where(play(table, DiceRolled(seat=ANA, total=7), *done("discard", "robber", "steal"))) == (
        "turn",
        "trade",
        ANA,
    )


def test_where_they_are_one_there_is_no_trading_to_tick():
    assert codes(given(told()), StepDone(step="trade")) == ["step.not_now"]


@pytest.mark.parametrize("total", [2, 6, 7, 12])
def test_nobody_is_paid(total: int):
    assert nothing_is_counted(play(given(told(), step="roll"), DiceRolled(seat=ANA, total=total)))


# C-09.


@settings(max_examples=30, deadline=None)
@drawn(st.integers(2, 6), st.lists(st.integers(2, 12), max_size=30))
def test_C_09_script_leads_through_a_whole_game_and_counts_nothing(players: int, totals: list[int]) -> None:
    plain = told(players, two_player_mode="plain", five_six_turns="none")
    table = play(plain, *done(*CHECKLIST), *done(*["settlement", "road"] * 2 * players))
    for place, total in enumerate(totals):
        seat = place % players
        assert where(table) == ("turn", "roll", seat)
        table = play(table, DiceRolled(seat=seat, total=total))
        if total == 7:
            table = play(table, *done("discard", "robber", "steal"))
        assert where(table) == ("turn", "actions", seat)
        table = play(table, TurnEnded(seat=seat))
    assert table.round == 1 + len(totals) // players
    bank = table.game.box.bank()
    assert (table.bank, table.hands, table.unsure) == (bank, None, {})
    assert {seat.hand_size for seat in table.seats} == {0}


COUNTED = [
    SettlementBuilt(seat=ANA),
    RoadBuilt(seat=ANA),
    CityBuilt(seat=ANA, settlement=1),
    RoadReported(seat=ANA, length=5),
    CardsGained(gains={ANA: {"ore": 1}}),
    CardsDiscarded(seat=ANA, count=4),
    RobberMoved(seat=ANA),
    CardStolen(seat=ANA, victim=BORIS),
    DevelopmentBought(seat=ANA),
    KnightPlayed(seat=ANA),
    RoadBuildingPlayed(seat=ANA),
    YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}),
    MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 1}),
    PointsRevealed(seat=ANA, count=1),
    BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}),
    PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}),
]


@pytest.mark.parametrize("event", COUNTED, ids=lambda event: event.type)
def test_C_09_script_refuses_every_kind_that_would_be_counted_even_waived_or_late(event: Any):
    rich = {"hand_size": 9, "settlements": 1, "roads": 5, "development_cards": 1}
    table = given(told(), seats={ANA: rich, BORIS: rich})

    for entered in (event, replace(event, late=True)):
        assert (codes(table, entered), kinds(table, entered)) == (["tracking.script"], ["impossible"])
    with pytest.raises(Refused, match=r"^tracking\.script$"):
        fold(table, [replace(event, waived=True)])


@pytest.mark.parametrize(
    "correction",
    [
        Corrected(what="hand", seat=ANA, value=9),
        Corrected(what="bank", resource="ore", value=3),
        Corrected(what="deck", value=3),
        Corrected(what="knights", seat=ANA, value=3),
        Corrected(what="development_cards", seat=ANA, value=3),
        Corrected(what="revealed_points", seat=ANA, value=3),
        Corrected(what="longest_road", value=ANA),
        Corrected(what="largest_army", value=ANA),
        Corrected(what="robber", value=None),
    ],
    ids=lambda event: event.what,
)
def test_C_09_script_has_no_count_to_correct(correction: Corrected):
    assert kinds(given(told()), correction) == ["impossible"]


@pytest.mark.parametrize(
    "event",
    [
        StepDone(step="pieces"),
        DiceRolled(seat=ANA, dice=(3, 4)),
        TurnEnded(seat=ANA),
        RuleChanged(key="target_vp", value=12),
        RulingMade(case="R-13", text="An empty hand may be chosen."),
        VictoryDeclared(seat=ANA),
    ],
    ids=lambda event: event.type,
)
def test_C_09_script_takes_what_moves_the_game_on(event: Any):
    table = given(told(), step="roll")

    record = record_of(table, event)
    assert record.state.last_entry == 1
    assert nothing_is_counted(record.state)

    record.add(TakenBack(to=0))
    assert record.state == replace(table, last_entry=2)


def test_C_09_script_takes_who_begins_before_placement_only():
    first = FirstPlayerChosen(seat=CHAI, rolls={ANA: 3, CHAI: 11})

    assert where(play(told(), first)) == ("setup", "checklist", CHAI)
    assert where(play(told(), first, *done("settlement", "road"))) == ("placement_1", "settlement", DANA)


def test_C_09_script_believes_who_has_won_and_the_game_is_over():
    table = play(given(told(), step="roll"), VictoryDeclared(seat=ANA))

    assert (state_for_api(table)["phase"], state_for_api(table)["winner"]) == ("over", ANA)
    assert codes(table, TurnEnded(seat=ANA)) == ["game.over"]


def test_C_09_a_whole_script_goes_back_step_by_step():
    events = done("settlement", "road", "settlement")
    record = record_of(told(), *events)

    assert [where(record.add(TakenBack(to=to))) for to in (2, 1, 0)] == [
        ("placement_1", "settlement", BORIS),
        ("placement_1", "road", ANA),
        ("setup", "checklist", ANA),
    ]


def test_C_09_script_offers_the_step_that_is_due():
    """What may be entered now is never empty: a host who only ticks needs something to tick."""
    table = told(2, two_player_mode="plain")
    for step in ["settlement", "road"] * 4:
        assert StepDone(step=step) in legal_events(table)
        table = play(table, StepDone(step=step))
    table = play(table, DiceRolled(seat=ANA, total=7))
    for step in ("discard", "robber", "steal"):
        assert StepDone(step=step) in legal_events(table)
        table = play(table, StepDone(step=step))
    assert TurnEnded(seat=ANA) in legal_events(table)


@pytest.mark.parametrize(
    "ticked", [[], ["settlement"], ["settlement", "road"]], ids=["checklist", "road", "settlement"]
)
def test_C_09_a_step_of_a_seven_let_stand_before_the_first_turn_ends_no_placement(ticked: list[str]):
    table = play(told(), *done(*ticked))

    assert where(play(table, StepDone(step="discard", waived=True))) == where(table)
