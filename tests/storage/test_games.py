"""The log in a file: entries together or not at all, never changed, and plain words when the file is no good."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import Connection

from narrator.core.table.events import AnyEvent, encode_event
from narrator.storage.errors import AlreadyTaken, NumberTaken, StorageUnavailable
from narrator.storage.sqlite.file import create_tables, open_file
from narrator.storage.storage import Storage, open_storage
from narrator.storage.values import Secret, StoredGame, StoredKey, StoredResult
from tests.support.app import LAID, NOON, TOLD, log_in, ruling, run_sql, texts
from tests.support.setups import ONE, TWO


def rulings(*said: str) -> list[AnyEvent]:
    return [ruling(text) for text in said]


def reason(url: str) -> str:
    with pytest.raises(StorageUnavailable) as caught:
        open_storage(url)
    return caught.value.code


@pytest.fixture
def log(tmp_path: Path) -> Storage:
    log = log_in(tmp_path)
    log.games.create(ONE, [])
    return log


# Keeping.


def test_a_game_comes_back_as_it_was_begun(log: Storage, tmp_path: Path) -> None:
    log.games.create(TWO, rulings("a", "b"))
    again = log_in(tmp_path)
    assert (again.games.setup("one"), again.games.setup("two"), again.games.setup("three")) == (TOLD, LAID, None)
    assert again.games.entries("two") == rulings("a", "b")
    assert again.secrets.secrets("two", "host") == [TWO.host]
    assert again.secrets.secrets("two", "seat") == []
    assert again.games.join_code("two") == "CODE33"
    assert again.games.game_by_join_code("CODE33") == "two"


@pytest.mark.parametrize("like", ["one", "code"])
def test_an_id_and_a_join_code_belong_to_one_game(log: Storage, like: str) -> None:
    second = StoredGame("one", TOLD, "CODE44", NOON, TWO.host) if like == "one" else TWO
    if like == "code":
        second = StoredGame("two", TOLD, "CODE22", NOON, TWO.host)
    with pytest.raises(AlreadyTaken):
        log.games.create(second, rulings("a"))
    assert log.games.entries("one") == log.games.entries("two") == []


def test_a_new_join_code_must_be_free(log: Storage) -> None:
    log.games.create(TWO, [])
    with pytest.raises(AlreadyTaken):
        log.games.set_join_code("two", "CODE22")
    assert log.games.join_code("two") == "CODE33"


def test_entries_are_read_from_a_number_on(log: Storage) -> None:
    log.games.append("one", 1, rulings("a", "b", "c"), NOON)
    assert texts(log.games.entries("one")) == ["a", "b", "c"]
    assert texts(log.games.entries("one", after=2)) == ["c"]
    assert log.games.entries("one", after=3) == []


def test_a_number_is_given_once(log: Storage) -> None:
    log.games.append("one", 1, rulings("a"), NOON)
    with pytest.raises(NumberTaken):
        log.games.append("one", 1, rulings("b"), NOON)
    assert texts(log.games.entries("one")) == ["a"]


def test_a_group_is_kept_whole_or_not_at_all(log: Storage) -> None:
    log.games.append("one", 1, rulings("a", "b", "c"), NOON)
    run_sql(log, "DELETE FROM entries WHERE number < 3")
    with pytest.raises(NumberTaken):
        log.games.append("one", 1, rulings("a", "b", "c2"), NOON, StoredKey("k", "", 1, 3))
    assert log.games.last_activities(["one"])[0].entries == 1
    assert log.games.entries_for_key("one", "k") is None


def test_a_key_is_kept_with_the_numbers_it_led_to_and_used_once(log: Storage, tmp_path: Path) -> None:
    key = StoredKey("k", "ef" * 32, 1, 2)
    log.games.append("one", 1, rulings("a", "b"), NOON, key)
    assert log_in(tmp_path).games.entries_for_key("one", "k") == key
    assert log.games.entries_for_key("one", "other") is None
    with pytest.raises(NumberTaken):
        log.games.append("one", 3, rulings("c"), NOON, StoredKey("k", "", 3, 3))
    assert texts(log.games.entries("one")) == ["a", "b"]


@pytest.mark.file
def test_an_entry_stands_in_the_file_as_the_contract_writes_it(log: Storage, tmp_path: Path) -> None:
    log.games.append("one", 1, rulings("ขนแกะ"), NOON)
    file = sqlite3.connect(tmp_path / "games.db")
    (row,) = file.execute("SELECT game, number, event, written FROM entries")
    file.close()
    assert row == ("one", 1, encode_event(ruling("ขนแกะ")).decode(), "2026-05-01T12:00:00.000000+00:00")


@pytest.mark.file
def test_every_entry_reaches_the_disk_before_it_is_announced(log: Storage) -> None:
    def ask(name: str) -> object:
        return log.database.write(lambda connection: connection.exec_driver_sql(f"PRAGMA {name}").scalar())

    assert [ask(name) for name in ("journal_mode", "synchronous", "foreign_keys")] == ["wal", 2, 1]


@pytest.mark.file
def test_many_processes_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    code = "import sys; from narrator.storage.storage import open_storage; open_storage(sys.argv[1]).close()"
    command = [sys.executable, "-c", code, f"sqlite:///{tmp_path}/games.db"]
    opening = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in opening] == [b""] * 4


@pytest.mark.file
def test_who_finds_the_tables_made_in_the_meantime_leaves_them(log: Storage, tmp_path: Path) -> None:
    file = open_file(str(tmp_path / "games.db"))
    create_tables(file.connection)
    file.connection.close()
    assert log.games.setup("one") == TOLD


# Files that are no good.


@pytest.mark.file
def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    log_in(tmp_path / "a" / "b").close()
    assert (tmp_path / "a" / "b" / "games.db").exists()


@pytest.mark.file
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageUnavailable) as caught:
        open_storage(f"sqlite:///{tmp_path}/file/games.db")
    assert caught.value.code == "no_folder"
    assert caught.value.params["path"] == str(tmp_path / "file")


@pytest.mark.file
def test_a_folder_in_the_files_place_cannot_be_opened(tmp_path: Path) -> None:
    assert reason(f"sqlite:///{tmp_path}") == "cannot_open"


@pytest.mark.file
def test_a_file_that_is_read_only_is_reported(open_folder: Path) -> None:
    log_in(open_folder).close()
    (open_folder / "games.db").chmod(0o444)
    open_folder.chmod(0o777)
    assert reason_for_others(open_folder) == "read_only"


@pytest.mark.file
def test_a_folder_without_leave_to_write_is_reported(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    assert reason_for_others(open_folder) == "cannot_open"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account may read: the tests' own is the superuser's where they run as one."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


def reason_for_others(folder: Path) -> str:
    """Why somebody who may not write everywhere can't open the log of this folder."""
    code = (
        "import os, sys\n"
        "from narrator.storage.errors import StorageUnavailable\n"
        "from narrator.storage import migrations\nfrom narrator.storage.stores import games\n"
        "from narrator.storage.storage import open_storage\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"
        "try: open_storage(sys.argv[1])\n"
        "except StorageUnavailable as unusable: print(unusable.code)\n"
    )
    command = [sys.executable, "-c", code, f"sqlite:///{folder}/games.db"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.file
@pytest.mark.parametrize(
    "content", [b"no database at all, but text that is long enough to look at" * 9, b"SQLite format 3\0" * 99]
)
def test_a_file_that_is_no_database_is_damaged(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "games.db").write_bytes(content)
    assert reason(f"sqlite:///{tmp_path}/games.db") == "damaged"
    assert (tmp_path / "games.db").read_bytes() == content


@pytest.mark.file
def test_a_file_with_a_hole_in_it_is_damaged(log: Storage, tmp_path: Path) -> None:
    log.games.append("one", 1, rulings(*("x" * 500 for _ in range(200))), NOON)
    log.close()
    file = tmp_path / "games.db"
    kept = file.read_bytes()
    file.write_bytes(kept[:20_000] + b"\xff" * 20_000 + kept[40_000:])
    assert reason(f"sqlite:///{file}") == "damaged"


@pytest.mark.file
def test_a_file_that_is_damaged_while_it_is_open_is_reported(log: Storage, tmp_path: Path) -> None:
    log.games.append("one", 1, rulings(*("x" * 500 for _ in range(200))), NOON)
    log.database.clear_traces()
    log.database.read(lambda connection: connection.exec_driver_sql("PRAGMA cache_size = 0"))
    file = tmp_path / "games.db"
    with file.open("r+b") as out:
        out.seek(4096)
        out.write(b"\xff" * (file.stat().st_size - 4096))
    with pytest.raises(StorageUnavailable) as caught:
        log.games.entries("one")
    assert caught.value.code == "damaged"


@pytest.mark.file
def test_a_full_disk_is_reported_and_enters_nothing(log: Storage) -> None:
    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    log.database.write(fill)
    with pytest.raises(StorageUnavailable) as caught:
        log.games.append("one", 1, rulings(*("x" * 500 for _ in range(200))), NOON)
    assert caught.value.code == "full"
    assert log.games.entries("one") == []


@pytest.mark.file
@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("CREATE TABLE recipes (name)", "foreign"),
        ("PRAGMA user_version = 99", "newer"),
        ("CREATE TABLE entries (game, number, event, written); PRAGMA user_version = 2", "foreign"),
        ("CREATE TABLE entries (day, text); CREATE TABLE games (id); PRAGMA user_version = 1", "foreign"),
        ("PRAGMA application_id = 1094861636", "foreign"),
        ("PRAGMA application_id = 1094861636; PRAGMA user_version = 99", "foreign"),
    ],
)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, statement: str, code: str) -> None:
    path = tmp_path / "games.db"
    other = sqlite3.connect(path)
    other.executescript(statement)
    other.close()
    before = path.read_bytes()
    assert reason(f"sqlite:///{path}") == code
    assert path.read_bytes() == before


@pytest.mark.file
def test_a_file_of_ours_says_so(log: Storage, tmp_path: Path) -> None:
    log.close()
    assert (tmp_path / "games.db").read_bytes()[68:72] == b"Narr"
    log_in(tmp_path).close()


@pytest.mark.file
@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.db",
        "mysql://localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?uri=true",
        "moon:///x",
    ],
)
def test_only_a_file_keeps_games(url: str) -> None:
    assert reason(url) == "unknown_kind"


def test_nobody_is_let_into_a_game_that_was_deleted_meanwhile_and_nothing_is_kept_of_it(log: Storage) -> None:
    log.maintenance.erase_game("one")
    log.secrets.add_secret("one", Secret("host", "abc", NOON))
    assert not log.secrets.claim_seat("one", Secret("seat", "def", NOON, 0))
    seat = StoredResult("one", 0, None, None, "Ana", "red", 1, 10, True, 60, (), NOON, 600, 9)
    log.results.keep_result("one", [seat])
    assert (log.secrets.secrets("one", "host"), log.results.results(["one"])) == ([], [])
