"""docs/rulings.md §11, row by row: two players, plain, in a duel and in Catan for Two.

On the fifth edition's island: the desert is C3, Ana plays red, Boris blue, and nobody white and orange.
"""

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.play.for_two import token_price, token_reward, tokens_left
from narrator.core.play.production import income
from narrator.core.play.titles import measure_roads
from narrator.core.reading.explain import explain, number_names
from narrator.core.reading.public_view import public_fact, state_for_api
from narrator.core.record.choices import legal_events, open_choices
from narrator.core.record.judging import apply
from narrator.core.table.box import Colour
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
    KnightGivenUp,
    KnightPlayed,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    PlayersTraded,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    TokensSpent,
    TouchedHex,
    TurnEnded,
)
from narrator.core.table.hands import Hands
from narrator.core.table.house_rules import HouseRules, allowed_values
from narrator.core.table.phase import Acting, Over, PlacingFreeRoads, PlacingNeutral, Rolling
from narrator.core.table.state import (
    CATAN_FOR_TWO_MODE,
    FIRST_NEUTRAL,
    STANDARD_MODE,
    Building,
    GameState,
    Neutral,
    Site,
    mode_of,
    neutral_colours,
    owner,
    points,
)
from tests.support.games import (
    ANA,
    BORIS,
    all_of,
    board_of,
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

WHITE, ORANGE = FIRST_NEUTRAL, FIRST_NEUTRAL + 1
NEUTRAL_PIECES = {WHITE: ("D3-D4-E3", ["D3|D4"]), ORANGE: ("A3-B3-B4", ["A3|B3"])}


def for_two(*, step: Any = "actions", pieces: dict[int, Any] | None = None, **how: Any) -> GameState:
    """Ana's turn with ten cards each; Ana has somewhere to build, white and orange stand with a road each."""
    rules = how.pop("rules", {})
    table = {
        "hands": {ANA: 10, BORIS: 10},
        "bank": Cards(15, 15, 15, 15, 15),
        "settlements": {ANA: ["A1-A2-B2"], BORIS: ["D1-D2-E1"]},
        "roads": {ANA: ["A2|B2", "B2|B3"], BORIS: ["D2|E1"]},
        **how,
    }
    return with_neutrals(given(new_game(2, **rules), step=step, **table), pieces or NEUTRAL_PIECES)


def with_neutrals(state: GameState, pieces: dict[int, Any]) -> GameState:
    """The same table with these corners and roads of the neutral colours."""
    colours: dict[int, Colour] = {WHITE: "white", ORANGE: "orange"}
    neutrals = tuple(
        Neutral(colours[number], roads=len(roads), settlements=len(corners.split()))
        for number, (corners, roads) in sorted(pieces.items())
    )
    standing = {spot(at): Building(number) for number, (corners, _) in pieces.items() for at in corners.split()}
    laid = {path(at): number for number, (_, roads) in pieces.items() for at in roads}
    state = replace(state, neutrals=neutrals, buildings={**state.buildings, **standing}, roads={**state.roads, **laid})
    return measure_roads(state, [*range(len(state.seats)), *pieces])


def with_seat(state: GameState, number: int, **changes: Any) -> GameState:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=tuple(seats))


ROAD = RoadBuilt(seat=ANA, at=path("B3|C3"))
SETTLEMENT = SettlementBuilt(seat=ANA, at=spot("B2-B3-C3"))
CITY = CityBuilt(seat=ANA, at=spot("A1-A2-B2"))
WHITE_ROAD = NeutralRoadBuilt(seat=ANA, colour="white", at=path("D3|E3"))
ORANGE_ROAD = NeutralRoadBuilt(seat=ANA, colour="orange", at=path("A3|B4"))
FORCED = TokensSpent(seat=ANA, action="forced_trade")
HOME = TokensSpent(seat=ANA, action="robber_home")


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def tokens(state: GameState) -> list[int]:
    return [seat.tokens for seat in state.seats]


def roll(total: int, seat: int = ANA, **how: Any) -> DiceRolled:
    return DiceRolled(seat=seat, total=total, **how)


# W-01, W-02, W-03: the three ways.


def test_W_01_two_play_catan_for_two_unless_the_table_says_otherwise():
    assert allowed_values("two_player_mode") == ["catan_for_two", "plain", "duel"]
    assert HouseRules().two_player_mode == "catan_for_two"
    assert mode_of(new_game(2)) == CATAN_FOR_TWO_MODE


@pytest.mark.parametrize(("players", "mode"), [(3, "catan_for_two"), (4, "catan_for_two"), (2, "plain"), (2, "duel")])
def test_W_01_no_other_table_has_neutral_colours_or_tokens(players: int, mode: str):
    state = new_game(players, two_player_mode=mode)
    shown = state_for_api(state)

    assert mode_of(state) == STANDARD_MODE
    assert not {"neutrals", "tokens_left"} & set(shown)
    assert not any("tokens" in seat for seat in shown["seats"])
    first = NeutralSettlementBuilt(colour="white", at=spot("A1-A2-B2"))
    assert (codes(state, first), kinds(state, first)) == (["neutral.not_here"], ["impossible"])
    playing = given(state, seats={ANA: {"knights": 1}})
    assert codes(playing, FORCED) == ["tokens.not_here"]
    assert codes(playing, KnightGivenUp(seat=ANA)) == ["tokens.not_here"]
    assert not {"tokens_spent", "neutral_settlement_built"} & {event.type for event in legal_events(playing)}


@pytest.mark.parametrize("mode", ["plain", "duel"])
def test_W_02_plain_one_roll_a_turn_and_the_order_is_A_B_B_A(mode: str):
    state = new_game(2, two_player_mode=mode)
    placed = []
    for corner, road in (
        ("A1-A2-B2", "A2|B2"),
        ("D1-D2-E1", "D2|E1"),
        ("D3-D4-E3", "D3|D4"),
        ("A3-B3-B4", "A3|B3"),
    ):
        placed.append(state.turn)
        state = play(
            state, SettlementBuilt(seat=state.turn, at=spot(corner)), RoadBuilt(seat=state.turn, at=path(road))
        )
    rolled = play(state, roll(12))

    assert placed == [ANA, BORIS, BORIS, ANA]
    assert (state.phase, rolled.phase) == (Rolling(), Acting())
    assert (
        play(given(state, hands={ANA: 10}, roads={ANA: ["B3|C3"]}), RoadBuilt(seat=ANA, at=path("B2|C3"))).phase
        == Acting()
    )


def test_W_02_plain_is_played_to_ten():
    assert new_game(2, two_player_mode="plain").rules.target_vp == 10


@pytest.mark.parametrize(("count", "owed"), [(9, 0), (10, 5), (11, 5)])
def test_W_03_a_duel_goes_to_fifteen_with_nine_safe_cards_and_a_friendly_robber(count: int, owed: int):
    state = given(new_game(2, two_player_mode="duel"), step="roll", hands={BORIS: count})
    rules = state.rules

    assert (rules.target_vp, rules.discard_limit, rules.friendly_robber) == (15, 9, "on")
    assert state_for_api(play(state, roll(7)))["owed"] == ({str(BORIS): owed} if owed else {})


def test_W_03_what_the_table_says_itself_goes_before_the_duels_own_rules():
    assert new_game(2, two_player_mode="duel", target_vp=12).rules.target_vp == 12
    assert new_game(2, preset="duel").rules.discard_limit == 9


# W-04: neutral colours.


def test_W_04_the_two_colours_that_nobody_plays_get_a_settlement_without_a_road():
    state = new_game(2)
    white = NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3"))
    orange = NeutralSettlementBuilt(seat=BORIS, colour="orange", at=spot("A3-B3-B4"))
    placed = play(state, white, orange)

    assert neutral_colours(state) == ("white", "orange")
    assert placed.phase == state.phase
    assert placed.buildings == {spot("D3-D4-E3"): Building(WHITE), spot("A3-B3-B4"): Building(ORANGE)}
    assert state_for_api(placed)["neutrals"] == [
        {"colour": colour, "road_length": 0, "roads_left": 15, "settlements_left": 4, "longest_road": False}
        for colour in ("white", "orange")
    ]
    assert (hands(placed), placed.bank) == ([0, 0], state.bank)


@pytest.mark.parametrize(
    ("colours", "neutral"),
    [
        (("red", "blue"), ("white", "orange")),
        (("white", "green"), ("red", "blue")),
        (("green", "brown"), ("red", "blue")),
    ],
)
def test_W_04_neutral_is_what_the_box_has_left(colours: tuple[Colour, ...], neutral: tuple[Colour, ...]):
    assert neutral_colours(new_game(2, colours=colours)) == neutral


def test_W_04_a_table_may_take_other_colours_but_only_two():
    state = play(new_game(2), NeutralSettlementBuilt(colour="green", at=spot("D3-D4-E3")))
    both = play(state, NeutralSettlementBuilt(colour="brown", at=spot("A3-B3-B4")))
    third = NeutralSettlementBuilt(colour="white", at=spot("A1-A2-B2"))

    assert (neutral_colours(state), neutral_colours(both)) == (("green", "white"), ("green", "brown"))
    assert (codes(both, third), kinds(both, third)) == (["neutral.third_colour"], ["impossible"])


@pytest.mark.parametrize(
    ("colour", "at", "found"),
    [
        ("red", "D1-D2-E1", ["neutral.players_colour"]),
        ("orange", "D3-D4-E3", ["settlement.occupied"]),
        ("orange", "D3-E2-E3", ["settlement.too_close"]),
        ("white", "A3-B3-B4", ["settlement.not_connected", "neutral.not_due"]),
    ],
)
def test_W_04_they_obey_the_same_places(colour: Colour, at: str, found: list[str]):
    state = play(new_game(2), NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3")))
    assert codes(state, NeutralSettlementBuilt(colour=colour, at=spot(at))) == found


def test_W_04_a_corner_is_offered_to_each_colour_until_it_has_one():
    state = new_game(2)
    offered = [event for event in legal_events(state) if isinstance(event, NeutralSettlementBuilt)]
    placed = play(state, offered[0])
    again = [event for event in legal_events(placed) if isinstance(event, NeutralSettlementBuilt)]

    assert len(offered) == 2 * 54
    assert {event.colour for event in again} == {"orange"}
    assert 0 < len(again) < 54


def test_W_04_the_checklist_never_blocks_and_they_may_be_named_later():
    begun = play(new_game(2), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))
    late = play(begun, NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3")))

    assert late.phase == begun.phase
    in_play = given(new_game(2))
    assert play(in_play, NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3"))).phase == Acting()


def test_W_04_a_first_settlement_of_a_player_may_not_stand_next_to_one():
    state = play(new_game(2), NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3")))
    assert codes(state, SettlementBuilt(seat=ANA, at=spot("D3-E2-E3"))) == ["settlement.too_close"]


@pytest.mark.parametrize("total", [4, 5, 11])
def test_W_04_a_roll_that_hits_a_neutral_settlement_brings_no_cards(total: int):
    state = for_two(step="roll", settlements={}, roads={})
    assert {board_of(state).numbers[hexagon(at)] for at in ("D3", "D4", "E3")} == {4, 5, 11}
    rolled = play(state, roll(total))

    assert income(state, total) == [Cards(), Cards()]
    assert (hands(rolled), rolled.bank) == ([10, 10], state.bank)


def test_W_04_nobody_is_robbed_at_a_neutral_settlement():
    state = for_two(seats={ANA: {"development_cards": 1}})
    moved = play(state, KnightPlayed(seat=ANA), RobberMoved(seat=ANA, to=hexagon("D4")))

    assert moved.phase == Acting()
    assert hands(moved) == [10, 10]


def test_W_04_a_friendly_robber_spares_no_neutral_colour():
    state = for_two(rules={"friendly_robber": "on"}, seats={ANA: {"development_cards": 1}})
    assert codes(play(state, KnightPlayed(seat=ANA)), RobberMoved(seat=ANA, to=hexagon("D4"))) == []


def test_W_04_with_a_third_player_they_leave_the_board():
    state = play(new_game(2), NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3")))
    joined = play(state, SeatJoined(seat=2, name="Chai", colour="white"))

    assert (joined.neutrals, joined.buildings, mode_of(joined)) == ((), {}, STANDARD_MODE)
    assert codes(state, SeatJoined(seat=1, name="Chai", colour="white")) == ["seat.colour_taken"]


def test_W_04_in_mid_game_a_third_player_takes_only_their_pieces_away():
    long = {WHITE: ("D3-D4-E3", LINE), ORANGE: ("A3-B3-B4", [])}
    state = for_two(step=PlacingNeutral("road", Acting()), pieces=long)
    joined = apply(state, SeatJoined(seat=2, name="Chai", colour="green", waived=True))

    assert state.longest_road == WHITE
    assert (joined.phase, joined.longest_road, set(joined.roads.values())) == (Acting(), None, {ANA, BORIS})


# W-05: two rolls.


def test_W_05_two_rolls_a_turn_each_settled_at_once():
    state = for_two(step="roll", settlements={ANA: ["A1-A2-B2"], BORIS: ["D1-D2-E1"]})
    first = play(state, roll(6))
    second = play(first, roll(8))

    assert (first.phase, second.phase) == (Rolling(), Acting())
    assert (hands(first), hands(second)) == ([11, 10], [11, 11])
    assert codes(second, roll(5)) == ["step.not_now"]
    assert [where.turn for where in (first, second)] == [ANA, ANA]


def test_W_05_the_second_is_repeated_until_it_differs():
    first = play(for_two(step="roll"), roll(6))
    again = play(first, roll(6))
    once_more = play(again, roll(6))

    assert (again.phase, hands(again)) == (Rolling(), hands(first))
    assert (once_more.phase, hands(once_more)) == (Rolling(), hands(first))
    assert play(once_more, roll(8)).phase == Acting()


def test_W_05_a_seven_first_moves_the_robber_before_the_second_roll():
    state = for_two(step="roll", hands={ANA: 8, BORIS: 3})
    discarding = play(state, roll(7))
    moving = play(discarding, CardsDiscarded(seat=ANA, cards={"ore": 4}))
    stealing = play(moving, RobberMoved(seat=ANA, to=hexagon("D1")))
    back = play(stealing, CardStolen(seat=ANA, victim=BORIS))

    assert [s.phase.step for s in (discarding, moving, stealing, back)] == ["discard", "robber", "steal", "roll"]
    assert play(back, roll(7)).phase == Rolling()
    assert play(back, roll(8)).phase == Acting()


def test_W_05_a_seven_second_leads_to_the_actions():
    state = play(for_two(step="roll", hands={}), roll(8), roll(7), RobberMoved(seat=ANA, to=hexagon("A1")))
    assert state.phase == Acting()


def test_W_05_the_next_turn_has_two_rolls_of_its_own():
    state = play(for_two(step="roll"), roll(6), roll(8), TurnEnded(seat=ANA), roll(8, BORIS))
    assert (state.turn, state.phase) == (BORIS, Rolling())
    assert play(state, roll(6, BORIS)).phase == Acting()


def test_W_05_a_knight_between_the_rolls_leads_back_to_the_second():
    state = play(for_two(step="roll", seats={ANA: {"development_cards": 1}}), roll(6), KnightPlayed(seat=ANA))
    back = play(state, RobberMoved(seat=ANA, to=hexagon("A3")))

    assert (back.phase, back.rolls) == (Rolling(), (6,))
    assert play(back, roll(8)).phase == Acting()


@pytest.mark.parametrize(
    ("mode", "totals", "phase"),
    [
        ("reroll", (7,), Rolling()),
        ("reroll", (7, 8), Rolling()),
        ("reroll", (7, 8, 6), Acting()),
        ("reroll", (8, 7), Rolling()),
        ("no_effect", (7,), Rolling()),
        ("no_effect", (7, 8), Acting()),
        ("no_effect", (7, 7), Rolling()),
    ],
)
def test_R_23_a_spared_seven_is_rolled_again_or_counts_as_one_of_the_two(mode: str, totals: Any, phase: Any):
    state = for_two(step="roll", round=1, rules={"no_seven_rounds": 1, "no_seven_mode": mode})
    assert play(state, *(roll(total) for total in totals)).phase == phase


def test_W_05_separate_phases_begin_after_the_second_roll():
    state = for_two(step="roll", rules={"turn_phases": "separate"})
    assert [play(state, *rolls).phase.step for rolls in ((roll(6),), (roll(6), roll(8)))] == ["roll", "trade"]


def test_W_05_a_roll_entered_late_pays_and_is_not_one_of_the_two():
    state = play(for_two(), roll(6, late=True))
    assert (hands(state), state.phase, state.rolls) == ([11, 10], Acting(), ())


def test_W_05_the_step_set_back_to_the_roll_asks_for_both():
    state = play(for_two(step="roll"), roll(6), roll(8), Corrected(what="step", value="roll"))
    assert play(state, roll(6)).phase == Rolling()


# W-06: building for a neutral colour.


@pytest.mark.parametrize("neutral", [WHITE_ROAD, ORANGE_ROAD], ids=lambda event: event.colour)
def test_W_06_a_road_brings_a_neutral_one_of_either_colour(neutral: NeutralRoadBuilt):
    built = play(for_two(), ROAD)
    placed = play(built, neutral)
    number = WHITE if neutral.colour == "white" else ORANGE

    assert (built.phase, state_for_api(built)["step"]) == (PlacingNeutral("road", Acting()), "neutral")
    assert codes(built, TurnEnded(seat=ANA)) == ["step.not_now"]
    assert (placed.phase, placed.roads[neutral.at or ""], owner(placed, number).roads) == (Acting(), number, 2)
    assert (hands(placed), placed.bank) == (hands(built), built.bank)


def test_W_06_every_road_that_fits_is_offered_and_nothing_else():
    built = play(for_two(), ROAD)
    offered = all_of(NeutralRoadBuilt, legal_events(built))

    assert {(event.colour, event.at) for event in offered} >= {("white", WHITE_ROAD.at), ("orange", ORANGE_ROAD.at)}
    assert all(event.at not in built.roads for event in offered)


def test_W_06_a_neutral_road_is_joined_to_its_own_colour():
    built = play(for_two(), ROAD)
    elsewhere = replace(WHITE_ROAD, at=path("A3|B4"))

    assert (codes(built, elsewhere), kinds(built, elsewhere)) == (["road.not_connected"], ["irregular"])
    assert codes(built, replace(WHITE_ROAD, at=path("D2|E1"))) == ["road.occupied", "road.not_connected"]
    assert codes(built, replace(WHITE_ROAD, at="nowhere")) == ["place.unknown"]
    assert codes(built, replace(WHITE_ROAD, seat=BORIS)) == ["turn.not_yours"]


ROOM = {WHITE: ("D3-D4-E3", ["D3|D4", "C4|D3"]), ORANGE: ("A3-B3-B4", ["A3|B3"])}
"""White's roads reach C3-C4-D3, two paths from its settlement."""
WHITE_SETTLEMENT = NeutralSettlementBuilt(seat=ANA, colour="white", at=spot("C3-C4-D3"))


def test_W_06_a_settlement_brings_a_neutral_one_where_a_corner_is_free():
    built = play(for_two(pieces=ROOM), SETTLEMENT)
    placed = play(built, WHITE_SETTLEMENT)

    assert built.phase == PlacingNeutral("settlement", Acting())
    assert codes(built, WHITE_ROAD) == ["neutral.settlement_due"]
    offered = all_of(NeutralSettlementBuilt, legal_events(built))
    assert [(event.colour, event.at) for event in offered] == [("white", WHITE_SETTLEMENT.at)]
    assert (placed.phase, placed.buildings[WHITE_SETTLEMENT.at or ""]) == (Acting(), Building(WHITE))
    assert owner(placed, WHITE).settlements == 2


def test_W_06_no_corner_for_a_neutral_settlement_brings_a_road():
    built = play(for_two(), SETTLEMENT)

    assert built.phase == PlacingNeutral("road", Acting())
    assert codes(built, WHITE_SETTLEMENT) == ["settlement.not_connected", "neutral.road_due"]
    assert play(built, WHITE_ROAD).phase == Acting()


def test_W_06_where_nothing_fits_nothing_is_asked_for():
    assert play(replace(for_two(), neutrals=()), ROAD).phase == Acting()
    full = for_two()
    full = replace(full, neutrals=tuple(replace(neutral, roads=15) for neutral in full.neutrals))
    assert play(full, ROAD).phase == Acting()


@pytest.mark.parametrize("event", [CITY, DevelopmentBought(seat=ANA)], ids=lambda event: event.type)
def test_W_06_cities_and_cards_bring_nothing(event: AnyFact):
    assert play(for_two(), event).phase == Acting()


def test_W_06_the_first_settlements_and_roads_bring_nothing():
    state = play(new_game(2), NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3")))
    placed = play(state, SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")), RoadBuilt(seat=ANA, at=path("A2|B2")))
    assert placed.phase.part_of_game == "placement_1"
    assert placed.turn == BORIS


def test_W_06_each_free_road_brings_a_neutral_one():
    state = play(for_two(seats={ANA: {"development_cards": 1}}), RoadBuildingPlayed(seat=ANA))
    first = play(state, ROAD)
    between = play(first, WHITE_ROAD)
    second = play(between, RoadBuilt(seat=ANA, at=path("B2|C3")))

    assert first.phase == PlacingNeutral("road", PlacingFreeRoads(1, Acting()))
    assert between.phase == PlacingFreeRoads(1, Acting())
    assert play(second, ORANGE_ROAD).phase == Acting()
    assert hands(second) == [10, 10]


def test_W_06_where_phases_are_separate_building_goes_on_after_it():
    state = play(for_two(step="trade", rules={"turn_phases": "separate"}), ROAD, WHITE_ROAD)
    assert state.phase.step == "build"


def test_W_06_a_neutral_settlement_cuts_a_players_road():
    line = ["B3|C4", "C3|C4", "C4|D3", "C4|D4", "C4|C5"]
    pieces = {WHITE: ("D2-D3-E2", ["D2|D3", "C3|D3"]), ORANGE: ("A3-B3-B4", [])}
    state = for_two(roads={ANA: ["A2|B2", "B2|B3"], BORIS: line}, pieces=pieces)
    cut = play(state, SETTLEMENT, WHITE_SETTLEMENT)

    assert (state.seats[BORIS].road_length, state.longest_road) == (5, BORIS)
    assert (cut.seats[BORIS].road_length, cut.longest_road) == (3, None)


LINE = ["D3|D4", "C4|D4", "C4|C5", "B4|C4", "B3|C4"]
"""Five roads of white's, one after the other."""


def test_W_06_a_neutral_colour_may_hold_longest_road():
    long = {WHITE: ("D3-D4-E3", LINE[:4]), ORANGE: ("A3-B3-B4", [])}
    state = for_two(pieces=long)
    fifth = NeutralRoadBuilt(seat=ANA, colour="white", at=path(LINE[4]))
    taken = play(state, ROAD, fifth)
    shown = state_for_api(taken)

    assert (state.longest_road, taken.longest_road) == (None, WHITE)
    assert (shown["longest_road"], shown["neutrals"][0]["longest_road"]) == (None, True)
    assert [points(taken, seat) for seat in (ANA, BORIS)] == [1, 1]


def test_W_06_a_player_takes_it_back_with_a_longer_road():
    long = {WHITE: ("D3-D4-E3", LINE), ORANGE: ("A3-B3-B4", [])}
    five = ["A2|B2", "B2|B3", "B2|C3", "B2|C2", "B1|C2"]
    state = replace(for_two(pieces=long, roads={ANA: five}), longest_road=WHITE)

    assert (state.seats[ANA].road_length, state.longest_road) == (5, WHITE)
    longer = play(state, RoadBuilt(seat=ANA, at=path("B1|C1")))
    assert (longer.longest_road, points(longer, ANA)) == (ANA, 3)


def test_W_06_the_win_comes_before_the_neutral_piece():
    state = for_two(seats={ANA: {"cities": 4, "settlements": 1, "roads": 2}})
    assert play(state, SETTLEMENT).phase == Over(ANA)


def test_W_06_a_piece_entered_late_brings_no_neutral_one_and_a_late_one_needs_none():
    state = for_two()
    assert play(state, replace(ROAD, late=True)).phase == Acting()
    assert owner(play(state, replace(WHITE_ROAD, late=True)), WHITE).roads == 2


def test_W_06_a_table_that_stops_playing_catan_for_two_waits_for_nothing():
    state = play(for_two(), ROAD, RuleChanged(key="two_player_mode", value="plain"))
    assert state.phase == Acting()
    assert codes(state, TurnEnded(seat=ANA)) == []


def test_W_06_a_colour_that_is_named_only_now_does_not_end_the_wait_for_a_piece():
    waiting = play(for_two(pieces={WHITE: NEUTRAL_PIECES[WHITE]}), ROAD)
    named = play(waiting, NeutralSettlementBuilt(colour="orange", at=spot("A3-B3-B4")))
    assert named.phase == waiting.phase == PlacingNeutral("road", Acting())


# W-07: tokens.


def test_W_07_twenty_tokens_and_five_each():
    shown = state_for_api(new_game(2))
    assert ([seat["tokens"] for seat in shown["seats"]], shown["tokens_left"]) == ([5, 5], 10)


@pytest.mark.parametrize(
    ("corner", "gained"),
    [("A1 N", 1), ("A1 NW", 1), ("B2-B3-C3", 2), ("A1-A2-B2", 0), ("A2 N", 1)],
)
def test_W_07_a_settlement_by_the_desert_brings_two_and_on_the_coast_one(corner: str, gained: int):
    placed = play(new_game(2), SettlementBuilt(seat=ANA, at=spot(corner)))
    assert token_reward(board_of(placed), spot(corner)) == gained
    assert tokens(placed) == [5 + gained, 5]


def test_W_07_on_the_coast_by_the_desert_it_brings_three():
    state = new_game(2, layout="beginner_6e")
    assert board_of(state).terrain[hexagon("A1")] == "desert"
    assert token_reward(board_of(state), spot("A1 N")) == 3


def test_W_07_also_in_play_and_before_the_neutral_piece():
    built = play(for_two(), SETTLEMENT)
    assert (tokens(built), tokens_left(built)) == ([7, 5], 8)


def test_W_07_there_are_only_twenty():
    state = with_seat(with_seat(for_two(), ANA, tokens=10), BORIS, tokens=9)
    assert tokens(play(state, SETTLEMENT)) == [11, 9]


def armies(ana: int, boris: int, **how: Any) -> GameState:
    return for_two(seats={ANA: {"knights": ana, "settlements": 1}, BORIS: {"knights": boris, "settlements": 1}}, **how)


def test_W_07_once_a_turn_a_played_knight_goes_for_two_tokens():
    state = armies(2, 0)
    given_up = play(state, KnightGivenUp(seat=ANA))

    assert (given_up.seats[ANA].knights, tokens(given_up)) == (1, [7, 5])
    assert codes(given_up, KnightGivenUp(seat=ANA)) == ["tokens.second_knight"]
    later = play(given_up, TurnEnded(seat=ANA), roll(6, BORIS), roll(8, BORIS), TurnEnded(seat=BORIS))
    assert codes(later, KnightGivenUp(seat=ANA)) == []
    assert codes(armies(0, 1), KnightGivenUp(seat=ANA)) == ["tokens.no_knight"]
    assert codes(armies(1, 1), KnightGivenUp(seat=BORIS)) == ["turn.not_yours"]


@pytest.mark.parametrize(
    ("ana", "boris", "before", "after"),
    [
        (3, 0, ANA, None),
        (4, 2, ANA, ANA),
        (4, 3, ANA, None),
        (4, 4, ANA, BORIS),
        (3, 3, BORIS, BORIS),
        (5, 4, ANA, None),
        (4, 5, BORIS, BORIS),
    ],
)
def test_W_07_largest_army_is_rechecked_and_a_tie_sets_it_aside(ana: int, boris: int, before: Any, after: Any):
    state = replace(armies(ana, boris), largest_army=before)
    assert play(state, KnightGivenUp(seat=ANA)).largest_army == after


def test_W_07_a_knight_that_was_given_up_is_out_of_the_game():
    state = replace(armies(14, 0, hands={ANA: 3}), deck=5)
    gone = play(state, KnightGivenUp(seat=ANA))
    assert "card.none_left" in codes(gone, KnightPlayed(seat=ANA))


def test_W_07_no_knight_goes_for_tokens_that_are_not_there():
    state = with_seat(with_seat(armies(2, 0), ANA, tokens=10), BORIS, tokens=10)
    assert codes(state, KnightGivenUp(seat=ANA)) == ["tokens.none_left"]


# W-08: what tokens pay for.


@pytest.mark.parametrize(("ana", "boris", "costs"), [(5, 4, (2, 1)), (4, 4, (1, 1)), (3, 4, (1, 2))])
def test_W_08_an_action_costs_one_token_and_two_for_whoever_leads(ana: int, boris: int, costs: tuple[int, int]):
    state = for_two(seats={ANA: {"revealed_points": ana - 1}, BORIS: {"revealed_points": boris - 1}})

    assert (points(state, ANA), points(state, BORIS)) == (ana, boris)
    assert (token_price(state, ANA), token_price(state, BORIS)) == costs
    assert tokens(play(state, FORCED)) == [5 - costs[0], 5]
    assert tokens_left(play(state, FORCED)) == 10 + costs[0]


def test_W_08_a_forced_trade_leaves_hands_as_large_as_they_were():
    traded = play(for_two(), FORCED)
    assert (hands(traded), traded.unsure, traded.phase) == ([10, 10], {}, Acting())


@pytest.mark.parametrize(
    ("ana", "boris", "found", "after"),
    [
        (1, 2, [], [1, 2]),
        (0, 2, [], [0, 2]),
        (1, 1, [], [0, 2]),
        (0, 1, ["hand.too_few"], None),
        (3, 0, ["tokens.rival_empty"], None),
    ],
)
def test_W_08_two_are_given_back_also_where_only_one_was_there(ana: int, boris: int, found: list[str], after: Any):
    state = for_two(hands={ANA: ana, BORIS: boris})
    assert codes(state, FORCED) == found
    if after:
        assert hands(play(state, FORCED)) == after


def test_W_08_cards_that_somebody_saw_are_known():
    state = replace(for_two(hands={ANA: 3, BORIS: 2}), hands=Hands((Cards(ore=3), Cards(wool=1, grain=1))))
    event = TokensSpent(seat=ANA, action="forced_trade", taken={"wool": 1, "grain": 1}, given={"ore": 2})
    after = play(state, event)

    assert after.hands == Hands((Cards(wool=1, grain=1, ore=1), Cards(ore=2)))
    assert public_fact(event) == FORCED


def test_W_08_what_nobody_saw_may_be_any_two_of_them():
    true = [Cards(lumber=1, ore=2), Cards(wool=2, grain=1)]
    state = replace(for_two(hands={ANA: 3, BORIS: 3}), hands=Hands(tuple(true)))
    after = play(state, FORCED)
    assert after.hands is not None
    for taken in combinations(["wool", "wool", "grain"], 2):
        drawn = cards_of(*taken)
        pile = [name for name, count in true[0].plus(drawn).counts().items() for _ in range(count)]
        for chosen in combinations(pile, 2):
            back = cards_of(*chosen)
            ana, boris = true[0].plus(drawn).minus(back), true[1].minus(drawn).plus(back)
            assert after.hands.allows((ana, boris)), (ana, boris)
    assert not after.hands.allows((Cards(brick=3), Cards(wool=3)))


def cards_of(*names: str) -> Cards:
    total = Cards()
    for name in names:
        total = total.plus(Cards(**{name: 1}))
    return total


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"taken": {"ore": 1}, "given": {"ore": 2}}, ["tokens.trade_count"]),
        ({"taken": {"ore": 2}, "given": {"ore": 1}}, ["tokens.trade_count"]),
        ({"taken": {"ore": 2}}, ["tokens.half_a_trade"]),
        ({"to": hexagon("C3")}, ["tokens.half_a_trade"]),
    ],
)
def test_W_08_a_trade_names_both_sides_or_none(fields: dict[str, Any], found: list[str]):
    assert codes(for_two(), TokensSpent(seat=ANA, action="forced_trade", **fields)) == found


def test_W_08_the_robber_goes_to_the_desert_and_nobody_is_robbed():
    state = for_two(settlements={BORIS: ["B2-B3-C3"]}, robber=hexagon("A1"))
    home = play(state, HOME)

    assert (home.robber, home.phase, hands(home), tokens(home)) == (hexagon("C3"), Acting(), [10, 10], [4, 5])


def test_W_08_he_is_sent_home_only_from_elsewhere():
    assert codes(for_two(), HOME) == ["tokens.robber_is_home"]
    away = for_two(robber=hexagon("A1"))
    assert codes(away, replace(HOME, to=hexagon("A2"))) == ["tokens.no_desert"]
    assert codes(away, replace(HOME, taken={"ore": 2})) == ["tokens.half_a_trade"]
    assert codes(for_two(robber=hexagon("A1"), rules={"robber": "off"}), HOME) == ["tokens.no_robber"]


@pytest.mark.parametrize("step", ["roll", "actions"])
def test_W_08_at_any_time_of_ones_own_turn_but_not_within_a_sub_flow(step: str):
    assert codes(for_two(step=step), FORCED) == []
    assert codes(for_two(step=step), replace(FORCED, seat=BORIS)) == ["turn.not_yours"]
    assert codes(play(for_two(), ROAD), FORCED) == ["step.not_now"]


def test_W_08_without_tokens_the_record_says_so_and_the_table_may_be_right():
    state = with_seat(for_two(), ANA, tokens=0)
    assert (codes(state, FORCED), kinds(state, FORCED)) == (["tokens.too_few"], ["irregular"])
    assert tokens(play(state, replace(FORCED, waived=True))) == [0, 5]


def test_W_08_what_may_be_done_with_tokens_is_offered():
    state = armies(1, 0, robber=hexagon("A1"))
    assert {FORCED, HOME, KnightGivenUp(seat=ANA)} <= set(legal_events(state))
    assert not {"tokens_spent", "knight_given_up"} & {
        event.type for event in legal_events(with_seat(armies(0, 0), ANA, tokens=0))
    }


# W-09, and the record.


def test_W_09_ordinary_trade_stays_legal():
    trade = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1})
    assert codes(for_two(), trade) == []
    assert codes(for_two(), BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1})) == []
    assert "players_traded" in [kind.type for kind in open_choices(for_two())]
    assert codes(for_two(rules={"domestic_trade": "off"}), trade) == ["trade.off"]


def test_tokens_are_explained_and_can_be_corrected():
    record = record_of(for_two(), SETTLEMENT, WHITE_ROAD, FORCED, Corrected(what="tokens", seat=ANA, value=9))
    told = explain(record.head, "tokens.0")

    assert "tokens.1" in number_names(record.state)
    assert "tokens.1" not in number_names(new_game(3))
    assert (told.start, told.value, [line.amount for line in told.lines]) == (5, 9, [2, -2, 4])
    assert codes(record.state, Corrected(what="tokens", seat=ANA, value=21)) == ["corrected.value"]
    assert codes(record.state, Corrected(what="tokens", value=3)) == ["corrected.needs_seat"]
    assert codes(given(new_game(3)), Corrected(what="tokens", seat=ANA, value=3)) == ["corrected.value"]


def test_longest_road_can_be_set_to_a_neutral_colour_by_its_name():
    state = play(for_two(), Corrected(what="longest_road", value="orange"))
    assert (state.longest_road, state_for_api(state)["neutrals"][1]["longest_road"]) == (ORANGE, True)
    assert codes(state, Corrected(what="longest_road", value="green")) == ["corrected.value"]


def test_the_checklist_has_a_line_for_tokens_and_with_script_tracking_one_for_the_neutral_colours():
    assert play(new_game(2), StepDone(step="tokens")).finished_steps == ("tokens",)
    assert codes(new_game(2), StepDone(step="neutral")) == ["step.unknown"]
    assert codes(new_game(2, tracking="script"), StepDone(step="neutral")) == []
    assert codes(new_game(3), StepDone(step="tokens")) == ["step.unknown"]


# Without a board.


def counted(**how: Any) -> GameState:
    sites = {"sites": (Site((TouchedHex("ore", 8),)),), "settlements": 1, "roads": 1}
    return given(new_game(2, tracking="counts"), hands={ANA: 10, BORIS: 10}, seats={ANA: sites, BORIS: sites}, **how)


def test_without_a_board_neutral_pieces_are_counted_once_they_are_named():
    state = counted()
    assert play(state, RoadBuilt(seat=ANA)).phase == Acting()
    named = play(state, NeutralSettlementBuilt(colour="white"), NeutralSettlementBuilt(colour="orange"))
    built = play(named, SettlementBuilt(seat=ANA, tokens=1))

    assert built.phase == PlacingNeutral("settlement", Acting(), is_optional=True)
    assert tokens(built) == [6, 5]
    for event in (NeutralRoadBuilt(seat=ANA, colour="white"), NeutralSettlementBuilt(seat=ANA, colour="orange")):
        assert play(built, event).phase == Acting()
    assert codes(play(named, RoadBuilt(seat=ANA)), NeutralSettlementBuilt(seat=ANA, colour="white")) == [
        "neutral.road_due"
    ]


def test_without_a_board_nobody_has_to_enter_them():
    named = play(counted(), NeutralSettlementBuilt(colour="white"))
    built = play(named, RoadBuilt(seat=ANA))

    assert codes(built, TurnEnded(seat=ANA)) == []
    assert play(built, TurnEnded(seat=ANA)).turn == BORIS
    assert play(built, RoadBuilt(seat=ANA)).phase == PlacingNeutral("road", Acting(), is_optional=True)


def test_without_a_board_a_neutral_road_is_measured_when_the_title_depends_on_it():
    state = play(counted(), NeutralSettlementBuilt(colour="white"))
    state = replace(state, neutrals=(replace(state.neutrals[0], roads=4, road_length=4, road_at_least=4),))
    built = play(state, RoadBuilt(seat=ANA), NeutralRoadBuilt(seat=ANA, colour="white"))
    (asked,) = [kind for kind in open_choices(built) if kind.type == "neutral_road_reported"]
    measured = play(built, NeutralRoadReported(colour="white", length=5))

    assert asked.fields == {"colour": "white", "length": {"most": 5}}
    assert (measured.longest_road, open_choices(measured)[0].type) == (WHITE, "bank_traded")
    assert codes(built, NeutralRoadReported(colour="white", length=6)) == ["neutral.longer_than_roads"]
    assert codes(for_two(), NeutralRoadReported(colour="white", length=1)) == ["tracking.computed"]


def test_without_a_board_a_settlement_may_have_cut_a_neutral_road_that_holds_the_title():
    state = play(counted(), NeutralSettlementBuilt(colour="white"))
    white = replace(state.neutrals[0], roads=6, road_length=6, road_at_least=6)
    built = play(replace(state, neutrals=(white,), longest_road=WHITE), SettlementBuilt(seat=ANA))

    assert [kind.type for kind in open_choices(built) if "reported" in kind.type] == ["neutral_road_reported"]
    assert play(built, NeutralRoadReported(colour="white", length=4)).longest_road is None


@pytest.mark.parametrize(
    ("fields", "gained"), [({}, 0), ({"harbour": "any"}, 1), ({"tokens": 3}, 3), ({"harbour": "any", "tokens": 0}, 0)]
)
def test_without_a_board_the_host_tells_how_many_tokens_a_spot_brings(fields: dict[str, Any], gained: int):
    state = play(counted(), SettlementBuilt(seat=ANA, **fields))
    assert tokens(state) == [5 + gained, 5]
    assert codes(for_two(), replace(SETTLEMENT, tokens=1)) == ["place.has_board"]


@pytest.mark.parametrize("rule", allowed_values("late_income"))
def test_without_a_board_income_is_told_between_the_rolls_too(rule: str):
    seats = {seat: {"sites": (Site(None),), "settlements": 1} for seat in (ANA, BORIS)}
    state = given(new_game(2, tracking="counts", late_income=rule), step="roll", seats=seats)
    gains = CardsGained(gains={BORIS: {"ore": 1}})
    first = play(state, roll(8))

    assert codes(state, gains) == ["step.not_now"]
    assert "cards_gained" in [kind.type for kind in open_choices(first)]
    assert hands(play(first, gains)) == [0, 1]


def test_without_a_board_the_robber_goes_home_from_what_he_blocks():
    state = replace(counted(), blocked_hex=TouchedHex("ore", 8))
    assert play(state, HOME).blocked_hex is None


def test_script_tracking_rolls_twice_and_enters_no_pieces():
    state = play(
        new_game(2, tracking="script"),
        FirstPlayerChosen(seat=ANA),
        *(StepDone(step=s) for s in ["settlement", "road"] * 4),
    )
    rolled = play(state, roll(8))

    assert (rolled.phase, play(rolled, roll(8)).phase, play(rolled, roll(6)).phase) == (Rolling(), Rolling(), Acting())
    assert codes(state, NeutralSettlementBuilt(colour="white")) == ["tracking.script"]


def test_W_03_a_duel_agreed_on_in_mid_game_brings_its_rules_and_needs_a_robber():
    duel = RuleChanged(key="two_player_mode", value="duel")
    after = play(given(new_game(2, two_player_mode="plain")), duel).rules
    assert (after.target_vp, after.discard_limit, after.friendly_robber) == (15, 9, "on")
    assert codes(given(new_game(2, two_player_mode="plain", robber="off")), duel) == ["rules.contradiction"]
