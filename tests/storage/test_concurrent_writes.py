"""Nobody waits for another table: not while it writes to a slow disk, and not while a game is deleted for good."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import gevent
import pytest

from narrator.storage.sqlite import database
from narrator.storage.sqlite.database import SqliteDatabase
from narrator.storage.storage import Storage
from tests.support.app import NOON, file_log_in, ruling, texts
from tests.support.setups import ONE, TWO
from tests.support.waiting import PATIENCE, wait_until
from tools.hostile.slow_disk import LIMIT, fill, longest_while_deleting, longest_while_writing, slow_library

pytestmark = pytest.mark.file
TRIES = 5
# `make hostile` holds both to LIMIT; here other work on the machine must not make a test fail.


@pytest.fixture
def log(tmp_path: Path) -> Storage:
    log = file_log_in(tmp_path)
    log.games.create(ONE, [])
    log.games.create(TWO, [ruling("two")])
    return log


def database_of(log: Storage) -> SqliteDatabase:
    assert isinstance(log.database, SqliteDatabase)
    return log.database


def wait_in_thread(is_so: Callable[[], bool]) -> None:
    """In the native thread that writes: wait for what others do meanwhile."""
    deadline = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < deadline, "nobody else went on"
        sleep(0.001)


def free_pages(log: Storage) -> int:
    return int(log.database.read(lambda connection: connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()))


@pytest.mark.thorough
def test_a_strangers_page_does_not_wait_for_a_slow_disk(tmp_path: Path) -> None:
    if (library := slow_library(tmp_path)) is None:
        pytest.skip("needs a C compiler")
    assert longest_while_writing(tmp_path, library, taps=5, count=60) <= 2 * LIMIT


@pytest.mark.thorough
def test_nobody_waits_while_a_game_is_deleted_from_a_large_file(tmp_path: Path) -> None:
    assert longest_while_deleting(tmp_path, megabytes=60) <= 3 * LIMIT


def test_the_event_loop_goes_on_while_somebody_writes(log: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    turns, is_kept = 0, False

    def slowly(_: SqliteDatabase) -> bool:
        """The last thing before the commit."""
        nonlocal is_kept
        wait_in_thread(lambda: turns > 10)
        is_kept = True
        return True

    monkeypatch.setattr(SqliteDatabase, "is_in_place", slowly)
    writing = gevent.spawn(log.games.append, "one", 1, [ruling("a")], NOON)
    while not writing.ready():
        assert texts(log.games.entries("two")) == ["two"]
        assert is_kept or log.games.entries("one") == [], "what is not on the disk is not shown"
        gevent.sleep(0.001)
        turns += 1
    writing.get()
    assert texts(log.games.entries("one")) == ["a"]


def test_who_is_killed_while_writing_leaves_nothing_open(log: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = killed = 0

    def slowly(_: SqliteDatabase) -> bool:
        nonlocal begun
        begun += 1
        wait_in_thread(lambda: killed >= begun)
        return True

    monkeypatch.setattr(SqliteDatabase, "is_in_place", slowly)
    for number in range(1, 4):
        writing = gevent.spawn(log.games.append, "one", number, [ruling("a")], NOON)
        wait_until(lambda: begun > killed)  # noqa: B023 (waited for at once)
        writing.kill()
        killed += 1
    monkeypatch.undo()
    log.games.append("two", 2, [ruling("b")], NOON)
    assert texts(log.games.entries("two")) == ["two", "b"]
    assert {*texts(log.games.entries("one"))} <= {"a"}


def test_a_large_file_is_packed_when_nobody_writes_any_more(
    log: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(database, "monotonic", lambda: now)
    monkeypatch.setattr(database, "VACUUM_POLL", 0.001)
    fill(tmp_path / "games.db", 6)
    log.games.append("one", 1, [ruling("x" * 900) for _ in range(100)], NOON)
    packed: list[bool] = []
    looks = 0
    pack, change_marker = SqliteDatabase.vacuum, SqliteDatabase.change_marker

    def packed_once_more(database: SqliteDatabase) -> bool:
        packed.append(pack(database))
        return packed[-1]

    def looked_once_more(database: SqliteDatabase) -> object:
        nonlocal looks
        looks += 1
        return change_marker(database)

    monkeypatch.setattr(SqliteDatabase, "vacuum", packed_once_more)
    monkeypatch.setattr(SqliteDatabase, "change_marker", looked_once_more)
    log.maintenance.erase_game("one")
    assert b"xxxxxxxxx" not in (tmp_path / "games.db-wal").read_bytes()
    for number in range(2, 12):
        log.games.append("two", number, [ruling("b")], NOON)
        looked, now = looks, now + 0.9 * database.VACUUM_AFTER
        wait_until(lambda: looks > looked + 1)  # noqa: B023 (waited for at once)
    assert packed == [], "others were writing"
    now += database.VACUUM_AFTER
    wait_until(lambda: packed)
    assert packed == [True]
    assert b"xxxxxxxxx" not in (tmp_path / "games.db").read_bytes()
    assert free_pages(log) == 0


def test_who_writes_interrupts_the_packing(log: Storage, tmp_path: Path) -> None:
    fill(tmp_path / "games.db", 60)
    for number in range(1, TRIES + 1):
        packing = gevent.spawn(database_of(log).vacuum)
        gevent.sleep(0.03)
        log.games.append("one", number, [ruling("a")], NOON)
        if is_interrupted := packing.get() is False:  # else it had not begun, or was over
            break
    assert is_interrupted
    assert texts(log.games.entries("one")) == ["a"] * number


def test_what_was_not_packed_before_a_restart_is_packed_after_it(
    log: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MAX_IMMEDIATE_VACUUM", 0)
    log.games.append("one", 1, [ruling("x" * 900) for _ in range(100)], NOON)
    log.maintenance.erase_game("one")
    log.close()
    monkeypatch.setattr(database, "VACUUM_AFTER", 0.0)
    monkeypatch.setattr(database, "VACUUM_POLL", 0.02)
    again = file_log_in(tmp_path)
    assert free_pages(again) > 0
    again.database.tidy()
    wait_until(lambda: free_pages(again) == 0)
