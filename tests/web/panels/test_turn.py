"""Panels of a turn: dice, discards, the robber, spots. Each offers exactly what can happen, in few taps."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.play.checklist import CHECKLIST
from narrator.core.reading.public_view import public_view
from narrator.core.record.choices import legal_events
from narrator.core.record.record import Record, fold
from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards, cards, cards_of
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
from narrator.core.table.hands import Hands
from narrator.core.table.phase import (
    Acting,
    BuildingOnly,
    Discarding,
    MovingRobber,
    Over,
    PartnerActing,
    PlacingFreeRoads,
    Rolling,
    SpecialBuilding,
    Stealing,
    Trading,
)
from narrator.core.table.setup import Layout
from narrator.core.table.state import Building, GameState
from narrator.script.narrate import narrate
from narrator.web.components.refusal import refused_view
from narrator.web.panels.phone_panel import phone_panel
from narrator.web.panels.spots import build_spots
from tests.support.games import ANA, BORIS, CHAI, DANA, board_of, given, hexagon, new_game, path, play, spot, whose
from tests.support.web import EIGHT, Offer, acting, buttons, entering, links, offers, panel_at, stage_at, table_at, tap

TOTALS = range(2, 13)


# Dice


def test_the_partners_part_has_a_button_of_its_own_beside_the_next_dice() -> None:
    six = given(new_game(6, layout="beginner_56"), step="actions")
    pad = stage_at(six).dice_pad
    assert pad is not None
    assert pad.end_button is not None
    assert (pad.end_button.label, pad.end_button.seat, pad.end_button.events) == (
        "Partner: Dana",
        DANA,
        (TurnEnded(seat=ANA),),
    )
    after = stage_at(play(six, TurnEnded(seat=ANA))).dice_pad
    assert after is not None
    assert after.end_button is not None
    assert (after.end_button.label, after.end_button.seat) == ("Done", None)


def test_hexes_that_paid_are_pointed_at_in_the_rollers_own_part_only() -> None:
    six = new_game(6, layout="beginner_56")
    board = board_of(six)
    paying = next(hex_ for hex_, number in board.numbers.items() if number == 6)
    corner = next(at for at, hexes in board.island.hexes_at.items() if paying in hexes)
    six = replace(given(six, step="actions", roll=6), buildings={corner: Building(ANA)})
    assert panel_at(six).lit_hexes == (paying,)
    assert panel_at(play(six, TurnEnded(seat=ANA))).lit_hexes == ()


def test_who_discards_is_named_from_the_one_on_turn() -> None:
    state = given(new_game(), turn=CHAI, step="roll", hands={ANA: 8, BORIS: 3, DANA: 9})
    panel = panel_at(play(state, DiceRolled(seat=CHAI, total=7)))
    assert [button.seat for row in panel.rows if row.look == "hands" for button in row.buttons][:2] == [DANA, ANA]


def test_other_spots_lie_quietly_on_the_sea_and_take_no_row() -> None:
    panel = panel_at(acting(), "?do=build&piece=road")
    assert panel.all_spots_button is not None
    assert (panel.all_spots_button.label, panel.all_spots_button.is_picked) == ("Allow another spot", False)
    assert "Allow another spot" not in [button.label for button in buttons(panel)]
    everything = panel_at(acting(), "?do=build&piece=road&any=1").all_spots_button
    assert everything is not None
    assert (everything.label, everything.is_picked) == ("Allowed spots only", True)


def test_before_the_roll_there_is_a_button_for_every_total() -> None:
    pad = stage_at(acting(step="roll")).dice_pad
    assert pad is not None
    assert (pad.seat, pad.ends_turn) == (ANA, False)
    assert [button.events for button in pad.row.buttons] == [(DiceRolled(seat=ANA, total=n),) for n in TOTALS]
    assert len({button.shortcut for button in pad.row.buttons}) == 11


def test_in_a_turn_the_next_players_dice_also_end_it() -> None:
    pad = stage_at(acting(turn=DANA)).dice_pad
    assert pad is not None
    assert (pad.seat, pad.ends_turn) == (ANA, True)
    expected = [(TurnEnded(seat=DANA), DiceRolled(seat=ANA, total=n)) for n in TOTALS]
    assert [button.events for button in pad.row.buttons] == expected


def test_the_next_players_dice_pass_over_who_has_left() -> None:
    pad = stage_at(acting(seats={BORIS: {"has_left": True}})).dice_pad
    assert pad is not None
    assert pad.row.buttons[0].events == (TurnEnded(seat=ANA), DiceRolled(seat=CHAI, total=2))


@pytest.mark.parametrize(
    "phase", [Discarding({ANA: 4}), MovingRobber(Acting()), Stealing((BORIS, CHAI), Acting()), Over()]
)
def test_while_something_is_owed_there_are_no_dice(phase: object) -> None:
    assert stage_at(acting(step=phase)).dice_pad is None


def test_where_two_dice_are_read_the_second_tap_enters_both() -> None:
    first = stage_at(acting(), dice="two").dice_pad
    assert first is not None
    assert [button.href for button in first.row.buttons] == [f"?die={n}" for n in range(1, 7)]
    second = stage_at(acting(), "?die=3", dice="two").dice_pad
    assert second is not None
    chosen, *others = second.row.buttons
    assert (chosen.is_picked, chosen.events) == (True, ())
    expected = [(TurnEnded(seat=ANA), DiceRolled(seat=BORIS, dice=(3, n))) for n in range(1, 7)]
    assert [button.events for button in others] == expected


@pytest.mark.parametrize("die", ["0", "7", "x", "-1"])
def test_a_die_that_is_none_is_as_good_as_no_tap(die: str) -> None:
    pad = stage_at(acting(), f"?die={die}", dice="two").dice_pad
    assert pad is not None
    assert len(pad.row.buttons) == 6


# Discards


def owing() -> GameState:
    return acting(step=Discarding({ANA: 4, CHAI: 2}))


def test_a_discard_is_one_tap_a_card_and_the_last_enters_them_all() -> None:
    panel = tap(owing(), "ore", "ore", "wool")
    mine = [event.cards for event in entering(CardsDiscarded, panel) if event.seat == ANA and event.cards]
    expected = [Cards(wool=1, ore=2).plus(cards_of(resource)) for resource in RESOURCES]
    assert [cards(thrown) for thrown in mine] == expected
    assert panel.rows[2].title == "Ana discards: 3 of 4"


def test_before_the_last_card_nothing_is_entered_but_a_discard_that_nobody_saw() -> None:
    ana, chai = CardsDiscarded(seat=ANA, count=4), CardsDiscarded(seat=CHAI, count=2)
    assert offers(panel_at(owing())) == [(ana, chai), (ana,)]
    assert offers(panel_at(owing(), "?open=2")) == [(ana, chai), (chai,)]


def test_where_several_discard_unseen_one_tap_is_enough_and_keeps_the_order_of_the_seats() -> None:
    state = given(new_game(discard_order="seat_order"), step=Discarding({ANA: 4, CHAI: 4}), turn=BORIS, hands=EIGHT)
    record = Record(state)
    together = panel_at(record).rows[0].buttons[0]
    assert (together.label, together.is_primary) == ("Everyone has discarded. Continue", True)
    for event in together.events:
        record.add(event)
    assert [whose(event) for event in together.events] == [CHAI, ANA]
    alone = panel_at(acting(step=Discarding({CHAI: 4})))
    assert [len(offer) for offer in offers(alone)] == [1]


def test_each_who_owes_has_a_row_of_their_own_one_after_the_other() -> None:
    panel = panel_at(owing(), "?d2=brick")
    chai = [event.cards for event in entering(CardsDiscarded, panel) if event.seat == CHAI and event.cards]
    assert [sum(thrown.values()) for thrown in chai] == [2] * 5
    assert [row.seat for row in panel.rows] == [None, None, CHAI, None]


def test_of_many_who_owe_one_has_a_row_and_the_others_are_a_tap_away() -> None:
    state = acting(step=Discarding({ANA: 4, CHAI: 2, DANA: 3}))
    panel = panel_at(state)
    assert [row.seat for row in panel.rows] == [None, None, ANA, None]
    assert [(button.label, button.caption, button.is_picked) for button in panel.rows[1].buttons] == [
        ("Ana", "4", True),
        ("Chai", "2", False),
        ("Dana", "3", False),
    ]
    assert tap(state, "Dana").rows[2].seat == DANA
    assert panel_at(state, "?d2=ore").rows[2].seat == CHAI, "who has begun goes on"
    assert panel_at(state, "?open=1").rows[2].seat == ANA, "Boris owes nothing"


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


def test_a_seven_without_discards_shows_every_hand_beside_the_robber() -> None:
    seven = MovingRobber(Acting(), frozenset())
    panel = panel_at(acting(step=seven, hands={ANA: 7, BORIS: 3, CHAI: 2, DANA: 1}, unsure={"hand.1": 3}))
    assert [button.label for button in panel.rows[-1].buttons] == [
        "All correct",
        "Ana: 7",
        "Boris: 3?",
        "Chai: 2",
        "Dana: 1",
    ]
    assert len(panel.spots) == 18, "one tap on the board goes straight on"
    knight = panel_at(acting(step=MovingRobber(Acting())))
    assert knight.rows == (), "nobody counts cards for a knight"


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


def test_where_every_hex_is_allowed_no_other_one_is_spoken_of() -> None:
    assert links(panel_at(robbing())) == {}
    assert list(links(panel_at(robbing(friendly_robber="on")))) == ["Allow another hex"]


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


def settled(**situation: Any) -> GameState:
    """Ana may build a road, a settlement and a city."""
    place = {"settlements": {ANA: ["B2-B3-C3"]}, "roads": {ANA: ["B2|B3", "B3|C3", "A2|B2"]}}
    return acting(**{**place, **situation})


@pytest.mark.parametrize("query", ["", "?do=build"])
def test_building_is_one_tap_at_exactly_the_regular_spots(query: str) -> None:
    pieces = (SettlementBuilt, CityBuilt, RoadBuilt)
    expected = [(event,) for event in legal_events(settled()) if isinstance(event, pieces)]
    spots = panel_at(settled(), query).spots
    assert [s.events for s in spots] == expected
    assert {s.kind for s in spots} == {"settlement", "city", "road"}
    assert {s.shortfall for s in spots} == {""}


@pytest.mark.parametrize(
    ("phase", "kinds"),
    [
        (Acting(), {"road", "settlement", "city"}),
        (BuildingOnly(), {"road", "settlement", "city"}),
        (Trading(), {"road", "settlement", "city"}),
        (SpecialBuilding(ANA), {"road", "settlement", "city"}),
        (PartnerActing(ANA), {"road", "settlement", "city"}),
        (PlacingFreeRoads(2, Acting()), {"road"}),
        (Rolling(), set()),
        (Discarding({ANA: 4}), set()),
        (Stealing((BORIS, CHAI), Acting()), set()),
        (Over(ANA), set()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_board_can_be_built_on_in_each_step_that_allows_it_and_in_no_other(phase: object, kinds: set[str]) -> None:
    assert {s.kind for s in panel_at(settled(step=phase)).spots} == kinds


def test_what_a_hand_is_too_small_for_is_marked_and_asked_about_once() -> None:
    record = Record(settled(hands={ANA: 3, BORIS: 8}))
    spots = panel_at(record).spots
    assert {(s.kind, s.shortfall) for s in spots} == {
        ("road", ""),
        ("settlement", "1 card short"),
        ("city", "2 cards short"),
    }
    city = next(s for s in spots if s.kind == "city")
    built = CityBuilt(seat=ANA, at=spot("B2-B3-C3"))
    assert city.events == (built,)
    asked = refused_view(table_at(record), city.events, [record.refusals(built)])
    assert (asked.reasons, asked.close, asked.at) == (("Ana is two cards short. Build anyway?",), "No", built.at)
    assert asked.let_stand is not None
    assert (asked.let_stand.label, asked.let_stand.events) == ("Build anyway", (replace(built, waived=True),))
    record.add(asked.let_stand.events[0])
    assert record.state.buildings[spot("B2-B3-C3")].city
    assert {s.events[0].waived for s in spots if s.kind == "road"} == {False}


def test_of_a_hand_that_is_in_doubt_nothing_is_asked() -> None:
    doubtful = replace(settled(hands={ANA: 3, BORIS: 8}), unsure={"hand.0": 1})
    (city,) = [s for s in panel_at(doubtful).spots if s.kind == "city"]
    assert (city.shortfall, city.events[0].waived) == ("2 cards short", True)


def test_what_would_win_and_can_not_be_paid_is_asked_about_once() -> None:
    record = Record(settled(hands={ANA: 3, BORIS: 8}, seats={ANA: {"revealed_points": 8}}))
    (city,) = [s for s in panel_at(record).spots if s.kind == "city"]
    assert (city.shortfall, city.events[0].waived) == ("2 cards short", False)
    asked = refused_view(table_at(record), city.events, [record.refusals(city.events[0])])
    assert asked.let_stand is not None
    record.add(asked.let_stand.events[0])
    assert isinstance(record.state.phase, Over)
    enough = panel_at(settled(hands={ANA: 8, BORIS: 8}, seats={ANA: {"revealed_points": 8}})).spots
    assert {s.shortfall for s in enough} == {""}


def test_what_is_missing_is_reported_by_the_size_of_a_hand_and_never_by_what_is_in_it() -> None:
    rich = settled(hands={ANA: 8})
    no_ore = replace(rich, hands=Hands((Cards(wool=8), NO_CARDS, NO_CARDS, NO_CARDS)))
    assert {s.shortfall for s in panel_at(no_ore).spots} == {""}


def test_a_phone_reports_a_build_with_one_tap_and_the_host_decides_what_stands() -> None:
    state = settled(hands={ANA: 3, BORIS: 8})
    mine = phone_panel(table_at(state), ANA, narrate(public_view(Record(state).head)).now)
    assert {(s.kind, s.shortfall, s.events[0].waived) for s in mine.spots} == {
        ("road", "", False),
        ("settlement", "1 card short", False),
        ("city", "2 cards short", False),
    }
    others = phone_panel(table_at(state), BORIS, narrate(public_view(Record(state).head)).now)
    assert others.spots == ()


def test_no_spot_is_left_where_the_pieces_are_used_up_or_the_clock_has_closed_building() -> None:
    full = settled(seats={ANA: {"roads": 15, "cities": 4}})
    assert {s.kind for s in panel_at(full).spots} == {"settlement"}
    table = replace(table_at(settled()), are_actions_closed=True)
    assert build_spots(table) == ()


def test_the_build_panel_shows_prices_pieces_left_and_what_is_missing() -> None:
    road, settlement, city = panel_at(settled(hands={ANA: 3}), "?do=build").rows[0].buttons
    assert (road.cost, road.caption, road.shortfall) == (("lumber", "brick"), "12 left", "")
    assert (settlement.cost, settlement.shortfall) == (("lumber", "brick", "wool", "grain"), "1 card short")
    assert (city.cost, city.shortfall) == (("grain", "grain", "ore", "ore", "ore"), "2 cards short")
    assert {s.kind for s in panel_at(settled(), road.href or "").spots} == {"road"}, "one kind of spot alone"


def test_with_nothing_to_build_every_piece_says_why() -> None:
    panel = panel_at(acting(seats={ANA: {"roads": 15}}), "?do=build")
    assert panel.lines == ("Ana can't build anything right now.",)
    assert [(button.caption, button.is_disabled) for button in panel.rows[0].buttons] == [
        ("none left", True),
        ("no free corner within reach", False),
        ("no settlement to upgrade", True),
    ]


def test_any_spot_leaves_out_only_what_stands_there() -> None:
    state = acting(settlements={ANA: ["B2-B3-C3"], BORIS: ["A1 N"]}, roads={ANA: ["B2|B3"]})
    corners = panel_at(state, "?do=build&piece=settlement&any=1").spots
    assert len(corners) == 54 - 2
    assert spot("A1 N") not in [s.at for s in corners]
    assert len(panel_at(state, "?do=build&piece=road&any=1").spots) == 72 - 1
    assert panel_at(state, "?do=build&any=1").spots == panel_at(state, "?do=build").spots, "first the piece"


def test_the_first_settlement_on_a_booklets_board_is_offered_on_its_mark_and_everywhere_else() -> None:
    ticks = [StepDone(step=line) for line in CHECKLIST]
    panel = panel_at(play(new_game(layout="beginner_6e"), *ticks, FirstPlayerChosen(seat=ANA)))
    assert len(panel.spots) == 54
    assert [s.at for s in panel.spots if s.is_marked] == [spot("D1-D2-E1")]
    assert panel.rows == (), "there is no other spot to ask for"


def test_after_a_marked_placement_only_the_mark_is_offered_and_all_others_are_a_tap_away() -> None:
    state = play(new_game(layout="beginner_6e"), SettlementBuilt(seat=ANA, at=spot("D1-D2-E1")))
    state = play(state, RoadBuilt(seat=ANA, at=path("D1|E1")))
    assert [(s.at, s.is_marked) for s in panel_at(state).spots] == [(spot("C4-C5-D4"), True)]
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
    assert set(CHECKLIST) <= set(placing.finished_steps)


def test_done_is_the_last_row_of_every_set_up_step_and_who_starts_stands_elsewhere() -> None:
    """Of two quick taps on Done the second chooses nobody."""
    for detail in ("normal", "first_game"):
        state = new_game(layout="beginner_6e", detail=detail)
        for line in CHECKLIST:
            rows = panel_at(state).rows
            assert rows[-1].buttons[0].events == (StepDone(step=line),)
            starters = [row for row in rows if any(button.seat is not None for button in row.buttons)]
            assert len(starters) == (0 if detail == "first_game" else 1)
            assert rows[-1] not in starters
            state = play(state, StepDone(step=line))
        people, done = panel_at(state).rows
        *names, draw = people.buttons
        assert [button.events for button in names] == [(FirstPlayerChosen(seat=n),) for n in range(4)]
        assert draw.action.endswith("/draw")
        assert done.buttons[0].is_disabled


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
    assert (TurnEnded(seat=ANA),) not in offers(panel), "it stands beside the dice, once"
    pad = stage_at(state).dice_pad
    assert pad is not None
    assert pad.end_button is not None
    assert pad.end_button.events == (TurnEnded(seat=ANA),)
    both = stage_at(given(new_game(road_building_partial="not_allowed"), **situation))
    assert (both.dice_pad, [type(offer[0]) for offer in offers(both.panel)]) == (None, [RoadBuilt] * 4)


@pytest.mark.parametrize("layout", ["beginner_56", "random_tokens"])
def test_F_03_no_tap_passes_over_the_choice_of_the_robbers_desert(layout: Layout) -> None:
    state = new_game(6, layout=layout)
    ticked = [event for events in offers(panel_at(state)) for event in events]
    assert StepDone(step="robber") not in ticked
    others = [StepDone(step=line) for line in CHECKLIST if line != "robber"]
    asked = panel_at(play(state, *others, FirstPlayerChosen(seat=BORIS)))
    assert {s.at for s in asked.spots} == set(board_of(state).deserts())
    assert not [button.events for button in buttons(asked) if not button.is_disabled], "only the board is tapped"
    chosen = asked.spots[-1]
    placing = fold(state, [*others, FirstPlayerChosen(seat=BORIS), *chosen.events]).state
    assert (placing.robber, placing.finished_steps[-1]) == (chosen.at, "robber")


def test_F_03_with_one_desert_or_by_chance_the_checklist_is_one_tap() -> None:
    for state in (new_game(4, layout="beginner_6e"), new_game(6, layout="beginner_56", robber_start_desert="random")):
        assert any(StepDone(step="robber") in events for events in offers(panel_at(state)))
