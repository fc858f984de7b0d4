"""Numbers set to what the table counted, and entries that come late."""

from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.record import fold
from narrator.core.table.cards import RESOURCES, Cards, Resource
from narrator.core.table.events import (
    Amended,
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
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    RuleChanged,
    RulesAgreed,
    RulingMade,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TouchedHex,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
    decode_event,
)
from narrator.core.table.phase import (
    Acting,
    BuildingOnly,
    Discarding,
    MovingRobber,
    Over,
    Phase,
    PlacingFreeRoads,
    Rolling,
    Stealing,
    Trading,
)
from narrator.core.table.state import GameState, Site, points
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
from tests.support.player import Policy, TrueTable

FULL = Cards(19, 19, 19, 19, 19)


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def owed(state: GameState) -> dict[int, int]:
    return dict(state.phase.owed) if isinstance(state.phase, Discarding) else {}


def correct(what: str, value: Any, **fields: Any) -> Corrected:
    return Corrected(what=what, value=value, **fields)


# Whose turn, which step.


def test_the_turn_is_whose_the_table_says_and_begins_at_the_roll():
    table = given(new_game(), turn=ANA, round=3, seats={ANA: {"bought_this_turn": 1, "development_cards": 1}})

    after = play(replace(table, cards_played=1), correct("turn", CHAI))

    assert (after.turn, after.round, after.phase, after.cards_played) == (CHAI, 3, Rolling(), 0)
    assert after.seats[ANA].bought_this_turn == 0


def test_a_turn_corrected_in_placement_is_placed_in_and_the_one_left_out_comes_after():
    table = play(new_game(3), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")), RoadBuilt(seat=ANA, at=path("A2|B2")))
    table = play(table, correct("turn", CHAI))

    table = play(table, SettlementBuilt(seat=CHAI, at=spot("C1-C2-D1")))

    assert table.buildings[spot("C1-C2-D1")].seat == CHAI
    assert (table.turn, table.phase.step) == (BORIS, "settlement")


def test_a_turn_corrected_before_placement_says_who_begins():
    table = play(new_game(3), correct("turn", CHAI))

    assert table.turn == CHAI
    assert codes(table, SettlementBuilt(seat=CHAI, at=spot("A1-A2-B2"))) == []


def test_a_finished_game_goes_on_when_the_turn_is_corrected():
    after = play(given(new_game(), phase=Over(ANA)), correct("turn", BORIS))

    assert (after.turn, after.phase) == (BORIS, Rolling())


@pytest.mark.parametrize(
    ("rules", "step", "phase"),
    [
        ({}, "roll", Rolling()),
        ({}, "discard", Discarding({BORIS: 4})),
        ({}, "robber", MovingRobber(Acting())),
        ({}, "steal", Stealing((BORIS,), Acting())),
        ({}, "free_roads", PlacingFreeRoads(2, Acting())),
        ({}, "actions", Acting()),
        ({"turn_phases": "separate"}, "trade", Trading()),
        ({"turn_phases": "separate"}, "build", BuildingOnly()),
        ({"turn_phases": "separate"}, "robber", MovingRobber(Trading())),
        ({"turn_phases": "separate"}, "free_roads", PlacingFreeRoads(2, Trading())),
    ],
)
@pytest.mark.parametrize("now", [Rolling(), Acting(), MovingRobber(Acting()), Over(ANA)], ids=lambda now: now.step)
def test_any_step_of_a_turn_can_be_gone_to(rules: dict[str, Any], step: str, phase: Phase, now: Phase):
    table = given(
        new_game(**rules),
        step=now,
        hands={BORIS: 8},
        settlements={ANA: ["A1-A2-B2"], BORIS: ["C1-C2-D1"]},
        robber=hexagon("D1"),
    )

    after = play(table, correct("step", step))

    assert after.phase == phase
    assert (after.turn, after.round, hands(after)) == (ANA, 3, [0, 8, 0, 0])


@pytest.mark.parametrize(
    ("step", "reached"),
    [("discard", MovingRobber(Acting(), frozenset())), ("steal", Acting()), ("free_roads", Acting())],
)
def test_a_step_with_nothing_to_do_is_passed_over(step: str, reached: Phase):
    assert play(given(new_game(), step="roll"), correct("step", step)).phase == reached


def test_a_game_that_ran_ahead_goes_back_to_the_placement_that_is_due():
    table = play(
        new_game(2), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")), DiceRolled(seat=ANA, total=4, waived=True)
    )
    assert table.phase.part_of_game == "turn"

    after = play(table, correct("step", "road"))

    assert (state_for_api(after)["phase"], after.phase.step, after.turn, after.round) == ("placement_1", "road", ANA, 0)
    assert codes(after, RoadBuilt(seat=ANA, at=path("A2|B2"))) == []


@pytest.mark.parametrize("step", ["settlement", "road"])
def test_a_placement_that_is_done_is_no_step_to_go_back_to(step: str):
    standing = {ANA: ["A1-A2-B2", "C1-C2-D1"], BORIS: ["D2-D3-E2", "C4-C5-D4"]}
    roads = {ANA: ["A2|B2", "C1|C2"], BORIS: ["D2|D3", "C4|C5"]}
    table = given(new_game(2), turn=BORIS, round=7, settlements=standing, roads=roads)

    assert codes(table, correct("step", step)) == ["corrected.value"]


# Counts.


def unsure(state: GameState, *counts: str) -> GameState:
    return replace(state, unsure=dict.fromkeys(counts, 5))


def test_a_recounted_hand_is_exact_again_and_no_other():
    table = unsure(given(new_game(), hands={ANA: 3, BORIS: 4}), "hand.0", "hand.1", "bank.ore")

    after = play(table, correct("hand", 6, seat=BORIS, note="counted aloud"))

    assert hands(after) == [3, 6, 0, 0]
    assert after.unsure == {"hand.0": 5, "bank.ore": 5}
    assert after.bank == table.bank


def test_a_recounted_hand_of_the_same_size_keeps_what_is_known_of_it():
    table = play(given(new_game(), step="roll", settlements={ANA: ["C1-C2-D1"]}), DiceRolled(seat=ANA, total=8))
    assert table.hands is not None

    after = play(unsure(table, "hand.0"), correct("hand", 1, seat=ANA))

    assert (after.hands, after.unsure) == (table.hands, {})


@pytest.mark.parametrize(
    ("size", "low", "high"),
    [
        (0, Cards(), Cards()),
        (1, Cards(lumber=1), Cards(lumber=1)),
        (2, Cards(lumber=1), Cards(2, 1, 1, 1, 1)),
    ],
)
def test_a_recounted_hand_may_hold_what_it_held_and_anything_for_the_difference(size: int, low: Cards, high: Cards):
    table = play(given(new_game(), step="roll", settlements={ANA: ["C1-C2-D1"]}), DiceRolled(seat=ANA, total=8))

    after = play(table, correct("hand", size, seat=ANA))

    assert after.hands is not None
    assert (after.hands.bounds(ANA).low, after.hands.bounds(ANA).high) == (low, high)


@pytest.mark.parametrize("resource", RESOURCES)
def test_a_recounted_stack_is_exact_again_and_no_other(resource: Resource):
    table = unsure(given(new_game()), *(f"bank.{kind}" for kind in RESOURCES))

    after = play(table, correct("bank", 7, resource=resource))

    assert after.bank == FULL._replace(**{resource: 7})
    assert sorted(after.unsure) == sorted(f"bank.{kind}" for kind in RESOURCES if kind != resource)


def test_a_recounted_deck_is_exact_again():
    after = play(unsure(given(new_game()), "deck", "hand.1"), correct("deck", 0))

    assert (after.deck, after.unsure) == (0, {"hand.1": 5})
    assert codes(after, DevelopmentBought(seat=ANA)) == ["deck.empty", "hand.too_few"]


def test_recounted_development_cards_are_exact_again():
    table = given(new_game(), seats={BORIS: {"development_cards": 3, "bought_this_turn": 2}})

    after = play(
        unsure(table, "development_cards.1", "development_cards.0"), correct("development_cards", 1, seat=BORIS)
    )

    assert (after.seats[BORIS].development_cards, after.seats[BORIS].bought_this_turn) == (1, 1)
    assert after.unsure == {"development_cards.0": 5}


@pytest.mark.parametrize(("knights", "holder"), [(0, CHAI), (3, CHAI), (4, BORIS)], ids=["none", "as many", "more"])
def test_counted_knights_move_the_largest_army(knights: int, holder: int):
    table = given(new_game(), seats={CHAI: {"knights": 3}}, largest_army=CHAI)

    after = play(table, correct("knights", knights, seat=BORIS))

    assert (after.seats[BORIS].knights, after.largest_army) == (knights, holder)


def test_fewer_knights_set_the_largest_army_aside():
    table = given(new_game(), seats={CHAI: {"knights": 3}}, largest_army=CHAI)

    assert play(table, correct("knights", 2, seat=CHAI)).largest_army is None


def test_counted_points_cards_are_points_and_may_win():
    table = given(new_game(target_vp=8), seats={ANA: {"cities": 3, "revealed_points": 1}})

    assert points(play(table, correct("revealed_points", 0, seat=ANA)), ANA) == 6
    won = play(table, correct("revealed_points", 2, seat=ANA))
    assert (points(won, ANA), won.phase) == (8, Over(ANA))


@pytest.mark.parametrize("what", ["longest_road", "largest_army"])
@pytest.mark.parametrize("holder", [None, ANA, DANA])
def test_a_title_lies_where_the_table_says(what: str, holder: int | None):
    held: dict[str, Any] = {what: BORIS}
    table = given(new_game(), **held)

    after = play(table, correct(what, holder))

    assert state_for_api(after)[what] == holder
    assert [points(after, seat) for seat in range(4)] == [2 * (seat == holder) for seat in range(4)]


def test_the_robber_stands_where_the_table_says_and_blocks_there():
    table = given(new_game(), step="roll", settlements={ANA: ["C1-C2-D1"]})

    after = play(table, correct("robber", hexagon("D1")), DiceRolled(seat=ANA, total=8))

    assert (after.robber, hands(after)) == (hexagon("D1"), [0, 0, 0, 0])


def test_without_a_board_the_robber_blocks_what_the_table_says():
    sites = {ANA: {"settlements": 1, "sites": (Site((TouchedHex("ore", 8),)),)}}
    table = given(new_game(tracking="counts"), step="roll", seats=sites)

    blocked = play(table, correct("robber", {"resource": "ore", "number": 8}))
    assert blocked.blocked_hex == TouchedHex("ore", 8)
    assert hands(play(blocked, DiceRolled(seat=ANA, total=8))) == [0, 0, 0, 0]

    freed = play(blocked, correct("robber", None))
    assert freed.blocked_hex is None
    assert hands(play(freed, DiceRolled(seat=ANA, total=8))) == [1, 0, 0, 0]


def test_a_robber_corrected_before_the_theft_says_who_may_be_robbed():
    table = given(
        new_game(),
        step=MovingRobber(Acting()),
        hands={BORIS: 2, CHAI: 2},
        settlements={BORIS: ["C1-C2-D1"], CHAI: ["C4-C5-D4"]},
    )
    wrong = play(table, RobberMoved(seat=ANA, to=hexagon("D1")))

    after = play(wrong, correct("robber", hexagon("D4")))

    assert after.phase == Stealing((CHAI,), Acting())
    assert codes(after, CardStolen(seat=ANA, victim=CHAI)) == []


@pytest.mark.parametrize("now", [Rolling(), MovingRobber(Acting()), Over(ANA)], ids=lambda now: now.step)
@pytest.mark.parametrize(
    "correction",
    [
        correct("hand", 5, seat=BORIS),
        correct("bank", 5, resource="ore"),
        correct("deck", 5),
        correct("knights", 2, seat=BORIS),
        correct("development_cards", 2, seat=BORIS),
        correct("revealed_points", 2, seat=BORIS),
        correct("longest_road", BORIS),
        correct("largest_army", BORIS),
        correct("robber", "0,0,0"),
    ],
    ids=lambda event: event.what,
)
def test_a_count_can_be_corrected_at_any_time_and_the_step_stays(correction: Corrected, now: Phase):
    table = given(new_game(), step=now)

    assert codes(table, correction) == []
    assert play(table, correction).phase == now


# What no count can be.

BAD: dict[str, list[Any]] = {
    "turn": [None, -1, 4, "0", True, 1.0, [0]],
    "step": [None, 3, "", "checklist", "won", "dinner", ["roll"]],
    "hand": [None, -1, 96, "3", True, 2.5, {"ore": 1}],
    "bank": [None, -1, 20, "3", False, {}],
    "deck": [None, -1, 26, "25", True],
    "knights": [None, -1, 15, "3", True],
    "development_cards": [None, -1, 26, "3", True],
    "revealed_points": [None, -1, 6, "3", True],
    "longest_road": [-1, 4, "0", False],
    "largest_army": [-1, 4, "0", False],
    "robber": [None, 7, "", "7,0,-7", "v_2_-1_-1", {"resource": "ore", "number": 8}],
}


@pytest.mark.parametrize(
    ("what", "value"), [(what, value) for what, values in BAD.items() for value in values], ids=repr
)
def test_a_value_that_a_count_cannot_have_is_refused_by_name(what: str, value: Any):
    correction = correct(what, value, seat=ANA, resource="ore")
    table = given(new_game())

    assert (codes(table, correction), kinds(table, correction)) == (["corrected.value"], ["impossible"])
    record = record_of(table)
    with pytest.raises(Refused) as refused:
        record.add(replace(correction, waived=True))
    assert [(reason.code, reason.params["what"]) for reason in refused.value.reasons] == [("corrected.value", what)]
    assert (record.state, record.log) == (table, [])


@pytest.mark.parametrize(
    "value",
    ["0,0,0", 8, {"resource": "ore"}, {"resource": "gold", "number": 8}, {"resource": "ore", "number": 13}, []],
    ids=repr,
)
def test_without_a_board_the_robber_stands_on_a_kind_and_a_number(value: Any):
    assert codes(given(new_game(tracking="counts")), correct("robber", value)) == ["corrected.value"]


@pytest.mark.parametrize("what", ["hand", "knights", "development_cards", "revealed_points"])
def test_a_count_of_a_seat_needs_the_seat(what: str):
    table = given(new_game())

    assert (codes(table, correct(what, 1)), kinds(table, correct(what, 1))) == (
        ["corrected.needs_seat"],
        ["impossible"],
    )
    assert codes(table, correct(what, 1, seat=4)) == ["seat.unknown"]


def test_a_count_of_the_bank_needs_the_resource():
    assert codes(given(new_game()), correct("bank", 1)) == ["corrected.needs_resource"]


def test_there_is_nothing_else_to_correct():
    assert (codes(given(new_game()), correct("moon", 1)), kinds(given(new_game()), correct("moon", 1))) == (
        ["corrected.unknown"],
        ["impossible"],
    )


def test_nobody_who_left_gets_the_turn():
    table = given(new_game(), seats={DANA: {"has_left": True}})

    assert codes(table, correct("turn", DANA)) == ["corrected.value"]


def test_the_counts_of_six_players_are_those_of_their_box():
    table = given(new_game(5, tracking="counts"))

    assert codes(table, correct("bank", 24, resource="ore")) == []
    assert codes(table, correct("bank", 25, resource="ore")) == ["corrected.value"]
    assert codes(table, correct("deck", 34)) == []
    assert codes(table, correct("deck", 35)) == ["corrected.value"]


@settings(max_examples=20, deadline=None)
@drawn(st.integers(0, 10**6), st.integers(20, 200))
def test_correcting_every_number_to_what_it_is_changes_nothing(seed: int, events: int) -> None:
    table = TrueTable(new_game(), seed, Policy(play=0))
    for _ in table.events(events):
        pass
    state = table.state
    again: list[AnyFact] = [correct("bank", state.bank.count_of(kind), resource=kind) for kind in RESOURCES]
    again += [correct("deck", state.deck), correct("robber", state.robber)]
    again += [correct("longest_road", state.longest_road), correct("largest_army", state.largest_army)]
    for number, seat in enumerate(state.seats):
        again += [
            correct("hand", seat.hand_size, seat=number),
            correct("knights", seat.knights, seat=number),
            correct("development_cards", seat.development_cards, seat=number),
            correct("revealed_points", seat.revealed_points, seat=number),
        ]
    assert replace(play(state, *again), last_entry=state.last_entry) == state


# A seven is a checkpoint: people count their hands anyway.


def seven_rolled(*sizes: int, **rules: Any) -> GameState:
    """Ana rolls a seven; Boris stands at D1, Chai at D4."""
    table = given(
        new_game(**rules),
        step="roll",
        hands=dict(enumerate(sizes)),
        settlements={BORIS: ["C1-C2-D1"], CHAI: ["C4-C5-D4"]},
    )
    return play(table, DiceRolled(seat=ANA, total=7))


def test_a_hand_found_too_large_in_the_discard_step_owes_too():
    table = play(seven_rolled(3, 8, 7), correct("hand", 9, seat=CHAI))

    assert owed(table) == {BORIS: 4, CHAI: 4}


def test_a_hand_found_small_enough_in_the_discard_step_owes_nothing():
    table = seven_rolled(3, 8, 9)
    assert owed(table) == {BORIS: 4, CHAI: 4}

    table = play(table, correct("hand", 7, seat=CHAI))
    assert owed(table) == {BORIS: 4}
    table = play(table, correct("hand", 7, seat=BORIS))
    assert table.phase == MovingRobber(Acting(), frozenset())


def test_a_hand_found_different_in_the_discard_step_owes_its_half():
    assert owed(play(seven_rolled(3, 8), correct("hand", 12, seat=BORIS))) == {BORIS: 6}


def test_who_has_discarded_does_not_owe_again_for_the_same_seven():
    table = play(seven_rolled(3, 18, 8), CardsDiscarded(seat=BORIS, count=9), correct("hand", 10, seat=BORIS))
    assert owed(table) == {CHAI: 4}

    table = play(table, CardsDiscarded(seat=CHAI, count=4), correct("hand", 12, seat=BORIS))
    assert table.phase == MovingRobber(Acting(), frozenset({BORIS, CHAI}))


def test_a_hand_found_too_large_in_the_robber_step_goes_back_to_the_discards():
    table = seven_rolled(3, 4)
    assert table.phase.step == "robber"

    table = play(table, correct("hand", 10, seat=BORIS))
    assert (table.phase.step, owed(table)) == ("discard", {BORIS: 5})

    table = play(table, CardsDiscarded(seat=BORIS, cards={"ore": 5}))
    assert (table.phase.step, hands(table)) == ("robber", [3, 5, 0, 0])


def test_a_hand_found_too_large_after_a_knight_owes_nothing():
    table = play(given(new_game(), seats={ANA: {"development_cards": 1}}), KnightPlayed(seat=ANA))

    assert play(table, correct("hand", 10, seat=BORIS)).phase == MovingRobber(Acting())


def test_a_hand_found_empty_in_the_steal_step_leaves_nothing_to_steal():
    table = play(seven_rolled(3, 2), RobberMoved(seat=ANA, to=hexagon("D1")))
    assert table.phase == Stealing((BORIS,), Acting())

    assert play(table, correct("hand", 0, seat=BORIS)).phase == Acting()


@pytest.mark.parametrize(("rule", "victims"), [("skipped", (CHAI,)), ("allowed_no_card", (BORIS, CHAI))])
def test_a_hand_found_empty_in_the_steal_step_leaves_the_other_victim(rule: str, victims: tuple[int, ...]):
    table = given(
        new_game(empty_victim=rule),
        step=MovingRobber(Acting()),
        hands={BORIS: 2, CHAI: 2},
        settlements={BORIS: ["C1-C2-D1"], CHAI: ["D1-D2-E1"]},
    )
    table = play(table, RobberMoved(seat=ANA, to=hexagon("D1")))

    assert play(table, correct("hand", 0, seat=BORIS)).phase == Stealing(victims, Acting())


def test_a_hand_found_with_cards_in_the_steal_step_may_be_robbed():
    table = given(
        new_game(empty_victim="skipped"),
        step=MovingRobber(Acting()),
        hands={CHAI: 2},
        settlements={BORIS: ["C1-C2-D1"], CHAI: ["D1-D2-E1"]},
    )
    table = play(table, RobberMoved(seat=ANA, to=hexagon("D1")))
    assert codes(table, CardStolen(seat=ANA, victim=BORIS)) == ["theft.not_there"]

    table = play(table, correct("hand", 1, seat=BORIS))

    assert hands(play(table, CardStolen(seat=ANA, victim=BORIS))) == [1, 0, 2, 0]


# Late entries: not judged by turn and step, judged by pieces and counts, and the present step goes on.

LATE: list[tuple[AnyFact, list[int]]] = [
    (SettlementBuilt(seat=BORIS, at=spot("C2-C3-D2")), [9, 5, 9]),
    (RoadBuilt(seat=BORIS, at=path("C1|C2")), [9, 7, 9]),
    (CityBuilt(seat=BORIS, at=spot("C1-C2-D1")), [9, 4, 9]),
    (DiceRolled(seat=BORIS, total=8), [9, 10, 9]),
    (DiceRolled(seat=BORIS, total=7), [9, 9, 9]),
    (CardsDiscarded(seat=BORIS, cards={"ore": 3}), [9, 6, 9]),
    (CardsDiscarded(seat=BORIS, count=3), [9, 6, 9]),
    (RobberMoved(seat=BORIS, to=hexagon("D4")), [9, 9, 9]),
    (CardStolen(seat=BORIS, victim=CHAI), [9, 10, 8]),
    (CardStolen(seat=BORIS, victim=ANA, resource="ore"), [8, 10, 9]),
    (DevelopmentBought(seat=BORIS), [9, 6, 9]),
    (KnightPlayed(seat=BORIS), [9, 9, 9]),
    (RoadBuildingPlayed(seat=BORIS), [9, 9, 9]),
    (YearOfPlentyPlayed(seat=BORIS, cards={"ore": 2}), [9, 11, 9]),
    (MonopolyPlayed(seat=BORIS, resource="ore", taken={ANA: 2, CHAI: 1}), [7, 12, 8]),
    (PointsRevealed(seat=BORIS, count=1), [9, 9, 9]),
    (BankTraded(seat=BORIS, give={"ore": 4}, receive={"wool": 1}), [9, 6, 9]),
    (PlayersTraded(seat=BORIS, partner=CHAI, give={"ore": 1}, receive={"wool": 2}), [9, 10, 8]),
    (FirstPlayerChosen(seat=BORIS), [9, 9, 9]),
    (StepDone(step="frame"), [9, 9, 9]),
    (RulesAgreed(seat=BORIS), [9, 9, 9]),
    (RuleChanged(key="target_vp", value=12), [9, 9, 9]),
    (RulingMade(case="R-13", text="Nobody."), [9, 9, 9]),
]
NOW = [
    Rolling(),
    Discarding({ANA: 4, CHAI: 4}, frozenset({BORIS})),
    MovingRobber(Acting()),
    Stealing((CHAI,), Acting()),
    PlacingFreeRoads(2, Acting()),
    Acting(),
    Trading(),
    BuildingOnly(),
]


def in_anas_turn(now: Phase, **rules: Any) -> GameState:
    """Everybody holds nine cards; Boris and Chai have pieces and a card each. Chai stands where the robber is."""
    return given(
        new_game(3, **rules),
        turn=ANA,
        step=now,
        hands={ANA: 9, BORIS: 9, CHAI: 9},
        bank=Cards(14, 14, 14, 14, 12),
        settlements={ANA: ["A1-A2-B2"], BORIS: ["C1-C2-D1"], CHAI: ["D2-D3-E2"]},
        roads={BORIS: ["C2|D1", "C2|D2"]},
        seats={seat: {"development_cards": 1} for seat in (ANA, BORIS, CHAI)},
        robber=hexagon("E2"),
    )


def name(event: Any) -> str:
    return f"{event.type} {getattr(event, 'step', '') or getattr(event, 'total', '') or ''}".strip()


@pytest.mark.parametrize(("event", "expected"), LATE, ids=[name(event) for event, _ in LATE])
@pytest.mark.parametrize("now", NOW, ids=lambda now: now.step)
def test_a_late_entry_counts_and_the_turn_goes_on_where_it_was(event: Any, expected: list[int], now: Phase):
    table = in_anas_turn(now)
    late = replace(event, late=True)

    assert codes(table, late) == []
    after = play(table, late)

    assert (after.turn, after.round) == (ANA, 3)
    assert hands(after) == expected
    assert after.phase.step == now.step
    if not isinstance(now, Stealing | Discarding):
        assert after.phase == now


@pytest.mark.parametrize("now", [Rolling(), BuildingOnly()], ids=lambda now: now.step)
def test_the_end_of_trading_entered_late_is_not_judged_by_the_step(now: Phase):
    table = in_anas_turn(now, turn_phases="separate")
    late = StepDone(step="trade", late=True)

    assert codes(table, late) == []
    assert play(table, late).phase == now


def test_a_rule_changed_in_time_is_entered_late_past_the_lock():
    table = in_anas_turn(Acting(), rules_lock="locked_after_placement")
    change = RuleChanged(key="target_vp", value=12)
    assert codes(table, change) == ["rules.locked"]

    assert play(table, replace(change, late=True)).rules.target_vp == 12


@pytest.mark.parametrize(
    ("event", "refused"),
    [
        (SettlementBuilt(seat=BORIS, at=spot("D2-D3-E2")), "settlement.occupied"),
        (RoadBuilt(seat=CHAI, at=path("C2|D1")), "road.occupied"),
        (CityBuilt(seat=BORIS, at=spot("D2-D3-E2")), "city.no_settlement"),
        (RobberMoved(seat=BORIS, to="7,0,-7"), "place.unknown"),
        (RoadBuilt(seat=BORIS, at="e_v_0"), "place.unknown"),
        (CardStolen(seat=BORIS, victim=BORIS), "theft.from_oneself"),
        (PlayersTraded(seat=BORIS, partner=BORIS, give={"ore": 1}, receive={"wool": 1}), "trade.with_oneself"),
        (TurnEnded(seat=3), "seat.unknown"),
        (RuleChanged(key="target", value=12), "rules.unknown_key"),
        (PointsRevealed(seat=BORIS, count=6), "card.none_left"),
        (CardsGained(gains={BORIS: {"ore": 1}}), "tracking.computed"),
        (RoadReported(seat=BORIS, length=2), "tracking.computed"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.type,
)
def test_a_late_entry_is_still_impossible_where_pieces_and_places_say_so(event: Any, refused: str):
    table = in_anas_turn(Acting())
    late = replace(event, late=True)
    found = zip(codes(table, late), kinds(table, late), strict=True)

    assert [code for code, kind in found if kind == "impossible"] == [refused]
    with pytest.raises(Refused):
        fold(table, [replace(late, waived=True)])


@pytest.mark.parametrize(
    ("seats", "event", "refused"),
    [
        ({"settlements": 5}, SettlementBuilt(seat=BORIS), "settlement.none_left"),
        ({"roads": 15}, RoadBuilt(seat=BORIS), "road.none_left"),
        ({"cities": 4, "settlements": 1, "sites": (Site(()),)}, CityBuilt(seat=BORIS, settlement=1), "city.none_left"),
    ],
    ids=["settlement", "road", "city"],
)
def test_a_late_piece_that_the_box_does_not_have_is_impossible(seats: dict[str, Any], event: Any, refused: str):
    table = given(new_game(tracking="counts"), seats={BORIS: {"hand_size": 9, **seats}})

    assert codes(table, replace(event, late=True)) == [refused]


@pytest.mark.parametrize(
    ("event", "refused"),
    [
        (SettlementBuilt(seat=BORIS, at=spot("A1-B1-B2")), "settlement.too_close"),
        (RoadBuilt(seat=BORIS, at=path("A1|B1")), "road.not_connected"),
        (BankTraded(seat=BORIS, give={"ore": 3}, receive={"wool": 1}), "bank_trade.rate"),
        (BankTraded(seat=BORIS, give={"ore": 12}, receive={"wool": 3}), "hand.too_few"),
        (PlayersTraded(seat=BORIS, partner=CHAI, give={"ore": 1}, receive={}), "trade.gift"),
        (CardsDiscarded(seat=BORIS, count=10), "hand.too_few"),
        (YearOfPlentyPlayed(seat=BORIS, cards={"ore": 1}), "plenty.count"),
        (VictoryDeclared(seat=BORIS), "victory.too_few_points"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.type,
)
def test_a_late_entry_is_judged_by_counts_and_rules(event: Any, refused: str):
    assert refused in codes(in_anas_turn(Acting()), replace(event, late=True))


@pytest.mark.parametrize("now", NOW, ids=lambda now: now.step)
def test_the_end_of_the_turn_entered_late_passes_the_turn_on(now: Phase):
    table = in_anas_turn(now)

    after = play(table, TurnEnded(seat=ANA, late=True))

    assert (after.turn, after.phase, after.round) == (BORIS, Rolling(), 3)


def test_somebody_who_left_earlier_is_entered_late():
    after = play(in_anas_turn(Acting()), PlayerLeft(seat=BORIS, late=True))

    assert [seat.has_left for seat in after.seats] == [False, True, False]
    assert play(after, TurnEnded(seat=ANA)).turn == CHAI


def test_somebody_who_joined_before_placement_is_entered_late():
    joined = SeatJoined(seat=3, name="Dana", colour="orange")
    table = in_anas_turn(Acting())
    assert codes(table, joined) == ["step.not_now"]

    assert [seat.name for seat in play(table, replace(joined, late=True)).seats] == ["Ana", "Boris", "Chai", "Dana"]
    assert codes(table, replace(joined, late=True, colour="red")) == ["seat.colour_taken"]


def test_cards_gained_and_roads_measured_earlier_are_entered_late_without_a_board():
    table = given(new_game(tracking="counts"), step=MovingRobber(Acting()), seats={BORIS: {"roads": 5}})

    after = play(
        table, CardsGained(gains={BORIS: {"ore": 1}}, late=True), RoadReported(seat=BORIS, length=5, late=True)
    )

    assert (hands(after), after.longest_road, after.phase) == ([0, 1, 0, 0], BORIS, table.phase)


def test_a_late_road_is_paid_for_even_while_roads_are_free():
    table = in_anas_turn(PlacingFreeRoads(2, Acting()))

    after = play(table, RoadBuilt(seat=ANA, at=path("A2|B2"), late=True))

    assert (hands(after), after.phase) == ([7, 9, 9], PlacingFreeRoads(2, Acting()))


def test_a_late_knight_counts_for_the_army_and_asks_for_no_robber():
    table = given(new_game(), step="roll", seats={BORIS: {"knights": 2, "development_cards": 1}})

    after = play(table, KnightPlayed(seat=BORIS, late=True))

    assert (after.largest_army, after.phase, after.cards_played) == (BORIS, Rolling(), 0)


def test_a_late_purchase_was_made_in_another_turn_so_its_card_may_be_played():
    table = given(new_game(), hands={ANA: 3})

    after = play(table, DevelopmentBought(seat=ANA, late=True))

    assert (after.seats[ANA].development_cards, after.deck) == (1, 24)
    assert codes(after, KnightPlayed(seat=ANA)) == []


def test_a_card_played_late_is_not_this_turns_card():
    table = given(new_game(), seats={ANA: {"development_cards": 2}})

    after = play(table, KnightPlayed(seat=ANA, late=True))

    assert codes(after, KnightPlayed(seat=ANA)) == []


def test_a_late_roll_pays_and_is_not_this_turns_roll():
    table = replace(in_anas_turn(Rolling()), roll=5)

    after = play(table, DiceRolled(seat=BORIS, total=8, late=True))

    assert (after.bank, after.roll, after.phase) == (table.bank.minus(Cards(lumber=1)), 5, Rolling())
    assert codes(after, DiceRolled(seat=ANA, total=6)) == []


def test_cards_that_left_a_hand_before_a_seven_are_not_owed_for():
    """Boris built before the seven and nobody entered it: with seven cards he never owed any."""
    table = given(
        new_game(),
        step="roll",
        hands={BORIS: 9, CHAI: 8},
        settlements={BORIS: ["C1-C2-D1"]},
        bank=Cards(14, 14, 14, 14, 12),
    )
    seven = play(table, DiceRolled(seat=ANA, total=7))
    assert owed(seven) == {BORIS: 4, CHAI: 4}

    after = play(seven, RoadBuilt(seat=BORIS, at=path("C1|C2"), late=True))

    assert (hands(after)[BORIS], owed(after)) == (7, {CHAI: 4})


def test_what_is_entered_late_after_the_end_changes_points_and_never_the_winner():
    table = given(
        new_game(), phase=Over(ANA), hands={BORIS: 5}, settlements={BORIS: ["C1-C2-D1"]}, bank=Cards(19, 19, 19, 17, 16)
    )
    city = CityBuilt(seat=BORIS, at=spot("C1-C2-D1"))
    assert codes(table, city) == ["game.over"]

    after = play(table, replace(city, late=True))

    assert (points(after, BORIS), after.phase) == (2, Over(ANA))


def test_a_late_city_may_win_the_turn_that_goes_on():
    table = given(
        new_game(target_vp=8),
        hands={ANA: 5},
        settlements={ANA: ["C1-C2-D1"]},
        seats={ANA: {"revealed_points": 4, "knights": 3}},
        bank=Cards(19, 19, 19, 17, 16),
        step=MovingRobber(Acting()),
    )
    assert points(table, ANA) == 7

    after = play(table, CityBuilt(seat=ANA, at=spot("C1-C2-D1"), late=True))

    assert after.phase == Over(ANA)


@settings(max_examples=25, deadline=None)
@drawn(st.integers(0, 10**6), st.integers(40, 160), st.data())
def test_a_trade_or_a_purchase_forgotten_in_a_game_and_entered_late_gives_the_same_counts(
    seed: int, length: int, data: st.DataObject
) -> None:
    start = new_game()
    table = TrueTable(start, seed, Policy(play=0))
    events = list(table.events(length))
    kinds_to_forget = (BankTraded, PlayersTraded, DevelopmentBought)
    forgettable = [index for index, event in enumerate(events) if isinstance(event, kinds_to_forget)]
    if not forgettable:
        return
    index = data.draw(st.sampled_from(forgettable))
    forgotten = [replace(event, waived=True) for event in events[:index] + events[index + 1 :]]
    whole = fold(start, events).state
    record = fold(start, forgotten)
    until_now = isinstance(record.state.phase, Over) or record.state.unsure or isinstance(whole.phase, Over)
    if until_now or [event for event in events[index:] if isinstance(event, DiceRolled) and event.sum == 7]:
        return
    record.add(replace(events[index], late=True, waived=True))
    assert (record.state.bank, hands(record.state), record.state.deck) == (whole.bank, hands(whole), whole.deck)


# C-03, C-04 with corrections and late entries.


def test_C_03_a_correction_and_a_late_entry_are_taken_back_like_anything_else():
    table = in_anas_turn(Acting())
    wrong = correct("hand", 3, seat=BORIS)
    late = RoadBuilt(seat=BORIS, at=path("C1|C2"), late=True)
    record = record_of(table, wrong, late)
    assert hands(record.state) == [9, 1, 9]

    record.add(TakenBack(to=1))
    assert (hands(record.state), record.state.roads) == ([9, 3, 9], table.roads)
    record.add(TakenBack(to=0))
    assert record.state == replace(table, last_entry=4)
    record.add(TakenBack(to=2))
    assert hands(record.state) == [9, 1, 9]
    assert record.log == [wrong, late, TakenBack(to=1), TakenBack(to=0), TakenBack(to=2)]


def test_C_03_an_unsure_count_is_unsure_again_when_its_recount_is_taken_back():
    table = in_anas_turn(Discarding({BORIS: 4}))
    record = record_of(table, CardsDiscarded(seat=BORIS, count=4), correct("bank", 13, resource="ore"))
    assert record.state.unsure == {f"bank.{kind}": 1 for kind in RESOURCES if kind != "ore"}

    record.add(TakenBack(to=1))

    assert record.state.unsure == {f"bank.{kind}": 1 for kind in RESOURCES}


def test_C_04_a_wrong_number_is_amended_and_the_payout_redone():
    settlements = {ANA: ["C1-C2-D1"], BORIS: ["D2-D3-E2"]}
    table = given(new_game(), step="roll", settlements=settlements)
    record = record_of(table, DiceRolled(seat=ANA, total=8), TurnEnded(seat=ANA))
    assert (hands(record.state), record.state.bank) == ([1, 0, 0, 0], FULL._replace(lumber=18))

    record.add(Amended(entry=1, event=DiceRolled(seat=ANA, total=6)))

    assert (hands(record.state), record.state.bank) == ([0, 1, 0, 0], FULL._replace(grain=18))
    assert (record.state.turn, record.state.phase, record.state.roll) == (BORIS, Rolling(), 6)


def test_C_04_a_wrong_number_is_set_right_by_counting_hands_and_bank():
    settlements = {ANA: ["C1-C2-D1"], BORIS: ["D2-D3-E2"]}
    table = given(new_game(), step="roll", settlements=settlements)

    after = play(
        table,
        DiceRolled(seat=ANA, total=8),
        correct("hand", 0, seat=ANA),
        correct("hand", 1, seat=BORIS),
        correct("bank", 19, resource="lumber"),
        correct("bank", 18, resource="grain"),
    )

    right = play(table, DiceRolled(seat=ANA, total=6))
    assert (hands(after), after.bank, after.unsure) == (hands(right), right.bank, {})


def test_C_04_a_correction_is_written_as_the_contract_has_it():
    text = b'{"type":"corrected","what":"hand","seat":1,"value":5,"note":"counted aloud"}'

    assert decode_event(text) == correct("hand", 5, seat=BORIS, note="counted aloud")
