"""Panels of tables without a board: what a settlement touches, cities by their settlement, gains; and tables that only
want to be told."""

import pytest
from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import (
    AnyEvent,
    CardsGained,
    CardStolen,
    CityBuilt,
    DiceRolled,
    FirstPlayerChosen,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TouchedHex,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.phase import Acting, MovingRobber, Over, PlacingFreeRoads, PlacingRoad, PlacingSettlement
from narrator.core.table.state import GameState, Site
from narrator.web.panels.boardless import NUMBERS
from tests.support.games import ANA, BORIS, CHAI, given, new_game
from tests.support.web import entering, links, offers, panel_at, stage_at, tap

ORE8, WOOL5, GRAIN6 = TouchedHex("ore", 8), TouchedHex("wool", 5), TouchedHex("grain", 6)


def counted(**situation: object) -> GameState:
    return given(new_game(3, tracking="counts"), **{"hands": {ANA: 8, BORIS: 8, CHAI: 8}, **situation})  # type: ignore[arg-type]


def settlers(*sites: Site, seat: int = ANA) -> dict[int, dict[str, object]]:
    return {seat: {"sites": sites, "settlements": sum(not site.city for site in sites)}}


# The palette


def test_up_to_three_hexes_are_one_tap_each_and_the_third_enters_the_settlement() -> None:
    state = counted(step=PlacingSettlement(1))
    assert offers(panel_at(state)) == [(SettlementBuilt(seat=ANA),)]
    assert offers(panel_at(state, "?t=ore-8")) == [(SettlementBuilt(seat=ANA, touches=[ORE8]),)]
    third = [event.touches for event in entering(SettlementBuilt, panel_at(state, "?t=ore-8.wool-5"))]
    assert third[-1] == [ORE8, WOOL5]
    assert third[:-1] == [[ORE8, WOOL5, TouchedHex(r, n)] for r in RESOURCES for n in NUMBERS]


def test_a_harbour_comes_along_and_is_taken_away_by_the_same_tap() -> None:
    state = counted(step=PlacingSettlement(1))
    panel = panel_at(state, "?t=ore-8&harbour=any")
    assert offers(panel) == [(SettlementBuilt(seat=ANA, touches=[ORE8], harbour="any"),)]
    assert links(panel)["any kind"] == "?t=ore-8"
    assert links(panel)["Clear"] == "?"


@pytest.mark.parametrize("query", ["t=gold-8", "t=ore-7", "t=ore-99", "t=ore", "t=ore-²", "t=-8", "harbour=moon"])
def test_what_makes_no_sense_is_left_out_of_the_palette(query: str) -> None:
    assert offers(panel_at(counted(step=PlacingSettlement(1)), f"?{query}")) == [(SettlementBuilt(seat=ANA),)]


def test_the_first_settlement_is_the_first_players() -> None:
    ready = Record(new_game(3, tracking="counts"))
    ready.add(FirstPlayerChosen(seat=CHAI))
    while offers(panel_at(ready))[0][0].type != "settlement_built":
        ready.add(offers(panel_at(ready))[0][0])
    assert offers(panel_at(ready)) == [(SettlementBuilt(seat=CHAI),)]


def test_a_road_of_the_placement_is_one_tap() -> None:
    assert offers(panel_at(counted(step=PlacingRoad(1)))) == [(RoadBuilt(seat=ANA),)]


# Building


def test_a_city_is_named_by_what_its_settlement_touches() -> None:
    sites = (Site((ORE8, WOOL5)), Site((GRAIN6,), city=True), Site(None))
    panel = panel_at(counted(seats=settlers(*sites)), "?do=build")
    labels = [button.label for button in panel.rows[1].buttons]
    assert labels == ["ore 8 and wool 5", "Settlement 2"]
    assert offers(panel) == [
        (RoadBuilt(seat=ANA),),
        (CityBuilt(seat=ANA, settlement=1),),
        (CityBuilt(seat=ANA, settlement=2),),
    ]


def test_a_piece_that_nobody_has_left_is_not_offered() -> None:
    sites = tuple(Site(None) for _ in range(5))
    full = {ANA: {"sites": sites, "settlements": 5, "roads": 15, "cities": 4}}
    panel = panel_at(counted(seats=full), "?do=build")
    assert (offers(panel), links(panel)) == ([], {})
    assert panel.lines == ("Ana can't build anything right now.",)
    assert [button.caption for row in panel.rows for button in row.buttons] == ["none left"] * 3


@pytest.mark.parametrize("query", ["", "?do=build"])
def test_what_only_a_hands_size_speaks_against_is_offered_all_the_same_and_says_what_is_missing(query: str) -> None:
    panel = panel_at(counted(hands={}, seats=settlers(Site(None))), query)
    road, city = RoadBuilt(seat=ANA), CityBuilt(seat=ANA, settlement=1)
    assert offers(panel)[:2] == [(road,), (city,)]
    assert "Settlement" in links(panel)
    missing = {button.icon: button.shortfall for row in panel.rows[:2] for button in row.buttons}
    assert missing == {"road": "2 cards short", "settlement": "4 cards short", "city": "5 cards short"}


def test_a_dear_settlement_is_let_stand_by_the_palettes_last_tap_only_where_the_hand_is_in_doubt() -> None:
    poor = counted(hands={})
    built = SettlementBuilt(seat=ANA, touches=[ORE8])
    assert (built,) in offers(panel_at(poor, "?do=touches&t=ore-8"))
    unsure = replace(poor, unsure={"hand.0": 1})
    assert (replace(built, waived=True),) in offers(panel_at(unsure, "?do=touches&t=ore-8"))


def test_without_a_board_a_turn_offers_every_piece_at_once() -> None:
    panel = panel_at(counted(seats=settlers(Site((ORE8,)))))
    assert [(RoadBuilt(seat=ANA),), (CityBuilt(seat=ANA, settlement=1),)] == offers(panel)[:2]
    assert "Build" not in links(panel), "its pieces are there already"


def test_free_roads_are_one_tap_each() -> None:
    stage = stage_at(counted(step=PlacingFreeRoads(2, Acting())))
    assert offers(stage.panel) == [(RoadBuilt(seat=ANA),)]
    assert stage.dice_pad is not None
    assert stage.dice_pad.end_button is not None
    assert stage.dice_pad.end_button.events == (TurnEnded(seat=ANA),), "the only way out stands beside the dice"


def test_a_road_is_measured_only_when_the_title_could_move() -> None:
    long = {ANA: {"roads": 6, "road_measured": False, "road_at_least": 3}}
    assert offers(panel_at(counted(seats=long))) == [(RoadReported(seat=ANA, length=n),) for n in range(1, 7)]
    short = {ANA: {"roads": 4, "road_measured": False, "road_at_least": 3}}
    assert RoadReported not in [type(offer[0]) for offer in offers(panel_at(counted(seats=short)))]


# Income and the robber


def test_gains_are_one_tap_a_card_and_one_to_enter_them() -> None:
    state = counted()
    assert offers(panel_at(state, "?do=gains")) == []
    panel = panel_at(state, "?do=gains&got=0ore.0ore.2wool")
    assert offers(panel) == [(CardsGained(gains={ANA: {"ore": 2}, CHAI: {"wool": 1}}),)]
    assert [row.seat for row in panel.rows] == [ANA, BORIS, CHAI, None]


@pytest.mark.parametrize("got", ["9ore", "0gold", "²lumber", "ore", "", "-1ore"])
def test_gains_of_nobody_or_nothing_are_none(got: str) -> None:
    assert offers(panel_at(counted(), f"?do=gains&got={got}")) == []


def test_the_robber_blocks_a_hex_that_somebody_touches_or_none_and_robs_a_sole_victim() -> None:
    seats = {
        ANA: {"sites": (Site((ORE8,)),)},
        BORIS: {"sites": (Site((WOOL5, GRAIN6)),)},
        CHAI: {"sites": (Site((GRAIN6,)),)},
    }
    state = counted(step=MovingRobber(Acting()), seats=seats)
    panel = panel_at(state)
    moves = {move.blocks: offer[1:] for move, offer in zip(entering(RobberMoved, panel), offers(panel), strict=True)}
    assert moves == {ORE8: (), WOOL5: (CardStolen(seat=ANA, victim=BORIS),), GRAIN6: (), None: ()}


def test_the_robber_does_not_stay_where_he_is() -> None:
    seats = {BORIS: {"sites": (Site((WOOL5, GRAIN6)),)}}
    state = counted(step=MovingRobber(Acting()), seats=seats, blocked_hex=WOOL5)
    assert [move.blocks for move in entering(RobberMoved, panel_at(state))] == [GRAIN6, None]


# Only told


def step(record: Record) -> tuple[AnyEvent, ...]:
    """The one tap that a told step waits for."""
    stage = stage_at(record)
    (offer,) = offers(stage.panel)[:1] or [stage.dice_pad.row.buttons[3].events if stage.dice_pad else ()]
    for event in offer:
        record.add(event)
    return offer


def test_script_tracking_goes_through_set_up_placement_and_a_round_with_one_tap_a_step() -> None:
    record = Record(new_game(3, tracking="script"))
    while record.state.phase.part_of_game == "setup":
        step(record)
    assert len(record.log) == 10 + 1 + 1, "ten lines, who begins, the first settlement"
    while record.state.phase.part_of_game.startswith("placement"):
        step(record)
    assert (record.state.phase.step, record.state.round, record.state.turn) == ("roll", 1, ANA)
    for _ in range(3):
        pad = stage_at(record).dice_pad
        assert pad is not None
        for event in pad.row.buttons[3].events:  # a five
            record.add(event)
    assert (record.state.phase.step, record.state.round, record.state.turn) == ("actions", 1, CHAI)


def told(*events: AnyEvent) -> Record:
    record = Record(given(new_game(3, tracking="script"), step="roll"))
    for event in events:
        record.add(event)
    return record


def test_a_seven_is_narrated_step_by_step() -> None:
    record = told(DiceRolled(seat=ANA, total=7))
    entered = [step(record) for _ in range(3)]
    assert entered == [(StepDone(step=name),) for name in ("discard", "robber", "steal")]
    assert record.state.phase == Acting()


def test_a_script_turn_offers_nothing_that_is_counted() -> None:
    stage = stage_at(told(DiceRolled(seat=ANA, total=5)))
    assert offers(stage.panel) == [(VictoryDeclared(seat=ANA),), (TurnEnded(seat=ANA),)]
    assert links(stage.panel) == {}
    assert stage.bank == ()


def test_whose_turn_it_is_can_be_set_where_nothing_is_counted() -> None:
    panel = panel_at(told(), "?do=seat&seat=2")
    assert [offer[0].type for offer in offers(panel)] == ["corrected", "player_left"]
    assert links(panel) == {}


def test_a_script_game_ends_with_whoever_won() -> None:
    stage = stage_at(told(DiceRolled(seat=ANA, total=5), VictoryDeclared(seat=ANA)))
    assert (stage.is_over, offers(stage.panel), stage.dice_pad) == (True, [], None)
    assert stage.table.state.phase == Over(ANA)


def test_trading_first_is_a_step_of_its_own_where_nothing_is_counted() -> None:
    state = given(new_game(3, tracking="script", turn_phases="separate"), step="trade")
    assert (StepDone(step="trade"),) in offers(panel_at(state))


def test_the_palette_is_reached_by_taps() -> None:
    panel = tap(counted(), "Settlement")
    assert panel.title
    assert (SettlementBuilt(seat=ANA),) in offers(panel)
