"""A file that is deleted or replaced while it is open: nothing is said to be kept, everything can be written anew."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.store.event_log import Unusable
from narrator.store.late_log import LateLog
from narrator.store.note import Said
from narrator.store.sql_log import SqlLog
from tests.service.kit import NOON, TOLD, file_log_in, ruling, texts
from tests.store.test_sql_log import ONE, TWO

pytestmark = pytest.mark.file

FILE = "games.db"
NAMES = (FILE, f"{FILE}-wal", f"{FILE}-shm")


@pytest.fixture
def log(tmp_path: Path) -> SqlLog:
    log = file_log_in(tmp_path)
    log.create(ONE, [ruling("a")])
    return log


def delete(folder: Path) -> None:
    for name in NAMES:
        (folder / name).unlink()


def delete_only_the_file(folder: Path) -> None:
    (folder / FILE).unlink()


def delete_only_what_is_written_ahead(folder: Path) -> None:
    (folder / f"{FILE}-wal").unlink()


def delete_the_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def replace(folder: Path) -> None:
    other = SqlLog(f"sqlite:///{folder}/other.db")
    other.create(TWO, [])
    other.close()
    os.replace(folder / "other.db", folder / FILE)


WAYS = [delete, delete_only_the_file, delete_only_what_is_written_ahead, delete_the_folder, replace]


def refused(write: Callable[[], object]) -> bool:
    with pytest.raises(Unusable) as caught:
        write()
    return caught.value.code == "gone"


@pytest.mark.parametrize("lose", WAYS)
def test_nothing_is_said_to_be_kept_in_a_file_that_is_gone(
    log: SqlLog, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    lose(tmp_path)
    assert refused(lambda: log.append("one", 2, [ruling("b")], NOON))
    assert refused(lambda: log.create(TWO, []))
    assert refused(lambda: log.add_note("one", 1, Said(seat=0, phrase="yes"), "k", NOON))
    assert refused(lambda: log.set_join_code("one", "CODE99"))
    assert texts(log.entries("one")) == ["a"], "what can't be kept is not there either"
    assert log.setup("two") is None


@pytest.mark.parametrize("lose", WAYS)
def test_everything_is_written_to_a_new_file_and_goes_on_there(
    log: SqlLog, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    lose(tmp_path)
    assert log.save_elsewhere() == str(tmp_path / "games-2.db")
    log.append("one", 2, [ruling("b")], NOON)
    again = SqlLog(f"sqlite:///{tmp_path}/games-2.db")
    assert texts(again.entries("one")) == ["a", "b"]
    assert again.setup("one") == TOLD
    assert again.secrets("one", "host") == [ONE.host]
    again.close()


def test_what_lies_in_its_place_is_left_alone(log: SqlLog, tmp_path: Path) -> None:
    replace(tmp_path)
    found = (tmp_path / FILE).read_bytes()
    assert refused(lambda: log.append("one", 2, [ruling("b")], NOON))
    log.save_elsewhere()
    log.close()
    assert (tmp_path / FILE).read_bytes() == found
    assert file_log_in(tmp_path).setup("two") == TWO.setup


def test_a_file_that_is_in_its_place_stays_the_only_one(log: SqlLog, tmp_path: Path) -> None:
    assert log.save_elsewhere() == str(tmp_path / FILE)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("taken", ["games-2.db", "games-2.db-wal"])
def test_a_new_file_overwrites_none_and_takes_nothing_for_its_own(log: SqlLog, tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("mine")
    delete(tmp_path)
    assert log.save_elsewhere() == str(tmp_path / "games-3.db")
    assert (tmp_path / taken).read_text() == "mine"


def test_a_new_file_that_cannot_be_written_leaves_all_as_it_was(log: SqlLog, tmp_path: Path) -> None:
    delete_the_folder(tmp_path)
    tmp_path.write_text("a file in the folder's place")
    with pytest.raises(Unusable) as caught:
        log.save_elsewhere()
    assert caught.value.code == "no_folder"
    tmp_path.unlink()
    assert log.save_elsewhere() == str(tmp_path / "games-2.db")
    assert texts(log.entries("one")) == ["a"]


def test_a_file_that_is_lost_twice_is_saved_twice(log: SqlLog, tmp_path: Path) -> None:
    delete(tmp_path)
    log.save_elsewhere()
    (tmp_path / "games-2.db").unlink()
    assert refused(lambda: log.append("one", 2, [ruling("b")], NOON))
    assert log.save_elsewhere() == str(tmp_path / "games-2-2.db")
    assert texts(log.entries("one")) == ["a"]


def test_a_file_behind_a_link_is_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    file_log_in(tmp_path / "real").close()
    (tmp_path / FILE).symlink_to(tmp_path / "real" / FILE)
    log = file_log_in(tmp_path)
    log.create(ONE, [])
    assert log.is_in_place()
    (tmp_path / "real" / f"{FILE}-wal").unlink()
    assert not log.is_in_place()


@pytest.mark.parametrize("is_used", [False, True])
def test_a_log_that_waits_for_its_library_knows_where_its_file_is(tmp_path: Path, is_used: bool) -> None:
    log = LateLog(f"sqlite:///{tmp_path}/{FILE}")
    if is_used:
        log.wake()
    assert log.is_in_place()
    delete(tmp_path)
    assert not log.is_in_place()
    log.save_elsewhere()
    assert log.is_in_place()
    log.close()
    with pytest.raises(sqlite3.ProgrammingError):
        log._log._file.connection.execute("SELECT 1")
