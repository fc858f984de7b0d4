"""What the club's list asks of a log: games that are played by their last numbers, and what they noted for it."""

from datetime import timedelta
from pathlib import Path

from narrator.core.table.events import RulingMade
from narrator.session.events import AnySessionEvent, AsidesMuted, ClubCard, ClubHelp
from narrator.storage.storage import Storage
from narrator.storage.values import LastNumbers, RunningGame, Secret, StoredGame
from tests.support.app import NOON, TOLD, log_in, ruling

LATER = NOON + timedelta(hours=1)


def begun(log: Storage, id: str, code: str, *events: RulingMade) -> None:
    log.games.create(StoredGame(id, TOLD, code, NOON, Secret("host", "ab" * 32, NOON)), list(events))


def test_games_that_are_played_are_reported_by_their_last_numbers(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    begun(log, "one", "CODE22")
    begun(log, "two", "CODE33", ruling("a"), ruling("b"))
    log.games.append("two", 3, [ruling("c")], LATER)
    log.sessions.append("two", 1, AsidesMuted(on=True), "key", LATER)
    one, two = RunningGame("one", LastNumbers(0, 0), NOON), RunningGame("two", LastNumbers(3, 1), LATER)
    assert log.games.running(NOON) == [one, two]
    assert [one.id for one in log.games.running(LATER)] == ["two"]
    log.results.leave_uncounted("one")
    assert [one.id for one in log.games.running(NOON)] == ["two"]


def test_only_session_events_for_the_club_are_read_in_one_query(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    begun(log, "one", "CODE22")
    begun(log, "two", "CODE33")
    notes: list[AnySessionEvent] = [AsidesMuted(on=True), ClubCard(place="4"), ClubHelp(state="called")]
    for number, note in enumerate(notes, 1):
        log.sessions.append("two", number, note, f"key {number}", NOON)
    log.sessions.append("one", 1, ClubHelp(state="called", seat=1), "key", LATER)
    found = [(game, kept.number, kept.event, kept.written) for game, kept in log.sessions.club_events()]
    assert found == [
        ("one", 1, ClubHelp(state="called", seat=1), LATER),
        ("two", 2, ClubCard(place="4"), NOON),
        ("two", 3, ClubHelp(state="called"), NOON),
    ]


def test_a_log_that_is_well_says_nothing(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    begun(log, "one", "CODE22")
    log.maintenance.check()
    assert log.games.join_code("one") == "CODE22"
