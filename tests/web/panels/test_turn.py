"""Panels of a turn: dice, discards, the robber, spots. Each offers exactly what can happen, in few taps."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.play.checklist import CHECKLIST
from narrator.core.record.choices import legal_events
from narrator.core.record.record import fold
from narrator.core.table.cards import RESOURCES, Cards, cards, some
from narrator.core.table.events import (
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    Corrected,
    DiceRolled,
    FirstPlayerChosen,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TurnEnded,
)
from narrator.core.table.phase import Acting, Discarding, MovingRobber, Over, PlacingFreeRoads, Stealing
from narrator.core.table.state import Building, GameState
from tests.kit import ANA, BORIS, CHAI, DANA, board_of, given, hexagon, new_game, path, play, spot
from tests.web.kit import EIGHT, Offer, acting, buttons, entering, offers, panel_at, stage_at, tap

TOTALS = range(2, 13)


# Dice


def test_before_the_roll_there_is_a_button_for_every_total() -> None:
    pad = stage_at(acting(step="roll")).pad
    assert pad is not None
    assert (pad.seat, pad.ends_turn) == (ANA, False)
    assert [button.events for button in pad.row.buttons] == [(DiceRolled(seat=ANA, total=n),) for n in TOTALS]
    assert len({button.key for button in pad.row.buttons}) == 11


def test_in_a_turn_the_next_players_dice_also_end_it() -> None:
    pad = stage_at(acting(turn=DANA)).pad
    assert pad is not None
    assert (pad.seat, pad.ends_turn) == (ANA, True)
    expected = [(TurnEnded(seat=DANA), DiceRolled(seat=ANA, total=n)) for n in TOTALS]
    assert [button.events for button in pad.row.buttons] == expected


def test_the_next_players_dice_pass_over_who_has_left() -> None:
    pad = stage_at(acting(seats={BORIS: {"left": True}})).pad
    assert pad is not None
    assert pad.row.buttons[0].events == (TurnEnded(seat=ANA), DiceRolled(seat=CHAI, total=2))


@pytest.mark.parametrize(
    "phase", [Discarding({ANA: 4}), MovingRobber(Acting()), Stealing((BORIS, CHAI), Acting()), Over()]
)
def test_while_something_is_owed_there_are_no_dice(phase: object) -> None:
    assert stage_at(acting(step=phase)).pad is None


def test_where_two_dice_are_read_the_second_tap_enters_both() -> None:
    first = stage_at(acting(), dice="two").pad
    assert first is not None
    assert [button.href for button in first.row.buttons] == [f"?die={n}" for n in range(1, 7)]
    second = stage_at(acting(), "?die=3", dice="two").pad
    assert second is not None
    chosen, *others = second.row.buttons
    assert (chosen.picked, chosen.events) == (True, ())
    expected = [(TurnEnded(seat=ANA), DiceRolled(seat=BORIS, dice=(3, n))) for n in range(1, 7)]
    assert [button.events for button in others] == expected


@pytest.mark.parametrize("die", ["0", "7", "x", "-1"])
def test_a_die_that_is_none_is_as_good_as_no_tap(die: str) -> None:
    pad = stage_at(acting(), f"?die={die}", dice="two").pad
    assert pad is not None
    assert len(pad.row.buttons) == 6


# Discards


def owing() -> GameState:
    return acting(step=Discarding({ANA: 4, CHAI: 2}))


def test_a_discard_is_one_tap_a_card_and_the_last_enters_them_all() -> None:
    panel = tap(owing(), "ore", "ore", "wool")
    mine = [event.cards for event in entering(CardsDiscarded, panel) if event.seat == ANA and event.cards]
    expected = [Cards(wool=1, ore=2).plus(some(resource)) for resource in RESOURCES]
    assert [cards(thrown) for thrown in mine] == expected
    assert panel.rows[0].title == "Ana discards: 3 of 4"


def test_before_the_last_card_nothing_is_entered_but_a_discard_that_nobody_saw() -> None:
    assert offers(panel_at(owing())) == [(CardsDiscarded(seat=ANA, count=4),), (CardsDiscarded(seat=CHAI, count=2),)]


def test_each_who_owes_has_a_row_of_their_own() -> None:
    panel = panel_at(owing(), "?d2=brick")
    chai = [event.cards for event in entering(CardsDiscarded, panel) if event.seat == CHAI and event.cards]
    assert [sum(thrown.values()) for thrown in chai] == [2] * 5
    assert [row.seat for row in panel.rows] == [ANA, CHAI, None]


def test_picks_that_make_no_sense_never_make_a_wrong_discard() -> None:
    for picks in ("gold.ore", "ore.ore.ore.ore.ore.ore", "...", "ore,wool"):
        entered = entering(CardsDiscarded, panel_at(owing(), f"?d0={picks}"))
        assert {event.count or sum((event.cards or {}).values()) for event in entered if event.seat == ANA} == {4}


def test_a_seven_shows_every_hand_and_one_tap_confirms_the_unsure_ones() -> None:
    panel = panel_at(owing())
    assert [button.label for button in panel.rows[-1].buttons] == ["Ana: 8", "Boris: 8", "Chai: 8", "Dana: 8"]
    assert panel.rows[-1].buttons[1].href == "?do=recount&seat=1"
    unsure = panel_at(acting(step=Discarding({ANA: 4}), unsure={"hand.1": 3, "hand.3": 5, "bank.ore": 2}))
    assert unsure.rows[-1].buttons[0].events == tuple(
        Corrected(what="hand", seat=seat, value=8) for seat in (BORIS, DANA)
    )


# The robber


def robbing(**rules: Any) -> GameState:
    """Boris alone on A1, Boris and Chai on B2, Chai without cards alone on E3, Ana on C5; the robber in C3."""
    return given(
        new_game(**rules),
        step=MovingRobber(Acting()),
        hands={ANA: 3, BORIS: 2, DANA: 5},
        settlements={ANA: ["C5 NE"], BORIS: ["A1 N", "A1-A2-B2"], CHAI: ["B2-B3-C3", "E3 S"]},
        robber=hexagon("C3"),
    )


def robber_taps(state: GameState, query: str = "") -> dict[str, Offer]:
    return {spot.at: spot.events for spot in panel_at(state, query).spots}


def test_the_robber_may_go_to_every_hex_but_his_own() -> None:
    taps = robber_taps(robbing())
    assert set(taps) == set(board_of(robbing()).island.hexes) - {hexagon("C3")}
    assert all(events[0] == RobberMoved(seat=ANA, to=at) for at, events in taps.items())


def test_a_sole_victim_is_robbed_with_the_same_tap_and_nobody_else() -> None:
    taps = robber_taps(robbing())
    robbed = {at: events[1:] for at, events in taps.items() if len(events) > 1}
    theft = (CardStolen(seat=ANA, victim=BORIS),)
    assert robbed[hexagon("A1")] == theft
    # Chai holds no cards, so of the two on B2 Boris is the only one to rob or the choice is open, never Chai alone.
    assert set(robbed.values()) == {theft}
    assert len(taps[hexagon("E3")]) == len(taps[hexagon("C5")]) == len(taps[hexagon("E1")]) == 1


def test_with_two_to_choose_from_the_tap_only_moves_the_robber() -> None:
    state = given(
        robbing(), step=MovingRobber(Acting()), hands=EIGHT, settlements={BORIS: ["A1-A2-B2"], CHAI: ["B2-B3-C3"]}
    )
    assert robber_taps(state)[hexagon("B2")] == (RobberMoved(seat=ANA, to=hexagon("B2")),)


def test_where_nobody_has_to_steal_the_choice_stays() -> None:
    assert all(len(events) == 1 for events in robber_taps(robbing(steal_optional=True)).values())


def test_the_friendly_robber_is_offered_only_where_he_may_go() -> None:
    regular, anywhere = robber_taps(robbing(friendly_robber="on")), robber_taps(robbing(friendly_robber="on"), "?any=1")
    assert hexagon("A1") not in regular
    assert hexagon("A1") in anywhere


def test_where_the_friendly_robber_may_go_nowhere_he_stays_in_the_desert() -> None:
    state = robbing(friendly_robber="on")
    board = board_of(state)
    (desert,) = board.deserts()
    everywhere = {at: Building(BORIS) for at in board.island.intersections}
    state = replace(state, buildings=everywhere, robber=desert)
    assert robber_taps(state) == {desert: (RobberMoved(seat=ANA, to=desert),)}


def test_victims_are_shown_with_their_cards() -> None:
    panel = panel_at(acting(step=Stealing((BORIS, DANA), Acting())))
    assert offers(panel) == [(CardStolen(seat=ANA, victim=BORIS),), (CardStolen(seat=ANA, victim=DANA),)]
    assert [(button.label, button.caption) for button in buttons(panel)] == [("Boris", "8 cards"), ("Dana", "8 cards")]


def test_where_nobody_has_to_steal_nobody_is_an_answer() -> None:
    state = given(new_game(steal_optional=True), step=Stealing((BORIS,), Acting()), hands=EIGHT)
    assert offers(panel_at(state)) == [(CardStolen(seat=ANA, victim=BORIS),), (CardStolen(seat=ANA, victim=None),)]


# Building


def test_the_spots_of_building_are_exactly_the_regular_ones() -> None:
    state = acting(settlements={ANA: ["B2-B3-C3"]}, roads={ANA: ["B2|B3", "B3|C3", "A2|B2"]})
    pieces = (SettlementBuilt, CityBuilt, RoadBuilt)
    expected = [(event,) for event in legal_events(state) if isinstance(event, pieces)]
    assert [s.events for s in panel_at(state, "?do=build").spots] == expected
    assert {s.kind for s in panel_at(state, "?do=build").spots} == {"settlement", "city", "road"}


def test_any_spot_leaves_out_only_what_stands_there() -> None:
    state = acting(settlements={ANA: ["B2-B3-C3"], BORIS: ["A1 N"]}, roads={ANA: ["B2|B3"]})
    spots = panel_at(state, "?do=build&any=1").spots
    assert len(spots) == (54 - 1) + (72 - 1)
    assert (CityBuilt(seat=ANA, at=spot("B2-B3-C3")),) in [s.events for s in spots]
    assert spot("A1 N") not in [s.at for s in spots]


def test_the_first_settlement_on_a_booklets_board_is_offered_on_its_mark_and_everywhere_else() -> None:
    ticks = [StepDone(step=line) for line in CHECKLIST]
    panel = panel_at(play(new_game(layout="beginner_6e"), *ticks, FirstPlayerChosen(seat=ANA)))
    assert len(panel.spots) == 54
    assert [s.at for s in panel.spots if s.marked] == [spot("D1-D2-E1")]
    assert panel.rows == (), "there is no other spot to ask for"


def test_after_a_marked_placement_only_the_mark_is_offered_and_all_others_are_a_tap_away() -> None:
    state = play(new_game(layout="beginner_6e"), SettlementBuilt(seat=ANA, at=spot("D1-D2-E1")))
    state = play(state, RoadBuilt(seat=ANA, at=path("D1|E1")))
    assert [(s.at, s.marked) for s in panel_at(state).spots] == [(spot("C4-C5-D4"), True)]
    assert len(panel_at(state, "?any=1").spots) == 53


def test_a_first_road_is_offered_beside_its_settlement_and_nowhere_else() -> None:
    state = play(new_game(), SettlementBuilt(seat=ANA, at=spot("B2-B3-C3")))
    beside = {path(p) for p in ("B2|B3", "B2|C3", "B3|C3")}
    assert {s.at for s in panel_at(state).spots} == beside
    assert panel_at(state).rows == ()
    assert {s.at for s in panel_at(state, "?any=1").spots} == beside


def test_a_table_that_lies_already_names_who_starts_and_places() -> None:
    state = new_game(layout="beginner_6e")
    starts = [button for button in buttons(panel_at(state)) if FirstPlayerChosen(seat=BORIS) in button.events]
    assert len(starts) == 1
    placing = fold(state, starts[0].events).state
    assert SettlementBuilt(seat=BORIS, at=spot("C3-C4-D3")) in [s.events[0] for s in panel_at(placing).spots]
    assert set(CHECKLIST) <= set(placing.done)


def test_where_a_neutral_piece_comes_first_nobody_starts_before_it() -> None:
    panel = panel_at(new_game(2))
    assert not any(isinstance(event, FirstPlayerChosen) for button in buttons(panel) for event in button.events)


def test_free_roads_offer_roads_only_and_a_way_out_where_one_is_enough() -> None:
    situation: dict[str, Any] = {
        "step": PlacingFreeRoads(2, Acting()),
        "settlements": {ANA: ["B2-B3-C3"]},
        "roads": {ANA: ["B2|B3"]},
    }
    state = given(new_game(), **situation)
    panel = panel_at(state)
    expected = {path(p) for p in ("B2|C3", "B3|C3", "A2|B2", "A2|B3")}
    assert {s.at for s in panel.spots} == expected
    assert all(s.events == (RoadBuilt(seat=ANA, at=s.at),) for s in panel.spots)
    assert (TurnEnded(seat=ANA),) in offers(panel)
    assert (TurnEnded(seat=ANA),) not in offers(
        panel_at(given(new_game(road_building_partial="not_allowed"), **situation))
    )
