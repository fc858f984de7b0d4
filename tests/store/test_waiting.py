"""Nobody waits for another table: not while it writes to a slow disk, and not while a game is deleted for good."""

from pathlib import Path
from time import monotonic, sleep

import gevent
import pytest

from narrator.store import sql_log
from narrator.store.sql_log import SqlLog
from tests.hostile.slow_disk import LIMIT, fill, longest_while_deleting, longest_while_writing, slow_library
from tests.service.kit import NOON, file_log_in, ruling, texts
from tests.store.test_sql_log import ONE, TWO

pytestmark = pytest.mark.file


@pytest.fixture
def log(tmp_path: Path) -> SqlLog:
    log = file_log_in(tmp_path)
    log.create(ONE, [])
    log.create(TWO, [ruling("two")])
    return log


def test_a_strangers_page_does_not_wait_for_a_slow_disk(tmp_path: Path) -> None:
    if (library := slow_library(tmp_path)) is None:
        pytest.skip("needs a C compiler")
    assert longest_while_writing(tmp_path, library, taps=5, count=60) <= LIMIT


def test_nobody_waits_while_a_game_is_deleted_from_a_large_file(tmp_path: Path) -> None:
    assert longest_while_deleting(tmp_path, megabytes=60) <= LIMIT


def test_the_event_loop_goes_on_while_somebody_writes(log: SqlLog, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, is_kept = SqlLog._commit, False

    def slowly(self: SqlLog) -> None:
        nonlocal is_kept
        sleep(0.3)
        is_kept = True
        commit(self)

    monkeypatch.setattr(SqlLog, "_commit", slowly)
    writing = gevent.spawn(log.append, "one", 1, [ruling("a")], NOON)
    longest, before = 0.0, monotonic()
    while not writing.ready():
        assert texts(log.entries("two")) == ["two"]
        assert is_kept or log.entries("one") == [], "what is not on the disk is not shown"
        gevent.sleep(0.001)
        longest, before = max(longest, monotonic() - before), monotonic()
    assert longest < 0.1
    assert texts(log.entries("one")) == ["a"]


def test_who_is_killed_while_writing_leaves_nothing_open(log: SqlLog, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = SqlLog._commit

    def slowly(self: SqlLog) -> None:
        sleep(0.1)
        commit(self)

    monkeypatch.setattr(SqlLog, "_commit", slowly)
    for _ in range(3):
        writing = gevent.spawn(log.append, "one", 1, [ruling("a")], NOON)
        gevent.sleep(0.03)
        writing.kill()
    monkeypatch.undo()
    log.append("two", 2, [ruling("b")], NOON)
    assert texts(log.entries("two")) == ["two", "b"]
    assert texts(log.entries("one")) in ([], ["a"])


def test_a_large_file_is_packed_when_nobody_writes_any_more(
    log: SqlLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_log, "QUIET", 0.2)
    monkeypatch.setattr(sql_log, "LOOK", 0.02)
    fill(tmp_path / "games.db", 6)
    log.append("one", 1, [ruling("x" * 900) for _ in range(100)], NOON)
    packed: list[bool] = []
    pack = SqlLog._pack

    def watched(self: SqlLog) -> bool:
        packed.append(pack(self))
        return packed[-1]

    monkeypatch.setattr(SqlLog, "_pack", watched)
    log.erase_game("one")
    assert b"xxxxxxxxx" not in (tmp_path / "games.db-wal").read_bytes()
    for number in range(2, 12):
        log.append("two", number, [ruling("b")], NOON)
        gevent.sleep(0.05)
    assert packed == [], "others were writing"
    deadline = monotonic() + 10
    while not packed and monotonic() < deadline:
        gevent.sleep(0.02)
    assert packed == [True]
    assert b"xxxxxxxxx" not in (tmp_path / "games.db").read_bytes()
    assert log._reader.execute("PRAGMA freelist_count").fetchone() == (0,)


def test_who_writes_interrupts_the_packing(log: SqlLog, tmp_path: Path) -> None:
    fill(tmp_path / "games.db", 60)
    packing = gevent.spawn(log._pack)
    gevent.sleep(0.03)
    log.append("one", 1, [ruling("a")], NOON)
    assert packing.get() is False
    assert texts(log.entries("one")) == ["a"]


def test_what_was_not_packed_before_a_restart_is_packed_after_it(
    log: SqlLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_log, "QUICKLY_PACKED", 0)
    log.append("one", 1, [ruling("x" * 900) for _ in range(100)], NOON)
    log.erase_game("one")
    log.close()
    monkeypatch.setattr(sql_log, "QUIET", 0.0)
    monkeypatch.setattr(sql_log, "LOOK", 0.02)
    again = file_log_in(tmp_path)
    again.wake()
    assert again._packing is not None
    again._packing.join(10)
    assert again._reader.execute("PRAGMA freelist_count").fetchone() == (0,)
