"""docs/rulings.md §12, row by row: five and six players, the partner's part, special building, the larger box.

On the larger island with its first player's turn under way; Ana's pieces are by C3, Dana's by E3.
"""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.play.titles import measure_roads
from narrator.core.play.turns import partner_of
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import legal_events, open_choices
from narrator.core.table.board import RED_NUMBERS, adjacent_red_numbers
from narrator.core.table.cards import Cards
from narrator.core.table.coordinates import hex_named, intersection_named, island_for, path_named
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.house_rules import HouseRules, allowed_values
from narrator.core.table.layouts import beginner_board
from narrator.core.table.phase import Acting, Over, PartnerActing, Rolling, SpecialBuilding
from narrator.core.table.setup import Layout
from narrator.core.table.state import Building, GameState, acting_seat, mode_of, points
from tests.support.games import (
    ANA,
    BORIS,
    CHAI,
    DANA,
    ELI,
    FON,
    board_of,
    codes,
    given,
    kinds,
    new_game,
    play,
    record_of,
    whose,
)

LARGE = island_for(30)
MODES = ("paired", "special_build")


def spot(name: str) -> str:
    return intersection_named(LARGE, name)


def path(name: str) -> str:
    return path_named(LARGE, name)


def hexagon(name: str) -> str:
    return hex_named(LARGE, name)


PIECES = {
    ANA: ("C2-C3-D3", ["C2|C3", "B2|C3"]),
    DANA: ("E2-E3-F2", ["E2|E3", "D3|E2"]),
}
"""A settlement of each and the roads that leave it."""


def table(players: int = 6, *, turn: int = ANA, step: Any = "actions", **rules: Any) -> GameState:
    """Everybody holds ten cards and two old development cards; Ana and Dana have somewhere to build."""
    start = new_game(players, layout="beginner_56", **rules)
    seats = {seat: {"development_cards": 2, "settlements": 1, "roads": 2} for seat in (ANA, DANA)}
    hands = dict.fromkeys(range(players), 10)
    state = given(start, turn=turn, step=step, hands=hands, bank=Cards(10, 10, 10, 10, 10), seats=seats)
    corners = {spot(at): Building(seat) for seat, (at, _) in PIECES.items()}
    laid = {path(at): seat for seat, (_, roads) in PIECES.items() for at in roads}
    return measure_roads(replace(state, buildings=corners, roads=laid), PIECES)


def passed(state: GameState, *seats: int) -> GameState:
    """These players say that they are done, one after the other."""
    return play(state, *(TurnEnded(seat=seat) for seat in seats))


def where(state: GameState) -> tuple[str, int, int | None]:
    """The step, whose turn it is, and who acts instead."""
    shown = state_for_api(state)
    return shown["step"], shown["seat"], shown.get("acting")


def with_points(state: GameState, **seats: int) -> GameState:
    """Cities, and a points card where the number is odd, until these seats have so many points."""
    people = list(state.seats)
    for name, wanted in seats.items():
        number = ("ana", "boris", "chai", "dana", "eli", "fon").index(name)
        more = wanted - points(state, number)
        people[number] = replace(people[number], cities=min(more // 2, 3), revealed_points=more - 2 * min(more // 2, 3))
    return replace(state, seats=tuple(people))


DANA_ROAD = RoadBuilt(seat=DANA, at=path("E3|F2"))
DANA_SETTLEMENT = SettlementBuilt(seat=DANA, at=spot("D2-D3-E2"))
DANA_CITY = CityBuilt(seat=DANA, at=spot("E2-E3-F2"))
DANA_CARD = DevelopmentBought(seat=DANA)
DANA_BUILDS = [DANA_ROAD, DANA_SETTLEMENT, DANA_CITY, DANA_CARD]
DANA_BANK = BankTraded(seat=DANA, give={"ore": 4}, receive={"wool": 1})
DANA_TRADE = PlayersTraded(seat=DANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1})
DANA_KNIGHT = KnightPlayed(seat=DANA)


def name(event: AnyFact) -> str:
    return event.type


# F-01, F-02, F-12, F-13, F-14: what lies on the table.


@pytest.mark.parametrize("players", [5, 6])
def test_F_01_five_and_six_play_with_the_larger_box(players: int):
    state = new_game(players, layout="random_tokens")
    box, board = state.game.box, board_of(state)

    assert Counter(board.terrain.values()) == {
        "forest": 6,
        "pasture": 6,
        "fields": 6,
        "hills": 5,
        "mountains": 5,
        "desert": 2,
    }
    assert Counter(board.numbers.values()) == {2: 2, 12: 2} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3)
    assert Counter(board.harbours.values()) == {"any": 5, "wool": 2, "lumber": 1, "brick": 1, "grain": 1, "ore": 1}
    assert [len(row) for row in board.island.rows] == [3, 4, 5, 6, 5, 4, 3]
    assert (state.bank, state.bank.total(), state.deck) == (Cards(24, 24, 24, 24, 24), 120, 34)
    assert (box.development["knight"], box.colours[4:]) == (20, ("green", "brown"))
    assert {(s.roads_left, s.settlements_left, s.cities_left) for s in state.seats} == {(15, 5, 4)}


def test_F_01_four_may_play_with_it_too_and_five_with_nothing_smaller():
    assert new_game(4, layout="random_tokens", component_set="ext_5_6").deck == 34
    with pytest.raises(Refused, match=r"setup\.box_too_small"):
        new_game(5, layout="random_tokens", component_set="base_3_4")


def test_F_01_the_shortage_is_one_of_twenty_four():
    state = table(step="roll")
    producer = next(at for at in LARGE.hexes_at[spot("C2-C3-D3")] if board_of(state).terrain[at] != "desert")
    number = board_of(state).numbers[producer]
    paid = play(replace(state, bank=Cards(24, 24, 24, 24, 24)), DiceRolled(seat=ANA, total=number))
    short = play(replace(state, bank=Cards()), DiceRolled(seat=ANA, total=number))

    assert paid.seats[ANA].hand_size > 10
    assert short.seats[ANA].hand_size == 10


def test_F_02_the_larger_island_has_eighty_corners_and_a_hundred_and_nine_paths():
    assert (len(LARGE.hexes), len(LARGE.intersections), len(LARGE.paths), len(LARGE.coast)) == (30, 80, 109, 38)


def test_F_12_the_target_is_ten():
    assert new_game(6, layout="random_tokens").rules.target_vp == 10


def test_F_13_the_booklets_island_for_five_and_six():
    board = beginner_board("beginner_56")
    row = [f"{board.terrain[at]} {board.numbers.get(at, '')}".strip() for at in LARGE.rows[3]]

    assert row == ["desert", "pasture 5", "fields 4", "mountains 6", "pasture 3", "fields 8"]
    assert Counter(board.harbours.values())["any"] == 5
    assert board.harbours[path("E5 SE")] == "brick"
    with pytest.raises(Refused, match=r"board\.layout_of_another_box"):
        new_game(4, layout="beginner_56")


@pytest.mark.parametrize("seed", range(20))
def test_F_14_six_red_tokens_and_none_of_them_side_by_side(seed: int):
    board = board_of(new_game(5, layout="random_tokens", seed=seed))

    assert sum(number in RED_NUMBERS for number in board.numbers.values()) == 6
    assert adjacent_red_numbers(board) == []


def test_F_14_there_are_no_letters_to_lay_in_a_spiral():
    with pytest.raises(Refused, match=r"board\.no_spiral"):
        new_game(6, layout="spiral")


# F-03: two deserts.


def deserts(state: GameState) -> list[str]:
    return board_of(state).deserts()


def test_F_03_the_table_chooses_on_which_desert_the_robber_starts():
    state = new_game(5, layout="random_tokens")
    first, second = deserts(state)
    offered = [event.to for event in legal_events(state) if isinstance(event, RobberMoved)]
    chosen = play(state, RobberMoved(seat=BORIS, to=second))

    assert (state.robber, offered) == (first, [first, second])
    assert (chosen.robber, chosen.finished_steps, chosen.phase) == (second, ("robber",), state.phase)
    assert play(chosen, RobberMoved(seat=ANA, to=first)).finished_steps == ("robber",)


def test_F_03_he_starts_on_no_other_hex_and_only_while_the_table_is_laid():
    state = new_game(5, layout="random_tokens")
    land = next(at for at in LARGE.hexes if at not in deserts(state))
    move = RobberMoved(seat=ANA, to=land)

    assert (codes(state, move), kinds(state, move)) == (["robber.starts_elsewhere"], ["irregular"])
    assert "step.not_now" in codes(table(), RobberMoved(seat=ANA, to=deserts(table())[1]))


@pytest.mark.parametrize(
    ("players", "rules"), [(4, {}), (5, {"robber_start_desert": "random"}), (5, {"robber": "off"})]
)
def test_F_03_with_one_desert_by_chance_or_without_a_robber_nobody_is_asked(players: int, rules: dict[str, Any]):
    state = new_game(players, layout="random_tokens", **rules)
    at = deserts(state)[-1]

    assert "step.not_now" in codes(state, RobberMoved(seat=ANA, to=at))
    assert not [event for event in legal_events(state) if isinstance(event, RobberMoved)]


def test_F_03_chance_takes_one_of_the_two_and_the_same_one_for_the_same_seed():
    found = {seed: new_game(5, layout="random_tokens", seed=seed, robber_start_desert="random") for seed in range(20)}
    places = {deserts(state).index(state.robber or "") for state in found.values()}
    again = new_game(5, layout="random_tokens", seed=7, robber_start_desert="random")

    assert places == {0, 1}
    assert again.robber == found[7].robber


# F-04: what there is between the turns.


def test_F_04_paired_unless_the_table_says_otherwise():
    assert HouseRules().five_six_turns == "paired"
    assert allowed_values("five_six_turns") == ["paired", "special_build", "none"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rule", [*MODES, "none"])
def test_F_04_only_five_and_six_play_something_between_the_turns(players: int, rule: str):
    layout: Layout = "random_tokens" if players > 4 else "spiral"
    start = new_game(players, layout=layout, five_six_turns=rule, two_player_mode="plain")
    after = passed(given(start), ANA)

    assert mode_of(start).interlude == (rule if players > 4 else "none")
    assert (
        after.phase
        == {
            "paired": PartnerActing(DANA),
            "special_build": SpecialBuilding(BORIS, tuple(range(2, players))),
            "none": Rolling(),
        }[mode_of(start).interlude]
    )
    assert after.turn == (ANA if mode_of(start).interlude != "none" else BORIS)


def test_F_04_when_so_many_leave_that_four_stay_nothing_is_between_the_turns():
    state = play(table(6), PlayerLeft(seat=ELI))
    assert where(passed(state, ANA)) == ("partner", ANA, DANA)
    assert where(passed(play(state, PlayerLeft(seat=FON)), ANA)) == ("roll", BORIS, None)


# F-05 … F-09: paired players.


@pytest.mark.parametrize(
    ("players", "pairs"),
    [
        (6, [(ANA, DANA), (BORIS, ELI), (CHAI, FON), (DANA, ANA), (ELI, BORIS), (FON, CHAI)]),
        (5, [(ANA, DANA), (BORIS, ELI), (CHAI, ANA), (DANA, BORIS), (ELI, CHAI)]),
    ],
)
def test_F_05_the_partner_is_the_third_to_the_left_and_both_move_on_by_one(players: int, pairs: list[tuple[int, int]]):
    state = table(players)
    for owner, partner in pairs:
        assert partner_of(state, owner) == partner
        state = passed(replace(state, phase=Acting()), owner)
        assert where(state) == ("partner", owner, partner)
        state = passed(state, partner)
        assert where(state) == ("roll", (owner + 1) % players, None)
    assert state.round == 4


def test_F_05_a_seat_that_was_left_is_not_counted():
    assert partner_of(play(table(6), PlayerLeft(seat=BORIS)), ANA) == ELI


def test_F_06_roll_actions_then_the_partners_part():
    state = table(step="roll")
    steps = [where(state)]
    trade = PlayersTraded(seat=ANA, partner=DANA, give={"ore": 1}, receive={"wool": 1})
    for event in (DiceRolled(seat=ANA, total=12), trade, TurnEnded(seat=ANA), TurnEnded(seat=DANA)):
        state = play(state, event)
        steps.append(where(state))

    assert steps == [
        ("roll", ANA, None),
        ("actions", ANA, None),
        ("actions", ANA, None),
        ("partner", ANA, DANA),
        ("roll", BORIS, None),
    ]


@pytest.mark.parametrize("event", [*DANA_BUILDS, DANA_BANK, DANA_KNIGHT], ids=name)
def test_F_07_the_partner_builds_buys_trades_with_the_bank_and_plays_a_card(event: AnyFact):
    part = passed(table(), ANA)
    assert codes(part, event) == []
    assert acting_seat(play(part, event)) == DANA


def test_F_07_the_partner_does_not_roll_or_trade_with_players():
    part = passed(table(), ANA)

    assert codes(part, DANA_TRADE) == ["step.not_now"]
    assert codes(part, DiceRolled(seat=DANA, total=8)) == ["step.not_now"]
    assert [kind.type for kind in open_choices(part)] == ["monopoly_played", "bank_traded"]
    assert {kind.seat for kind in open_choices(part)} == {DANA}


@pytest.mark.parametrize("event", [*DANA_BUILDS, DANA_BANK, DANA_KNIGHT], ids=name)
@pytest.mark.parametrize("step", ["roll", "actions"])
def test_F_07_not_before_the_roll_and_not_in_the_owners_part(event: AnyFact, step: str):
    assert "turn.not_yours" in codes(table(step=step), event)


def test_F_07_the_owner_waits_while_the_partner_acts():
    part = passed(table(), ANA)
    road = RoadBuilt(seat=ANA, at=path("C3|D3"))

    assert (codes(part, road), kinds(part, road)) == (["part.not_yours"], ["irregular"])
    assert codes(part, TurnEnded(seat=ANA)) == ["part.not_yours"]
    assert {whose(event) for event in legal_events(part)} == {DANA}


def test_F_07_the_partners_knight_may_rob_the_owner_and_leads_back_to_the_part():
    part = passed(table(), ANA)
    moving = play(part, DANA_KNIGHT)
    stealing = play(moving, RobberMoved(seat=DANA, to=hexagon("C3")))
    robbed = play(stealing, CardStolen(seat=DANA, victim=ANA))

    assert [where(state) for state in (moving, stealing, robbed)] == [
        ("robber", ANA, DANA),
        ("steal", ANA, DANA),
        ("partner", ANA, DANA),
    ]
    assert "part.not_yours" in codes(moving, RobberMoved(seat=ANA, to=hexagon("C3")))
    assert (robbed.seats[ANA].hand_size, robbed.seats[DANA].hand_size) == (9, 11)


def test_F_07_the_partners_free_roads_cost_nothing():
    part = play(passed(table(), ANA), RoadBuildingPlayed(seat=DANA))
    first = play(part, DANA_ROAD)
    second = play(first, RoadBuilt(seat=DANA, at=path("D2|D3")))

    assert [where(state)[0] for state in (part, first, second)] == ["free_roads", "free_roads", "partner"]
    assert (second.seats[DANA].hand_size, second.seats[DANA].roads) == (10, 4)


def test_F_07_where_trading_and_building_are_separate_the_part_is_one():
    part = passed(table(turn_phases="separate", step="build"), ANA)
    assert codes(play(part, DANA_ROAD), DANA_BANK) == []


def test_F_08_each_of_the_two_plays_one_card():
    played = play(table(), MonopolyPlayed(seat=ANA, resource="ore", taken={}))
    part = passed(played, ANA)
    after = play(part, MonopolyPlayed(seat=DANA, resource="ore", taken={}))

    assert codes(played, KnightPlayed(seat=ANA)) == ["card.second_this_turn"]
    assert codes(after, DANA_KNIGHT) == ["card.second_this_turn"]


def test_F_08_not_in_the_part_in_which_it_was_bought_but_from_the_next_on():
    part = passed(table(), ANA)
    bare = replace(part, seats=tuple(replace(seat, development_cards=0) for seat in part.seats))
    bought = play(bare, DANA_CARD)
    state = bought
    for owner, partner in ((ANA, DANA), (BORIS, ELI), (CHAI, FON)):
        state = passed(state, partner)
        assert state.turn == owner + 1
        state = (
            replace(state, phase=Acting()) if state.turn == DANA else passed(replace(state, phase=Acting()), owner + 1)
        )

    assert codes(bought, DANA_KNIGHT) == ["card.bought_this_turn"]
    assert (state.turn, codes(state, DANA_KNIGHT)) == (DANA, [])


def test_F_09_the_owner_wins_at_once_and_the_partner_has_no_part():
    won = play(with_points(table(), ana=9), SettlementBuilt(seat=ANA, at=spot("B2-B3-C3")))
    assert won.phase == Over(ANA)


def test_F_09_the_partner_wins_in_their_own_part_at_once():
    part = passed(with_points(table(), dana=9), ANA)
    assert play(part, DANA_SETTLEMENT).phase == Over(DANA)


def test_F_09_who_has_enough_when_their_part_begins_has_won():
    assert passed(with_points(table(), dana=10), ANA).phase == Over(DANA)


def test_F_09_when_both_get_there_the_owner_of_the_turn_wins():
    part = passed(table(), ANA)
    assert part.rules.paired_tie == "player_one"
    assert play(with_points(part, ana=10, dana=9), DANA_SETTLEMENT).phase == Over(ANA)


def test_F_09_the_owner_alone_does_not_win_in_the_partners_part():
    part = with_points(passed(table(), ANA), ana=10)
    assert play(part, DANA_ROAD).phase == PartnerActing(DANA)


@pytest.mark.parametrize(("count", "over"), [(1, False), (2, True)])
def test_F_09_the_partner_may_show_points_cards_and_claim_the_win(count: int, over: bool):
    part = with_points(passed(table(auto_win="claim"), ANA), dana=8)
    shown = play(part, PointsRevealed(seat=DANA, count=count, waived=True))

    assert ("victory.too_few_points" in codes(shown, VictoryDeclared(seat=DANA))) is not over
    if over:
        assert play(shown, VictoryDeclared(seat=DANA)).phase == Over(DANA)


def test_F_09_at_the_end_of_a_part_where_the_table_wins_at_the_end_of_a_turn():
    state = table(win_timing="end_of_turn")
    assert passed(with_points(state, ana=10), ANA).phase == Over(ANA)
    part = passed(with_points(state, dana=10), ANA)
    assert part.phase == PartnerActing(DANA)
    assert passed(part, DANA).phase == Over(DANA)


def test_F_09_a_last_round_ends_after_the_last_partners_part():
    state = table(turn=FON, final_round="on")
    part = passed(play(with_points(state, fon=10), DevelopmentBought(seat=FON)), FON)

    assert (part.final_round, where(part)) == (FON, ("partner", FON, CHAI))
    assert passed(part, CHAI).phase == Over(FON)


# F-10, F-11: special building.


@pytest.mark.parametrize("players", [5, 6])
def test_F_10_after_every_turn_the_others_are_asked_clockwise(players: int):
    state = passed(table(players, turn=BORIS, five_six_turns="special_build"), BORIS)
    asked = []
    while state.phase.step == "special_build":
        asked.append(acting_seat(state))
        assert state.turn == BORIS
        state = passed(state, asked[-1])

    assert asked == [(BORIS + step) % players for step in range(1, players)]
    assert where(state) == ("roll", CHAI, None)


@pytest.mark.parametrize("event", DANA_BUILDS, ids=name)
def test_F_10_they_build_and_buy_with_the_cards_in_hand(event: AnyFact):
    window = passed(table(five_six_turns="special_build"), ANA, BORIS, CHAI)

    assert codes(window, event) == []
    assert play(window, event).phase == window.phase
    poor = replace(window, seats=tuple(replace(seat, hand_size=0) for seat in window.seats))
    assert codes(poor, event) == ["hand.too_few"]


def test_F_10_whose_go_it_is():
    window = passed(table(five_six_turns="special_build"), ANA, BORIS)

    assert (where(window), codes(window, DANA_ROAD)) == (("special_build", ANA, CHAI), ["part.not_yours"])
    assert codes(window, TurnEnded(seat=ANA)) == ["part.not_yours"]
    assert {whose(event) for event in legal_events(window)} == {CHAI}


def test_F_10_who_leaves_is_not_asked():
    window = play(passed(table(five_six_turns="special_build"), ANA), PlayerLeft(seat=CHAI))
    assert where(passed(window, BORIS)) == ("special_build", ANA, DANA)
    assert where(play(window, PlayerLeft(seat=BORIS))) == ("special_build", ANA, DANA)


@pytest.mark.parametrize(
    "event",
    [DANA_BANK, DANA_TRADE, DANA_KNIGHT, RoadBuildingPlayed(seat=DANA), PointsRevealed(seat=DANA, count=2)],
    ids=name,
)
def test_F_11_no_trade_of_any_kind_and_no_card_is_played(event: AnyFact):
    window = passed(with_points(table(five_six_turns="special_build"), dana=8), ANA, BORIS, CHAI)
    assert codes(window, event) == ["step.not_now"]
    assert open_choices(window) == ()


def test_F_11_a_card_bought_there_may_be_played_in_the_turn_that_follows():
    state = table(five_six_turns="special_build")
    bought = play(passed(state, ANA), DevelopmentBought(seat=BORIS))
    turn = passed(bought, BORIS, CHAI, DANA, ELI, FON)

    assert (turn.turn, turn.seats[BORIS].development_cards) == (BORIS, 1)
    assert codes(turn, KnightPlayed(seat=BORIS)) == []


def test_F_11_who_gets_there_between_the_turns_wins_when_their_own_turn_begins():
    state = with_points(table(turn=CHAI, five_six_turns="special_build"), dana=9)
    window = play(passed(state, CHAI), DANA_SETTLEMENT)

    assert (points(window, DANA), window.phase.step) == (10, "special_build")
    assert "step.not_now" in codes(window, VictoryDeclared(seat=DANA))
    assert passed(window, DANA, ELI, FON, ANA, BORIS).phase == Over(DANA)


def test_F_11_where_anybody_wins_at_any_time_a_window_is_no_exception():
    state = with_points(table(five_six_turns="special_build", win_on_whose_turn="any"), dana=9)
    assert play(passed(state, ANA, BORIS, CHAI), DANA_SETTLEMENT).phase == Over(DANA)


# One tap, corrections, and what the table sees.


@pytest.mark.parametrize(("rule", "others"), [("paired", [DANA]), ("special_build", [BORIS, CHAI, DANA, ELI, FON])])
def test_a_quiet_turn_is_one_group_and_goes_back_together(rule: str, others: list[int]):
    record = record_of(table(five_six_turns=rule))
    before = record.state
    for seat in (ANA, *others):
        record.add(TurnEnded(seat=seat, group=1))
    record.add(DiceRolled(seat=BORIS, total=12, group=1))

    assert where(record.state) == ("actions", BORIS, None)
    assert record.add(TakenBack(to=0)) == replace(before, last_entry=len(others) + 3)


def test_the_next_roll_that_the_table_lets_stand_ends_a_part_that_nobody_ended():
    part = passed(table(), ANA)
    roll = DiceRolled(seat=BORIS, total=12)

    assert codes(part, roll) == ["step.not_now", "part.not_yours"]
    assert where(play(part, replace(roll, waived=True))) == ("actions", BORIS, None)


def test_a_pass_of_somebody_else_that_the_table_lets_stand_ends_their_turn():
    part = passed(table(), ANA)
    assert where(play(part, TurnEnded(seat=BORIS, waived=True))) == ("roll", CHAI, None)


@pytest.mark.parametrize("rule", MODES)
def test_the_step_can_be_set_to_the_part_that_this_table_plays(rule: str):
    state = table(five_six_turns=rule)
    step, other = ("partner", "special_build") if rule == "paired" else ("special_build", "partner")

    assert play(state, Corrected(what="step", value=step)).phase == passed(state, ANA).phase
    assert codes(state, Corrected(what="step", value=other)) == ["corrected.value"]


def test_a_rule_changed_in_mid_game_counts_from_the_next_pass():
    state = play(table(), RuleChanged(key="five_six_turns", value="none"))
    assert where(passed(state, ANA)) == ("roll", BORIS, None)


def test_a_partner_who_leaves_ends_their_part_and_an_owner_who_leaves_does_not():
    part = passed(table(), ANA)
    assert where(play(part, PlayerLeft(seat=DANA))) == ("roll", BORIS, None)
    alone = play(part, PlayerLeft(seat=ANA))
    assert (where(alone), where(passed(alone, DANA))) == (("partner", ANA, DANA), ("roll", BORIS, None))


@pytest.mark.parametrize("rule", MODES)
def test_C_09_script_tracking_goes_through_the_parts_too(rule: str):
    state = given(new_game(5, tracking="script", five_six_turns=rule), step="roll", round=1)
    rolled = play(
        state, DiceRolled(seat=ANA, total=7), *(StepDone(step=step) for step in ("discard", "robber", "steal"))
    )
    after = passed(rolled, ANA)

    assert acting_seat(after) == (DANA if rule == "paired" else BORIS)
    while after.phase.step != "roll":
        after = passed(after, acting_seat(after))
    assert after.turn == BORIS


def test_the_state_names_who_acts_only_between_the_turns():
    assert "acting" not in state_for_api(table())
    assert state_for_api(passed(table(), ANA))["acting"] == DANA
