"""What stays of a game that is over, read off its record."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from narrator.core.reading.result import Corner, result_of, standings
from narrator.core.record.record import Record, fold
from narrator.core.table.events import DiceRolled, SettlementBuilt, TakenBack, TouchedHex, VictoryDeclared
from narrator.core.table.setup import Player, Setup, initial_state
from tests.support.web import SAMPLE, game_in, record_in, sample_games

TRIO = [Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")]
EVENING = datetime(2026, 5, 1, 19, tzinfo=UTC)


def test_a_game_that_goes_on_has_no_result() -> None:
    setup, events = game_in(SAMPLE)
    assert result_of(fold(initial_state(setup), events[:210]).head) is None


@pytest.mark.parametrize("path", [SAMPLE, *sample_games()], ids=lambda path: path.stem)
def test_a_result_says_what_the_final_standings_say(path: Path) -> None:
    record = record_in(path)
    result = result_of(record.head)
    assert result is not None
    told = [(seat.seat, seat.place, seat.points) for seat in result.seats]
    assert told == [(one.seat, one.place, one.points) for one in standings(record.state)]
    assert [seat.won for seat in result.seats] == [True, *[False] * (len(told) - 1)]
    assert all(2 <= len(seat.corners) <= 6 for seat in result.seats)


def test_an_end_that_was_taken_back_has_no_result() -> None:
    record = record_in(SAMPLE)
    record.add(TakenBack(to=len(record.log) - 1))
    assert result_of(record.head) is None


def test_times_are_those_of_the_entries() -> None:
    setup, events = game_in(SAMPLE)
    timed = [replace(event, time=EVENING + timedelta(seconds=10 * n)) for n, event in enumerate(events)]
    result = result_of(fold(initial_state(setup), timed).head)
    assert result is not None
    assert result.ended == timed[-1].time
    assert result.seconds == 10 * (len(events) - 1)
    assert 0 < sum(seat.seconds for seat in result.seats) <= result.seconds


def test_without_a_board_first_corners_are_those_that_were_told() -> None:
    record = Record(initial_state(Setup(TRIO, tracking="counts")))
    record.add(SettlementBuilt(seat=0, touches=[TouchedHex("ore", 8), TouchedHex("wool", 4)]))
    record.add_unchecked(VictoryDeclared(seat=0, waived=True))
    result = result_of(record.head)
    assert result is not None
    assert result.seats[0].corners == (Corner("ore", 8), Corner("wool", 4))


def test_where_nothing_is_counted_there_are_no_points_and_one_winner() -> None:
    rolled = DiceRolled(seat=0, total=5, waived=True)
    record = fold(initial_state(Setup(TRIO, tracking="script")), [rolled, VictoryDeclared(seat=1, waived=True)])
    result = result_of(record.head)
    assert result is not None
    first = result.seats[0]
    assert (first.name, first.place, first.points) == ("Boris", 1, None)
    assert {seat.place for seat in result.seats[1:]} == {None}
