"""Two processes with the same games: each finds what the other has written."""

from pathlib import Path

import pytest

from narrator.session.events import PhraseSaid
from narrator.storage.errors import NumberTaken
from narrator.storage.storage import Storage
from tests.support.app import NOON, log_in, ruling, texts
from tests.support.setups import ONE, TWO

WAIT = PhraseSaid(seat=0, phrase="wait")


@pytest.fixture
def others(tmp_path: Path) -> Storage:
    """Another process with the same file."""
    log = log_in(tmp_path)
    log.games.create(ONE, [])
    log.games.create(TWO, [])
    return log


@pytest.fixture
def log(others: Storage, tmp_path: Path) -> Storage:
    """Has read both games to their ends."""
    log = log_in(tmp_path)
    for game in ("one", "two"):
        assert (log.games.entries(game), log.sessions.events(game)) == ([], [])
    return log


def test_what_another_process_writes_is_found(log: Storage, others: Storage) -> None:
    others.games.append("one", 1, [ruling("a")], NOON)
    others.sessions.append("two", 1, WAIT, "k", NOON)
    assert texts(log.games.entries("one")) == ["a"]
    assert [kept.event for kept in log.sessions.events("two")] == [WAIT]
    assert (log.games.entries("two"), log.sessions.events("one")) == ([], [])
    others.games.append("one", 2, [ruling("b")], NOON)
    assert texts(log.games.entries("one", after=1)) == ["b"]


def test_what_is_written_here_is_found(log: Storage) -> None:
    log.games.append("one", 1, [ruling("a"), ruling("b")], NOON)
    log.sessions.append("two", 1, WAIT, "k", NOON)
    assert texts(log.games.entries("one", after=1)) == ["b"]
    assert log.games.entries("one", after=2) == []
    assert texts(log.games.entries("one", after=0)) == ["a", "b"]
    assert [kept.number for kept in log.sessions.events("two")] == [1]


def test_who_was_overtaken_finds_by_what(log: Storage, others: Storage) -> None:
    log.games.append("one", 1, [ruling("a")], NOON)
    others.games.append("one", 2, [ruling("theirs")], NOON)
    with pytest.raises(NumberTaken):
        log.games.append("one", 2, [ruling("ours"), ruling("more")], NOON)
    assert texts(log.games.entries("one", after=1)) == ["theirs"]
    assert log.games.entries("one", after=2) == []
