"""Ruling T-10: the clock of a turn, read from the times that entries carry; it knows no present of its own."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.record.clock import Clock, clock_of, seconds_by_owner
from narrator.core.record.record import Record
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    ClockPaused,
    ClockResumed,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayerLeft,
    PlayersTraded,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    RulingMade,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState, acting_seat
from tests.support.app import NOON
from tests.support.core_evening import evening, table
from tests.support.games import ANA, BORIS, CHAI, DANA, ELI, given, hexagon, new_game, path, spot
from tests.support.player import TrueTable

SOFT: dict[str, Any] = {"turn_timer": "soft", "turn_seconds": 120}
HARD: dict[str, Any] = {"turn_timer": "hard", "turn_seconds": 120}


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


class Told:
    """A record that is told when something happened, in seconds."""

    def __init__(self, start: GameState) -> None:
        self.record = Record(start)

    def add(self, seconds: float, *events: AnyEvent) -> "Told":
        for event in events:
            self.record.add(replace(event, time=at(seconds)))
        return self

    def clock(self, seconds: float) -> Clock | None:
        return clock_of(self.record.head, at(seconds))

    def left(self, seconds: float) -> float:
        clock = self.clock(seconds)
        assert clock is not None
        return clock.left

    def codes(self, seconds: float, event: AnyEvent) -> list[str]:
        return [reason.code for reason in self.record.refusals(replace(event, time=at(seconds)))]


def anas_turn(step: str = "actions", **rules: Any) -> Told:
    """Dana has passed the dice to Ana, and the clock begins."""
    start = given(
        new_game(**rules),
        turn=DANA,
        settlements={ANA: ["A1 NW"], BORIS: ["C1-C2-D1"]},
        roads={ANA: ["A1 NW", "A1 NE"]},
        hands={ANA: 9, BORIS: 9},
        seats={ANA: {"development_cards": 3}},
    )
    told = Told(start).add(0, TurnEnded(seat=DANA))
    return told if step == "roll" else told.add(0, DiceRolled(seat=ANA, total=2))


# How it stands.


def test_T_10_without_a_running_clock_there_is_none() -> None:
    assert anas_turn(turn_timer="off").clock(500) is None


@pytest.mark.parametrize(
    ("timer", "is_hard", "counts_down"),
    [("reminder", False, False), ("soft", False, True), ("hard", True, True)],
)
def test_T_10_the_clock_begins_with_the_turn_and_runs_down(timer: str, is_hard: bool, counts_down: bool) -> None:
    told = anas_turn("roll", turn_timer=timer, turn_seconds=120)
    begun = Clock(ANA, 120, False, timer)
    assert told.clock(0) == begun
    assert (begun.is_hard, begun.counts_down) == (is_hard, counts_down)
    assert told.clock(50) == Clock(ANA, 70, False, timer)
    told.add(60, DiceRolled(seat=ANA, total=2))
    assert told.left(60) == 60, "the roll is part of the turn"
    assert told.left(130) == -10
    assert [told.clock(when).is_up for when in (119, 120, 121)] == [False, True, True]  # type: ignore[union-attr]


def test_T_10_before_the_first_turn_no_clock_runs() -> None:
    told = Told(new_game(3, **SOFT))
    assert told.clock(10) is None
    for number, event in enumerate(evening("Ana's second settlement")):
        told.add(number, event)
        assert told.clock(number + 5) is None
    told.add(100, *evening("Ana's second road", after="Ana's second settlement"))
    assert told.left(100) == 120, "the last road begins the first turn"


def test_T_10_when_the_game_is_over_no_clock_runs() -> None:
    told = anas_turn(**SOFT, leaver="end")
    told.add(10, PlayerLeft(seat=BORIS))
    assert told.clock(11) is None


def test_T_10_each_turn_begins_with_all_its_time() -> None:
    told = anas_turn(**SOFT).add(110, TurnEnded(seat=ANA))
    assert told.clock(115) == Clock(BORIS, 115, False, "soft")


def test_T_10_entries_without_a_time_have_no_clock() -> None:
    record = Record(given(new_game(**SOFT), turn=DANA))
    record.add(TurnEnded(seat=DANA))
    assert clock_of(record.head, NOON) is None
    record.add(DiceRolled(seat=ANA, total=2, time=NOON))
    assert clock_of(record.head, NOON) is None, "nobody knows when the turn began"


def test_T_10_a_clock_that_is_set_in_mid_turn_counts_from_then_on() -> None:
    told = anas_turn().add(300, RuleChanged(key="turn_timer", value="soft"))
    assert told.left(310) == 180 - 10
    told.add(320, RuleChanged(key="turn_seconds", value=60))
    assert told.left(320) == 40
    told.add(330, RuleChanged(key="turn_timer", value="hard"))
    assert told.left(330) == 30, "another kind of clock goes on from where it stands"


def test_T_10_a_discard_or_the_robber_keeps_the_turns_clock() -> None:
    told = anas_turn("roll", **SOFT).add(10, DiceRolled(seat=ANA, total=7))
    assert told.record.state.phase.step == "discard"
    assert told.clock(20) == Clock(ANA, 100, False, "soft")
    told.add(30, CardsDiscarded(seat=ANA, cards={"ore": 4}), CardsDiscarded(seat=BORIS, cards={"ore": 4}))
    told.add(40, RobberMoved(seat=ANA, to=hexagon("D1")))
    assert told.clock(40) == Clock(ANA, 80, False, "soft")


# Breaks.


def test_T_10_a_break_is_not_counted() -> None:
    told = anas_turn(**SOFT).add(20, ClockPaused())
    assert told.clock(20) == Clock(ANA, 100, True, "soft")
    assert told.clock(900) == Clock(ANA, 100, True, "soft")
    told.add(1000, ClockResumed())
    assert told.clock(1000) == Clock(ANA, 100, False, "soft")
    told.add(1010, ClockPaused()).add(1020, ClockResumed())
    assert told.left(1020) == 90


def test_T_10_what_is_entered_in_a_break_does_not_end_it() -> None:
    told = anas_turn(**SOFT).add(20, ClockPaused()).add(30, RulingMade(case="x", text="so be it"))
    assert told.clock(500) == Clock(ANA, 100, True, "soft")


def test_T_10_pausing_twice_is_one_break() -> None:
    told = anas_turn(**SOFT).add(20, ClockPaused()).add(30, ClockPaused()).add(50, ClockResumed())
    assert told.left(50) == 100


def test_T_10_the_next_turn_ends_a_break() -> None:
    told = anas_turn(**SOFT).add(20, ClockPaused()).add(60, TurnEnded(seat=ANA))
    assert told.clock(70) == Clock(BORIS, 110, False, "soft")


def test_T_10_there_is_no_break_without_a_clock_and_no_end_without_a_break() -> None:
    without = anas_turn()
    assert without.codes(5, ClockPaused()) == without.codes(5, ClockResumed()) == ["clock.not_running"]
    told = anas_turn(**SOFT)
    assert told.codes(5, ClockPaused()) == []
    assert told.codes(5, ClockResumed()) == ["clock.not_paused"]
    assert [reason.code for reason in told.record.refusals(ClockPaused())] == ["clock.not_running"], "at no time"
    told.add(5, ClockPaused())
    assert told.codes(6, ClockResumed()) == []


def test_T_10_a_break_changes_nothing_on_the_table() -> None:
    told = anas_turn(**SOFT)
    before = told.record.state
    told.add(5, ClockPaused())
    assert replace(told.record.state, last_entry=0) == replace(before, last_entry=0)


# Taking back.


def test_T_10_taking_back_keeps_the_time() -> None:
    told = anas_turn(**SOFT)
    entries = len(told.record.log)
    told.add(40, RoadBuilt(seat=ANA, at=path("A2 NW"))).add(50, TakenBack(to=entries))
    assert told.left(60) == 60, "time goes on"
    told.add(70, TakenBack(to=entries + 1))
    assert told.left(80) == 40


def test_T_10_the_end_of_a_turn_taken_back_gives_no_new_time() -> None:
    told = anas_turn(**SOFT)
    entries = len(told.record.log)
    told.add(100, TurnEnded(seat=ANA)).add(105, TakenBack(to=entries))
    assert told.clock(110) == Clock(ANA, 10, False, "soft")
    told.add(112, TurnEnded(seat=ANA))
    assert told.clock(112) == Clock(BORIS, 120, False, "soft")


def test_T_10_a_break_that_was_undone_with_what_was_entered_before_it_is_still_nobodys_time() -> None:
    told = anas_turn(**HARD)
    entries = len(told.record.log)
    told.add(10, RoadBuilt(seat=ANA, at=path("A2 NW"))).add(20, ClockPaused()).add(320, ClockResumed())
    assert told.left(320) == 100
    told.add(325, TakenBack(to=entries + 2)).add(326, TakenBack(to=entries + 1))
    told.add(330, TakenBack(to=entries))
    assert told.clock(330) == Clock(ANA, 120 - 330 + 300 + 1, False, "hard"), "undoing its end was a moment of break"
    told.add(340, TurnEnded(seat=ANA))
    assert seconds_by_owner(told.record.head) == {"seat.0": 39, "break": 301}


def test_T_10_undoing_a_break_ends_it_and_undoing_its_end_brings_it_back() -> None:
    told = anas_turn(**SOFT).add(20, ClockPaused())
    paused = len(told.record.log)
    told.add(50, TakenBack(to=paused - 1))
    assert told.clock(60) == Clock(ANA, 120 - 60 + 30, False, "soft")
    told.add(70, TakenBack(to=paused))
    assert told.clock(200) == Clock(ANA, 120 - 70 + 30, True, "soft")


def test_C_07_where_a_table_waits_for_who_left_the_clock_waits_too() -> None:
    waiting = anas_turn(leaver="pause", **SOFT).add(20, PlayerLeft(seat=BORIS))
    assert waiting.clock(500) == Clock(ANA, 100, True, "soft")
    assert waiting.add(500, ClockResumed()).left(510) == 90
    assert anas_turn(leaver="pieces_stay", **SOFT).add(20, PlayerLeft(seat=BORIS)).left(50) == 70


def test_T_10_a_turns_beginning_that_was_put_in_later_has_the_time_of_the_entry_before_it() -> None:
    told = anas_turn(**SOFT).add(30, RoadBuilt(seat=ANA, at=path("A2 NW")))
    told.add(50, Amended(after=len(told.record.log), event=TurnEnded(seat=ANA)))
    assert told.clock(60) == Clock(BORIS, 90, False, "soft")


def test_T_10_an_amended_entry_keeps_the_time_that_it_was_entered_at() -> None:
    told = anas_turn(**SOFT)
    told.add(100, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=5))
    assert told.left(110) == 110
    began = len(told.record.log) - 1
    told.add(115, Amended(entry=began, event=TurnEnded(seat=ANA)))
    assert told.left(120) == 100, "the entry that began the turn"
    told.add(125, Amended(entry=began + 1, event=DiceRolled(seat=BORIS, total=6)))
    assert told.left(130) == 90
    spent = seconds_by_owner(told.record.head)
    assert spent == {"seat.0": 100}


def test_T_10_a_break_before_what_was_taken_back_stays_a_break() -> None:
    told = anas_turn(**SOFT).add(10, ClockPaused()).add(60, ClockResumed())
    entries = len(told.record.log)
    told.add(70, RoadBuilt(seat=ANA, at=path("A2 NW"))).add(75, TakenBack(to=entries))
    assert told.left(80) == 120 - 80 + 50


@pytest.mark.parametrize("back", [1, 3600, 10**8])
def test_T_10_a_servers_clock_that_was_set_back_shows_no_more_than_the_turns_time(back: int) -> None:
    told = anas_turn(**SOFT)
    assert told.left(-back) == 120
    told.add(20, ClockPaused()).add(50, ClockResumed())
    assert told.left(-back) == 120
    assert told.left(60) == 90, "once it has caught up, everything is as it was"


# A hard stop.

CLOSED: dict[str, AnyFact] = {
    "road": RoadBuilt(seat=ANA, at=path("A2 NW")),
    "settlement": SettlementBuilt(seat=ANA, at=spot("A1 NE")),
    "city": CityBuilt(seat=ANA, at=spot("A1 NW")),
    "card": DevelopmentBought(seat=ANA),
    "bank": BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1}),
    "trade": PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}),
    "trade told from the other side": PlayersTraded(seat=BORIS, partner=ANA, give={"ore": 1}, receive={"wool": 1}),
}
OPEN: dict[str, AnyFact] = {
    "passing": TurnEnded(seat=ANA),
    "knight": KnightPlayed(seat=ANA),
    "free roads": RoadBuildingPlayed(seat=ANA),
    "plenty": YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}),
    "monopoly": MonopolyPlayed(seat=ANA, resource="ore", taken={}),
    "ruling": RulingMade(case="x", text="as we please"),
    "correction": Corrected(what="hand", seat=ANA, value=3),
    "rule": RuleChanged(key="gifts", value="allowed"),
    "break": ClockPaused(),
}


@pytest.mark.parametrize("name", CLOSED)
def test_T_10_a_hard_stop_closes_trading_and_building(name: str) -> None:
    told, event = anas_turn(**HARD), CLOSED[name]
    assert told.codes(119, event) == []
    assert told.codes(120, event) == ["clock.closed"]


@pytest.mark.parametrize("name", CLOSED)
def test_T_10_what_a_hard_stop_closed_is_irregular_and_can_be_let_stand(name: str) -> None:
    told, event = anas_turn(**HARD), replace(CLOSED[name], time=at(130))
    (closed,) = told.record.refusals(event)
    assert (closed.kind, closed.params) == ("irregular", {"seat": ANA})
    with pytest.raises(Refused):
        told.record.add(event)
    told.record.add(replace(event, waived=True))
    assert told.record.log[-1].waived


@pytest.mark.parametrize("name", OPEN)
def test_T_10_a_hard_stop_closes_nothing_else(name: str) -> None:
    assert anas_turn(**HARD).codes(500, OPEN[name]) == []


OTHERS: dict[str, AnyFact] = {
    "road": RoadBuilt(seat=BORIS, at=path("A2 NW")),
    "card": DevelopmentBought(seat=BORIS),
    "bank": BankTraded(seat=BORIS, give={"wool": 4}, receive={"ore": 1}),
    "trade": PlayersTraded(seat=BORIS, partner=CHAI, give={"ore": 1}, receive={"wool": 1}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_T_10_a_hard_stop_closes_nothing_for_who_is_not_on_the_clock(name: str) -> None:
    """Whether it is their turn is another question, which the host may let stand."""
    told, event = anas_turn(**HARD), OTHERS[name]
    assert told.codes(500, event) == told.codes(1, event)
    assert "clock.closed" not in told.codes(500, event)


@pytest.mark.parametrize("name", [*CLOSED, *OPEN])
@pytest.mark.parametrize("timer", ["off", "reminder", "soft"])
def test_T_10_nothing_but_a_hard_stop_refuses_anything(timer: str, name: str) -> None:
    event = {**CLOSED, **OPEN}[name]
    expected = [] if timer != "off" or name != "break" else ["clock.not_running"]
    told = anas_turn(turn_timer=timer, turn_seconds=30)
    assert told.codes(5000, event) == told.codes(1, event) == expected


def test_T_10_a_hard_stop_never_skips_a_pending_discard_nor_the_robber() -> None:
    told = anas_turn("roll", **HARD).add(10, DiceRolled(seat=ANA, total=7))
    assert told.codes(500, TurnEnded(seat=ANA)) == ["step.not_now"]
    told.add(500, CardsDiscarded(seat=ANA, cards={"ore": 4}), CardsDiscarded(seat=BORIS, cards={"wool": 4}))
    assert told.codes(510, TurnEnded(seat=ANA)) == ["step.not_now"]
    told.add(520, RobberMoved(seat=ANA, to=hexagon("D1")))
    told.add(530, CardStolen(seat=ANA, victim=BORIS))
    assert told.record.state.phase.step == "actions"
    assert told.codes(540, CLOSED["road"]) == ["clock.closed"]


def test_T_10_free_roads_are_placed_after_a_hard_stop_and_a_third_is_not() -> None:
    told = anas_turn(**HARD).add(110, RoadBuildingPlayed(seat=ANA))
    told.add(500, RoadBuilt(seat=ANA, at=path("A2 NW")))
    told.add(510, RoadBuilt(seat=ANA, at=path("A2 NE")))
    assert told.record.state.phase.step == "actions"
    assert told.codes(520, RoadBuilt(seat=ANA, at=path("A3 NW"))) == ["clock.closed"]


def test_T_10_a_break_stops_the_hard_stop_and_opens_nothing_after_it() -> None:
    told = anas_turn(**HARD).add(100, ClockPaused())
    assert told.codes(900, CLOSED["road"]) == []
    told = anas_turn(**HARD).add(130, ClockPaused())
    assert told.codes(900, CLOSED["road"]) == ["clock.closed"]


def test_T_10_what_happened_before_the_stop_may_be_entered_late() -> None:
    told = anas_turn(**HARD)
    assert told.codes(500, replace(CLOSED["road"], late=True)) == []
    assert [reason.code for reason in told.record.refusals(CLOSED["road"])] == [], "a file without times is not judged"


def test_T_10_in_placement_nothing_is_closed() -> None:
    told = Told(new_game(3, **HARD))
    for number, event in enumerate(evening("Ana's second road")):
        assert told.codes(1000 * number, event) == []
        told.add(1000 * number, event)


# Between the turns of five and six.


@pytest.mark.parametrize("mode", ["paired", "special_build"])
def test_T_10_a_part_between_two_turns_has_its_own_time(mode: str) -> None:
    start = given(new_game(5, layout="random_tokens", five_six_turns=mode, **HARD), turn=ELI, hands={DANA: 9, BORIS: 9})
    told = Told(start).add(0, *ends(start, ELI))
    assert told.record.state.turn == ANA
    told.add(0, DiceRolled(seat=ANA, total=2)).add(119, TurnEnded(seat=ANA))
    acting = DANA if mode == "paired" else BORIS
    assert told.clock(119) == Clock(acting, 120, False, "hard")
    buy = DevelopmentBought(seat=acting)
    assert told.codes(238, buy) == []
    assert told.codes(240, buy) == ["clock.closed"]
    told.add(240, TurnEnded(seat=acting))
    following = BORIS if mode == "paired" else CHAI
    assert told.clock(240) == Clock(following, 120, False, "hard")


def ends(state: GameState, seat: int) -> list[AnyEvent]:
    """The turn's end and all parts after it, up to the next turn."""
    found: list[AnyEvent] = []
    record = Record(state)
    while record.state.turn == seat:
        found.append(TurnEnded(seat=acting_seat(record.state)))
        record.add(found[-1])
    return found


# Whose the time was.


def test_T_10_each_stretch_belongs_to_what_ended_it() -> None:
    told = anas_turn("roll", **SOFT)
    told.add(5, DiceRolled(seat=ANA, total=2))
    told.add(25, CLOSED["trade"])
    told.add(30, CLOSED["road"])
    told.add(40, ClockPaused())
    told.add(90, RulingMade(case="x", text="in the break"))
    told.add(100, ClockResumed())
    told.add(103, Corrected(what="hand", seat=ANA, value=8))
    told.add(110, CLOSED["bank"])
    told.add(120, TurnEnded(seat=ANA))
    told.add(127, DiceRolled(seat=BORIS, total=2))
    assert seconds_by_owner(told.record.head) == {
        "seat.0": 5 + 5 + 10 + 10,
        "trading": 20 + 7,
        "break": 60,
        "host": 3,
        "seat.1": 7,
    }


def test_T_10_a_break_that_nobody_ended_is_over_with_the_turn() -> None:
    told = (
        anas_turn(**SOFT).add(20, ClockPaused()).add(60, TurnEnded(seat=ANA)).add(75, DiceRolled(seat=BORIS, total=2))
    )
    assert seconds_by_owner(told.record.head) == {"seat.0": 20, "break": 40, "seat.1": 15}


def test_T_10_laying_the_table_is_the_hosts_time_and_placing_the_players() -> None:
    told = Told(new_game(3)).add(0, StepDone(step="frame")).add(30, StepDone(step="hexes"))
    told.add(50, *evening("Ana begins")).add(80, *evening("Ana's first settlement", after="Ana begins"))
    told.add(90, *evening("Ana's first road", after="Ana's first settlement"))
    assert seconds_by_owner(told.record.head) == {"host": 80, "seat.0": 10}


def test_T_10_nothing_was_spent_where_nothing_was_timed() -> None:
    record = Record(table())
    for event in evening("Ana rolls a six"):
        record.add(event)
    assert seconds_by_owner(record.head) == {}
    assert seconds_by_owner(Record(table()).head) == {}


@settings(max_examples=15, deadline=None)
@drawn(st.integers(0, 10**6), st.lists(st.integers(0, 300), min_size=5, max_size=60), st.integers(0, 4))
def test_T_10_whose_time_it_was_adds_up_to_the_whole_evening(seed: int, waits: list[int], undone: int) -> None:
    true = TrueTable(new_game(4, **SOFT), seed)
    told, now, gone_by = Told(true.state), 0, []
    for wait, event in zip(waits, true.events(len(waits)), strict=False):
        now += wait
        told.add(now, event)
        gone_by.append(now)
    kept = max(1, len(told.record.log) - undone)
    told.add(now + 7, TakenBack(to=kept))
    spent = seconds_by_owner(told.record.head)
    assert sum(spent.values()) == gone_by[kept - 1] - gone_by[0]
    assert all(seconds > 0 for seconds in spent.values())


def test_T_10_a_clock_that_was_set_back_takes_nobodys_time_twice() -> None:
    told = anas_turn("roll", **SOFT).add(60, DiceRolled(seat=ANA, total=2)).add(20, CLOSED["road"])
    told.add(80, TurnEnded(seat=ANA))
    assert sum(seconds_by_owner(told.record.head).values()) == 80
