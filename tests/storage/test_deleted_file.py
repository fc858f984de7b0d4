"""A file that is deleted or replaced while it is open: nothing is said to be kept, everything can be written anew."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.session.events import PhraseSaid
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage, open_storage
from tests.support.app import NOON, TOLD, file_log_in, ruling, texts
from tests.support.setups import ONE, TWO

pytestmark = pytest.mark.file

FILE = "games.db"
NAMES = (FILE, f"{FILE}-wal", f"{FILE}-shm")


@pytest.fixture
def log(tmp_path: Path) -> Storage:
    log = file_log_in(tmp_path)
    log.games.create(ONE, [ruling("a")])
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
    other = open_storage(f"sqlite:///{folder}/other.db")
    other.games.create(TWO, [])
    other.close()
    os.replace(folder / "other.db", folder / FILE)


WAYS = [delete, delete_only_the_file, delete_only_what_is_written_ahead, delete_the_folder, replace]


def refused(write: Callable[[], object]) -> bool:
    with pytest.raises(StorageUnavailable) as caught:
        write()
    return caught.value.code == "gone"


@pytest.mark.parametrize("lose", WAYS)
def test_nothing_is_said_to_be_kept_in_a_file_that_is_gone(
    log: Storage, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    lose(tmp_path)
    assert refused(lambda: log.games.append("one", 2, [ruling("b")], NOON))
    assert refused(lambda: log.games.create(TWO, []))
    assert refused(lambda: log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="yes"), "k", NOON))
    assert refused(lambda: log.games.set_join_code("one", "CODE99"))
    assert texts(log.games.entries("one")) == ["a"], "what can't be kept is not there either"
    assert log.games.setup("two") is None


@pytest.mark.parametrize("lose", WAYS)
def test_everything_is_written_to_a_new_file_and_goes_on_there(
    log: Storage, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    lose(tmp_path)
    assert log.database.save_elsewhere() == str(tmp_path / "games-2.db")
    log.games.append("one", 2, [ruling("b")], NOON)
    again = open_storage(f"sqlite:///{tmp_path}/games-2.db")
    assert texts(again.games.entries("one")) == ["a", "b"]
    assert again.games.setup("one") == TOLD
    assert again.secrets.secrets("one", "host") == [ONE.host]
    again.close()


def test_what_lies_in_its_place_is_left_alone(log: Storage, tmp_path: Path) -> None:
    replace(tmp_path)
    found = (tmp_path / FILE).read_bytes()
    assert refused(lambda: log.games.append("one", 2, [ruling("b")], NOON))
    log.database.save_elsewhere()
    log.close()
    assert (tmp_path / FILE).read_bytes() == found
    assert file_log_in(tmp_path).games.setup("two") == TWO.setup


def test_a_file_that_is_in_its_place_stays_the_only_one(log: Storage, tmp_path: Path) -> None:
    assert log.database.save_elsewhere() == str(tmp_path / FILE)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("taken", ["games-2.db", "games-2.db-wal"])
def test_a_new_file_overwrites_none_and_takes_nothing_for_its_own(log: Storage, tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("mine")
    delete(tmp_path)
    assert log.database.save_elsewhere() == str(tmp_path / "games-3.db")
    assert (tmp_path / taken).read_text() == "mine"


def test_a_new_file_that_cannot_be_written_leaves_all_as_it_was(log: Storage, tmp_path: Path) -> None:
    delete_the_folder(tmp_path)
    tmp_path.write_text("a file in the folder's place")
    with pytest.raises(StorageUnavailable) as caught:
        log.database.save_elsewhere()
    assert caught.value.code == "no_folder"
    tmp_path.unlink()
    assert log.database.save_elsewhere() == str(tmp_path / "games-2.db")
    assert texts(log.games.entries("one")) == ["a"]


def test_a_file_that_is_lost_twice_is_saved_twice(log: Storage, tmp_path: Path) -> None:
    delete(tmp_path)
    log.database.save_elsewhere()
    (tmp_path / "games-2.db").unlink()
    assert refused(lambda: log.games.append("one", 2, [ruling("b")], NOON))
    assert log.database.save_elsewhere() == str(tmp_path / "games-2-2.db")
    assert texts(log.games.entries("one")) == ["a"]


def test_a_file_behind_a_link_is_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    file_log_in(tmp_path / "real").close()
    (tmp_path / FILE).symlink_to(tmp_path / "real" / FILE)
    log = file_log_in(tmp_path)
    log.games.create(ONE, [])
    assert log.database.is_in_place()
    (tmp_path / "real" / f"{FILE}-wal").unlink()
    assert not log.database.is_in_place()
