"""Copies made while the file is written to, so many of them, and back from one."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from narrator.storage.backups import (
    DAYS_KEPT,
    back_up_to,
    check_file,
    erase_game_in_backups,
    find_missing_games,
    games_in,
    integrity_errors,
    is_backed_up,
    list_backups,
    make_daily_backup,
    restore,
)
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage, open_storage
from tests.support.app import NOON, file_log_in, ruling, texts
from tests.support.setups import ONE, TWO

pytestmark = pytest.mark.file

TODAY = date(2026, 5, 1)


@pytest.fixture
def log(tmp_path: Path) -> Storage:
    log = file_log_in(tmp_path)
    log.games.create(ONE, [ruling("a")])
    return log


def refusal(work: object, *args: object) -> str:
    with pytest.raises(StorageUnavailable) as caught:
        work(*args)  # type: ignore[operator]
    return caught.value.code


def test_a_copy_of_a_file_in_use_has_everything(log: Storage, tmp_path: Path) -> None:
    copy = make_daily_backup(log.database.path, TODAY)
    log.games.append(ONE.id, 2, [ruling("later")], NOON)
    assert sorted(path.name for path in copy.parent.iterdir()) == ["games-2026-05-01.db"]
    there = open_storage(f"sqlite:///{copy}")
    assert texts(there.games.entries(ONE.id)) == ["a"]
    there.close()


def writes_during_copy(log: Storage, copy: Path, numbers: Iterator[int]) -> int:
    """How often somebody can write while one copy is made."""
    begun, done = threading.Event(), threading.Event()

    def make() -> None:
        begun.set()
        back_up_to(log.database.path, copy)
        done.set()

    thread = threading.Thread(target=make)
    thread.start()
    begun.wait()
    writes = 0
    while not done.is_set():
        log.games.append(ONE.id, next(numbers), [ruling("tap")], NOON)
        writes += 1
    thread.join()
    return writes


def test_who_writes_does_not_wait_for_a_copy(log: Storage, tmp_path: Path) -> None:
    log.games.append(ONE.id, 2, [ruling("x" * 10_000) for _ in range(3_000)], NOON)
    numbers = count(3_002)
    assert any(writes_during_copy(log, tmp_path / "copy.db", numbers) > 3 for _ in range(5))
    check_file(tmp_path / "copy.db")
    assert not integrity_errors(log.database.path)


def test_one_copy_a_day_and_so_many_days(log: Storage) -> None:
    for day in range(DAYS_KEPT + 3):
        for _ in range(2):
            copy = make_daily_backup(log.database.path, TODAY + timedelta(days=day))
            stamp = (NOON + timedelta(days=day)).timestamp()
            os.utime(copy, (stamp, stamp))
    kept = [copy.path.name for copy in list_backups(log.database.path)]
    assert len(kept) == DAYS_KEPT
    assert kept[0] == "games-2026-05-17.db"
    assert kept[-1] == "games-2026-05-04.db"


def test_nothing_new_needs_no_new_copy(log: Storage) -> None:
    assert not is_backed_up(log.database.path)
    make_daily_backup(log.database.path, TODAY)
    assert is_backed_up(log.database.path)
    time.sleep(0.05)
    log.games.append(ONE.id, 2, [ruling("b")], NOON)
    assert not is_backed_up(log.database.path)


def test_a_damaged_file_takes_no_good_copys_place(log: Storage) -> None:
    copy = make_daily_backup(log.database.path, TODAY)
    good = copy.read_bytes()
    log.close()
    break_page(Path(log.database.path))
    assert refusal(make_daily_backup, log.database.path, TODAY) == "damaged"
    assert copy.read_bytes() == good
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def break_page(path: Path) -> None:
    """Overwrite what says where the tables are."""
    written = bytearray(path.read_bytes())
    written[100:2000] = os.urandom(1900)
    path.write_bytes(written)


def test_a_damaged_file_is_restored_and_kept_aside(log: Storage, tmp_path: Path) -> None:
    copy = make_daily_backup(log.database.path, TODAY)
    log.close()
    break_page(Path(log.database.path))
    broken = Path(log.database.path).read_bytes()
    done = restore(log.database.path, copy, datetime(2026, 5, 2, 9, 30, tzinfo=UTC))
    assert done.games == 1
    assert done.replaced == tmp_path / "games-before-2026-05-02-093000.db"
    assert done.replaced.read_bytes() == broken
    again = file_log_in(tmp_path)
    assert texts(again.games.entries(ONE.id)) == ["a"]
    again.games.create(TWO, [])
    assert not integrity_errors(again.database.path)


def test_what_was_written_ahead_goes_aside_with_its_file(log: Storage, tmp_path: Path) -> None:
    copy = make_daily_backup(log.database.path, TODAY)
    log.games.append(ONE.id, 2, [ruling("b")], NOON)
    kill(log)
    done = restore(log.database.path, copy, NOON)
    assert texts(file_log_in(tmp_path).games.entries(ONE.id)) == ["a"]
    aside = open_storage(f"sqlite:///{done.replaced}")
    assert texts(aside.games.entries(ONE.id)) == ["a", "b"]
    aside.close()


def kill(log: Storage) -> None:
    """Nobody uses the file any more, and what was written ahead of it is still there."""
    ahead = Path(f"{log.database.path}-wal").read_bytes()
    log.close()
    Path(f"{log.database.path}-wal").write_bytes(ahead)


def test_a_file_in_use_is_left_alone(log: Storage) -> None:
    copy = make_daily_backup(log.database.path, TODAY)
    assert refusal(restore, log.database.path, copy, NOON) == "busy"
    log.games.append(ONE.id, 2, [ruling("b")], NOON)
    assert texts(log.games.entries(ONE.id)) == ["a", "b"]


def test_what_is_no_copy_is_not_restored(log: Storage, tmp_path: Path) -> None:
    log.close()
    before = Path(log.database.path).read_bytes()
    (text := tmp_path / "text.db").write_text("nothing of ours")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE stamps (id)")
    connection.close()
    (cut := tmp_path / "cut.db").write_bytes(before[: len(before) // 2])
    for wrong, why in ((text, "damaged"), (other, "foreign"), (cut, "damaged"), (tmp_path / "none.db", "cannot_open")):
        assert refusal(restore, log.database.path, wrong, NOON) == why
    assert Path(log.database.path).read_bytes() == before


def test_a_place_that_can_not_be_written_is_reported(log: Storage, tmp_path: Path) -> None:
    (tmp_path / "games-backups").write_text("a file where the folder should be")
    assert refusal(make_daily_backup, log.database.path, TODAY) in ("no_folder", "no_copy")


def test_a_server_and_a_command_may_copy_at_the_same_time(log: Storage, tmp_path: Path) -> None:
    log.games.append(ONE.id, 2, [ruling("x" * 10_000) for _ in range(500)], NOON)
    failed: list[Exception] = []

    def make() -> None:
        try:
            for _ in range(5):
                back_up_to(log.database.path, tmp_path / "kept" / "copy.db")
        except Exception as error:  # told below: a thread's own is only printed
            failed.append(error)

    both = [threading.Thread(target=make) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert failed == []
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["copy.db"]


def test_what_a_killed_copy_left_behind_goes_with_the_next_one(log: Storage, tmp_path: Path) -> None:
    old, new = (tmp_path / "kept" / f"copy.db.{name}.part" for name in ("old", "new"))
    old.parent.mkdir()
    for part in (old, new):
        part.touch()
    os.utime(old, (0, 0))
    back_up_to(log.database.path, tmp_path / "kept" / "copy.db")
    assert (old.exists(), new.exists()) == (False, True)


# A file that lost its games.


def lose(log: Storage, tmp_path: Path) -> Storage:
    """Somebody deletes the file, and the next start makes an empty one."""
    log.close()
    for ending in ("", "-wal", "-shm"):
        Path(f"{log.database.path}{ending}").unlink(missing_ok=True)
    return file_log_in(tmp_path)


def held_in_copies(log: Storage) -> list[set[str]]:
    return sorted((games_in(copy.path) for copy in list_backups(log.database.path)), key=sorted)


def test_a_copy_with_games_is_not_replaced_by_one_without(log: Storage, tmp_path: Path) -> None:
    good = make_daily_backup(log.database.path, TODAY)
    empty = lose(log, tmp_path)
    kept = [make_daily_backup(empty.database.path, TODAY) for _ in range(3)]
    assert games_in(good) == {ONE.id}
    assert {path.name for path in kept} == {"games-2026-05-01-2.db"}
    assert held_in_copies(empty) == [set(), {ONE.id}]


def test_a_copy_is_not_replaced_by_one_in_which_a_game_is_shorter(log: Storage, tmp_path: Path) -> None:
    early = tmp_path / "early.db"
    back_up_to(log.database.path, early)
    log.games.append(ONE.id, 2, [ruling("b")], NOON)
    late = make_daily_backup(log.database.path, TODAY)
    log.close()
    restore(log.database.path, early, NOON)
    assert make_daily_backup(log.database.path, TODAY) != late


def test_once_the_games_are_back_their_copy_is_brought_up_to_date_again(log: Storage, tmp_path: Path) -> None:
    good = make_daily_backup(log.database.path, TODAY)
    empty = lose(log, tmp_path)
    make_daily_backup(empty.database.path, TODAY)
    empty.close()
    restore(log.database.path, good, NOON)
    assert make_daily_backup(log.database.path, TODAY) == good


def test_the_last_copy_of_lost_games_never_gives_way(log: Storage, tmp_path: Path) -> None:
    good = [make_daily_backup(log.database.path, TODAY + timedelta(days=day)) for day in range(2)]
    for day, copy in enumerate(good):
        stamp = (NOON + timedelta(days=day)).timestamp()
        os.utime(copy, (stamp, stamp))
    empty = lose(log, tmp_path)
    for day in range(2, DAYS_KEPT + 6):
        copy = make_daily_backup(empty.database.path, TODAY + timedelta(days=day))
        stamp = (NOON + timedelta(days=day)).timestamp()
        os.utime(copy, (stamp, stamp))
    assert [copy.path for copy in list_backups(empty.database.path) if games_in(copy.path)] == [good[1]]
    assert len(list_backups(empty.database.path)) == DAYS_KEPT + 1


def test_missing_games_are_found_in_whichever_copy_has_most_of_them(log: Storage, tmp_path: Path) -> None:
    make_daily_backup(log.database.path, TODAY)
    assert find_missing_games(log.database.path, games_in(log.database.path)) == (None, 0)
    log.games.create(TWO, [])
    both = make_daily_backup(log.database.path, TODAY + timedelta(days=1))
    empty = lose(log, tmp_path)
    make_daily_backup(empty.database.path, TODAY + timedelta(days=2))
    (both.parent / "games-2026-04-30.db").write_bytes(b"no database")
    backup, missing = find_missing_games(empty.database.path, games_in(empty.database.path))
    assert backup is not None
    assert (backup.path, missing) == (both, 2)


def test_a_deleted_game_is_not_missing(log: Storage) -> None:
    log.games.create(TWO, [])
    copy = make_daily_backup(log.database.path, TODAY)
    log.maintenance.erase_game(TWO.id)
    assert erase_game_in_backups(log.database.path, TWO.id) == []
    assert find_missing_games(log.database.path, games_in(log.database.path)) == (None, 0)
    assert make_daily_backup(log.database.path, TODAY) == copy


# Clocks.


def test_copies_dated_in_the_future_don_t_stop_new_ones(log: Storage) -> None:
    """The machine's clock was a century ahead for a while."""
    for day in range(DAYS_KEPT + 1):
        copy = make_daily_backup(log.database.path, date(2136, 1, 1) + timedelta(days=day))
        stamp = datetime(2136, 1, 1 + day, tzinfo=UTC).timestamp()
        os.utime(copy, (stamp, stamp))
    log.games.append(ONE.id, 2, [ruling("b")], NOON)
    assert not is_backed_up(log.database.path)
    new = [make_daily_backup(log.database.path, TODAY + timedelta(days=day)) for day in range(3)]
    assert is_backed_up(log.database.path)
    assert {copy.path for copy in list_backups(log.database.path)[:3]} == set(new)
    assert len(list_backups(log.database.path)) == DAYS_KEPT


def test_a_file_dated_in_the_future_is_copied_when_something_is_written(log: Storage) -> None:
    os.utime(log.database.path, (4e9 + 2e9,) * 2)
    make_daily_backup(log.database.path, TODAY)
    assert is_backed_up(log.database.path)
    time.sleep(0.05)
    log.games.append(ONE.id, 2, [ruling("b")], NOON)
    assert not is_backed_up(log.database.path)
