"""Who has read a game to its end asks the file no more, until somebody has written."""

from pathlib import Path

import pytest

from narrator.store.event_log import Overtaken
from narrator.store.note import Said
from narrator.store.sql_log import SqlLog
from narrator.store.sqlite_file import open_file, open_reader
from narrator.store.tables_log import TablesLog
from tests.service.kit import NOON, log_in, ruling, texts
from tests.store.test_sql_log import ONE, TWO

WAIT = Said(seat=0, phrase="wait")


@pytest.fixture
def others(tmp_path: Path) -> TablesLog:
    """Another process with the same file."""
    log = log_in(tmp_path)
    log.create(ONE, [])
    log.create(TWO, [])
    return log


@pytest.fixture
def log(others: TablesLog, tmp_path: Path) -> TablesLog:
    """Has read both games to their ends."""
    log = log_in(tmp_path)
    for game in ("one", "two"):
        assert (log.entries(game), log.notes(game)) == ([], [])
    return log


def test_what_another_process_writes_is_found(log: TablesLog, others: TablesLog) -> None:
    others.append("one", 1, [ruling("a")], NOON)
    others.add_note("two", 1, WAIT, "k", NOON)
    assert texts(log.entries("one")) == ["a"]
    assert [kept.note for kept in log.notes("two")] == [WAIT]
    assert (log.entries("two"), log.notes("one")) == ([], [])
    others.append("one", 2, [ruling("b")], NOON)
    assert texts(log.entries("one", after=1)) == ["b"]


def test_what_is_written_here_is_found(log: TablesLog) -> None:
    log.append("one", 1, [ruling("a"), ruling("b")], NOON)
    log.add_note("two", 1, WAIT, "k", NOON)
    assert texts(log.entries("one", after=1)) == ["b"]
    assert log.entries("one", after=2) == []
    assert texts(log.entries("one", after=0)) == ["a", "b"]
    assert [kept.number for kept in log.notes("two")] == [1]


def test_who_was_overtaken_finds_by_what(log: TablesLog, others: TablesLog) -> None:
    log.append("one", 1, [ruling("a")], NOON)
    others.append("one", 2, [ruling("theirs")], NOON)
    with pytest.raises(Overtaken):
        log.append("one", 2, [ruling("ours"), ruling("more")], NOON)
    assert texts(log.entries("one", after=1)) == ["theirs"]
    assert log.entries("one", after=2) == []


@pytest.mark.file
def test_the_rows_are_not_looked_for_again_while_nobody_writes(others: TablesLog, tmp_path: Path) -> None:
    file = open_file(f"sqlite:///{tmp_path}/games.db")
    reader = open_reader(file)
    log, asked = SqlLog(file=file, reader=reader), list[str]()
    log.append("one", 1, [ruling("a")], NOON)
    assert log.entries("one", after=1) == []
    reader.set_trace_callback(asked.append)
    assert log.entries("one", after=1) == []
    assert asked == ["PRAGMA data_version"]
    others.append("two", 1, [ruling("b")], NOON)
    assert log.entries("one", after=1) == []
    assert any("FROM entries" in statement for statement in asked)
    log.close()
