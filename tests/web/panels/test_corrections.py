"""Panels that set things right: whose turn it is, recounts, what was forgotten, what was entered wrongly."""

import pytest

from narrator.core.record.record import Record
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyEvent,
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
    RobberMoved,
    SeatEvent,
    SettlementBuilt,
    StepDone,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, Tracking
from narrator.web.panels.choose_panel import amend_panel
from narrator.web.panels.panel import Panel
from tests.support.games import ANA, BORIS, CHAI, DANA, given, hexagon, new_game, path, record_of, spot, whose
from tests.support.web import acting, buttons, entering, links, offers, panel_at, stage_at, table_at, tap


def values(panel: Panel) -> list[object]:
    return [event.value for event in entering(Corrected, panel)]


# One player


def test_tapping_a_seat_makes_it_their_turn() -> None:
    assert offers(panel_at(acting(), "?do=seat&seat=2")) == [
        (Corrected(what="turn", value=CHAI),),
        (PlayerLeft(seat=CHAI),),
    ]
    assert offers(panel_at(acting(), "?do=seat&seat=0")) == [(PlayerLeft(seat=ANA),)]


def test_of_a_player_the_hand_is_counted_first_and_the_turn_is_a_quiet_button() -> None:
    first, *others = panel_at(acting(), "?do=seat&seat=2").rows[0].buttons
    assert (first.label, first.is_primary) == ("Count cards in hand", True)
    assert [button.label for button in others if button.events] == ["Make it Chai's turn", "Remove from game"]
    assert not any(button.is_primary for button in others)


def test_before_the_game_a_seat_is_chosen_to_begin() -> None:
    assert offers(panel_at(new_game(), "?do=seat&seat=2")) == [(FirstPlayerChosen(seat=CHAI),)]


def test_after_the_end_the_game_can_go_on_with_anybody() -> None:
    assert offers(panel_at(acting(step=Over(ANA)), "?do=seat&seat=0")) == [(Corrected(what="turn", value=ANA),)]


def test_who_has_left_gets_no_turn_and_does_not_leave_again() -> None:
    gone = acting(seats={CHAI: {"has_left": True}})
    assert offers(panel_at(gone, "?do=seat&seat=2")) == []


def test_the_last_one_at_the_table_does_not_leave() -> None:
    alone = acting(seats={seat: {"has_left": True} for seat in (BORIS, CHAI, DANA)})
    assert offers(panel_at(alone, "?do=seat&seat=0")) == []


def test_a_seats_numbers_lead_to_why_they_are_so() -> None:
    found = links(panel_at(acting(), "?do=seat&seat=1"))
    explained = [link for link in found.values() if link.startswith("explain")]
    assert explained == [f"explain?number={what}.1" for what in ("points", "hand", "road_length", "knights")]


@pytest.mark.parametrize(("query", "seat"), [("", ANA), ("&seat=9", ANA), ("&seat=x", ANA), ("&seat=3", DANA)])
def test_a_seat_that_nobody_has_is_whoever_is_on_turn(query: str, seat: int) -> None:
    assert panel_at(acting(), f"?do=seat{query}").title == ("Ana", "Boris", "Chai", "Dana")[seat]


# Counting anew


@pytest.mark.parametrize(("hand", "least"), [(0, 0), (3, 0), (9, 2), (30, 23)])
def test_a_recount_offers_the_numbers_round_the_one_that_is_known(hand: int, least: int) -> None:
    panel = panel_at(acting(hands={BORIS: hand}), "?do=recount&seat=1")
    assert offers(panel) == [(Corrected(what="hand", seat=BORIS, value=n),) for n in range(least, least + 16)]
    assert [button.label for button in buttons(panel) if button.is_picked] == [str(hand)]


def test_a_stack_of_the_bank_is_set_or_explained() -> None:
    state = acting(bank=Cards(1, 2, 3, 4, 5))
    panel = tap(state, "ore", query="?do=bank")
    assert offers(panel) == [(Corrected(what="bank", resource="ore", value=n),) for n in range(20)]
    assert "explain?number=bank.ore" in links(panel).values()
    deck = panel_at(state, "?do=bank&stack=deck")
    assert offers(deck) == [(Corrected(what="deck", value=n),) for n in range(26)]
    assert "explain?number=deck" in links(deck).values()
    assert offers(panel_at(state, "?do=bank&stack=gold")) == []


def test_numbers_and_titles_of_a_player_are_corrected() -> None:
    state = acting(longest_road=BORIS)
    panel = panel_at(state, "?do=correct&seat=1")
    by_what: dict[str, list[object]] = {}
    assert all(len(offer) == 1 for offer in offers(panel))
    for event in entering(Corrected, panel):
        by_what.setdefault(event.what, []).append(event.value)
    assert by_what == {
        "knights": list(range(9)),
        "development_cards": list(range(9)),
        "revealed_points": list(range(6)),
        "longest_road": [None],
        "largest_army": [BORIS],
    }


@pytest.mark.parametrize(("phases", "last"), [("combined", ["actions"]), ("separate", ["trade", "build"])])
def test_the_step_is_set_where_record_and_table_have_come_apart(phases: str, last: list[str]) -> None:
    panel = panel_at(given(new_game(turn_phases=phases)), "?do=step")
    steps = [event.value for event in entering(Corrected, panel) if event.what == "step"]
    assert steps == ["roll", "discard", "robber", "steal", *last]


def test_beside_the_step_the_turn_can_be_set() -> None:
    panel = panel_at(acting(), "?do=step")
    turns = [event.value for event in entering(Corrected, panel) if event.what == "turn"]
    assert turns == [BORIS, CHAI, DANA]


# What was forgotten


def test_forgotten_asks_who_and_then_what() -> None:
    first = panel_at(acting(), "?do=forgotten")
    assert list(links(first)) == ["Ana", "Boris", "Chai", "Dana"]
    assert len(first.rows) == 1, "nobody has rolled"
    assert offers(first) == []
    second = tap(acting(), "Chai", query="?do=forgotten")
    at_once = entering(SeatEvent, second)
    assert [event.type for event in at_once] == [
        "development_bought",
        "knight_played",
        "road_building_played",
        "turn_ended",
        "victory_declared",
    ]
    assert {(event.seat, event.late) for event in at_once} == {(CHAI, True)}


def test_a_roll_of_the_last_round_is_mended_from_the_same_place() -> None:
    record = record_of(acting(step="roll"), DiceRolled(seat=ANA, total=5))
    for seat, total in ((ANA, 6), (BORIS, 8), (CHAI, 9), (DANA, 4)):
        record.add(TurnEnded(seat=seat))
        record.add(DiceRolled(seat=(seat + 1) % 4, total=total))
    rolls = panel_at(record, "?do=forgotten").rows[0].buttons
    assert [(roll.label, roll.caption, roll.href) for roll in rolls] == [
        ("Ana", "4", "amend?entry=9"),
        ("Dana", "9", "amend?entry=7"),
        ("Chai", "8", "amend?entry=5"),
        ("Boris", "6", "amend?entry=3"),
    ]


@pytest.mark.parametrize("do", ["forgotten", "build", "recount", "seat", "correct"])
def test_what_is_entered_for_somebody_wears_their_colour(do: str) -> None:
    late = "&late=1" if do in ("forgotten", "build") else ""
    assert stage_at(acting(), f"?do={do}&seat=2{late}").colour == "white"
    assert stage_at(acting(), f"?do={do}&seat=9").colour == "red"


def late_panels(state: GameState, seat: int) -> dict[str, Panel]:
    """Every panel that leads on from what was forgotten."""
    start = f"?do=forgotten&late=1&seat={seat}"
    return {label: panel_at(state, link) for label, link in links(panel_at(state, start)).items() if "do=f" not in link}


@pytest.mark.parametrize("tracking", ["board", "counts"])
def test_whatever_was_forgotten_is_entered_late_for_whoever_did_it(tracking: Tracking) -> None:
    state = given(new_game(tracking=tracking), turn=ANA, hands={ANA: 9, CHAI: 9}, bank=Cards(9, 9, 9, 9, 9))
    panels = late_panels(state, CHAI)
    assert len(panels) == (10 if tracking == "counts" else 9)
    entered: list[AnyEvent] = []
    for panel in panels.values():
        entered += [event for offer in offers(panel) for event in offer]
        for link in links(panel).values():
            entered += [event for offer in offers(panel_at(state, link)) for event in offer]
    assert {event.late for event in entered} == {True}
    assert {whose(event) for event in entered if event.type != "cards_gained"} == {CHAI}
    assert {event.type for event in entered} >= {"points_revealed", "bank_traded", "players_traded", "cards_discarded"}


def test_a_late_build_counts_for_who_forgot_it_at_the_spots_of_the_present() -> None:
    state = acting(settlements={CHAI: ["B2-B3-C3"]}, roads={CHAI: ["B2|B3"]})
    spots = panel_at(state, "?do=build&late=1&seat=2").spots
    assert {type(spot.events[0]) for spot in spots} >= {CityBuilt, RoadBuilt}
    assert {(whose(spot.events[0]), spot.events[0].late) for spot in spots} == {(CHAI, True)}


def test_the_way_out_of_a_late_panel_leads_back_to_what_was_forgotten() -> None:
    assert panel_at(acting(), "?do=build&late=1&seat=2").close_href == "?do=forgotten&seat=2&late=1"
    assert panel_at(acting(), "?do=build").close_href == "?"


# What was entered wrongly


def amended(record: Record, entry: int, query: str = "") -> Panel:
    table = table_at(record, f"?entry={entry}&{query}")
    snapshot = next(snapshot for snapshot in record.head.timeline() if snapshot.number == entry)
    return amend_panel(table, snapshot)


def test_a_roll_is_amended_to_another_total() -> None:
    record = record_of(acting(step="roll"), DiceRolled(seat=ANA, dice=(3, 3)))
    panel = amended(record, 1)
    assert offers(panel) == [(DiceRolled(seat=ANA, total=n),) for n in range(2, 13)]
    assert [button.label for button in buttons(panel) if button.is_picked] == ["6"]


def test_a_building_is_amended_to_any_spot_of_then() -> None:
    state = acting(settlements={ANA: ["B2-B3-C3"]}, roads={ANA: ["B2|B3", "A2|B2"]}, hands={ANA: 12})
    first, second = RoadBuilt(seat=ANA, at=path("B3|C3")), RoadBuilt(seat=ANA, at=path("C3|C4"))
    record = record_of(state, first, second)
    then = {spot.at for spot in amended(record, 1).spots}
    assert first.at in then
    assert second.at not in then, "it hangs on the first"
    assert second.at in {spot.at for spot in amended(record, 1, "any=1").spots}


AMENDABLE: list[tuple[AnyEvent, type]] = [
    (BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}), BankTraded),
    (PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}), PlayersTraded),
    (RobberMoved(seat=ANA, to=hexagon("A1"), late=True), RobberMoved),
    (CardStolen(seat=ANA, victim=BORIS, late=True), CardStolen),
    (YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}, waived=True), YearOfPlentyPlayed),
    (MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 1}, waived=True), MonopolyPlayed),
    (PointsRevealed(seat=ANA, count=1, waived=True), PointsRevealed),
    (CardsDiscarded(seat=ANA, count=4, late=True), CardsDiscarded),
    (SettlementBuilt(seat=ANA, at=spot("B2-B3-C3"), waived=True), SettlementBuilt),
]


@pytest.mark.parametrize(("event", "kind"), AMENDABLE, ids=lambda value: getattr(value, "__name__", "entry"))
def test_an_entry_is_amended_in_the_panel_of_its_kind(event: AnyEvent, kind: type) -> None:
    record = record_of(acting(), event)
    queries = ("", "kind=ore", "first=ore", "give=ore", "partner=1&give=ore&take=wool", "any=1")
    found = {type(e) for query in queries for offer in offers(amended(record, 1, query)) for e in offer}
    assert kind in found
    assert found - {kind} == set(), "a settlement was a settlement"


def test_gains_are_amended_where_nothing_is_computed() -> None:
    record = record_of(given(new_game(3, tracking="counts"), hands={ANA: 1}), CardsGained(gains={ANA: {"ore": 1}}))
    panel = amended(record, 1, "got=1wool")
    assert (CardsGained(gains={BORIS: {"wool": 1}}),) in offers(panel)


@pytest.mark.parametrize(
    "event",
    [KnightPlayed, DevelopmentBought, RoadBuildingPlayed, TurnEnded, VictoryDeclared],
    ids=lambda kind: kind.__name__,
)
def test_what_has_no_panel_of_its_own_can_still_be_somebody_elses(event: type) -> None:
    record = record_of(acting(), event(seat=ANA, waived=True))
    expected = [(event(seat=seat, waived=True),) for seat in (BORIS, CHAI, DANA)]
    assert offers(amended(record, 1)) == expected


def test_a_theft_is_never_ones_own_and_a_trade_has_two_sides() -> None:
    theft = record_of(acting(), CardStolen(seat=ANA, victim=BORIS, late=True))
    assert {event.seat for event in entering(CardStolen, amended(theft, 1)) if event.victim == BORIS} == {
        ANA,
        CHAI,
        DANA,
    }
    trade = record_of(acting(), PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}))
    whose = amended(trade, 1).rows[-1]
    assert [button.label for button in whose.buttons] == ["Chai", "Dana"]


def test_an_entry_of_the_whole_table_is_nobodys() -> None:
    assert offers(amended(record_of(new_game(), StepDone(step="frame")), 1)) == []


def test_a_game_can_end_with_a_winner_or_with_nobody() -> None:
    offered = offers(panel_at(acting(), "?do=finish"))
    assert offered[:4] == [(VictoryDeclared(seat=seat, waived=True),) for seat in range(4)]
    assert offered[4:] == [(Corrected(what="step", value="over"),)]
    record = Record(acting())
    record.add(Corrected(what="step", value="over"))
    assert record.state.phase == Over(None)
    assert stage_at(record).is_over
