"""PostgreSQL goes away, is cut off, is full or may not be written to: nothing that was acknowledged is lost or doubled,
it is said what is the matter, and it goes on by itself."""

import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import gevent
import psycopg
import pytest
from sqlalchemy import Connection, event

from narrator.cli.startup import wait_for_storage
from narrator.session.events import PhraseSaid
from narrator.storage.errors import StorageUnavailable
from narrator.storage.postgres.connection_settings import PASSWORD_FILE_VARIABLE, PASSWORD_VARIABLE, read_password
from narrator.storage.postgres.database import PostgresDatabase
from narrator.storage.storage import Storage, open_storage
from narrator.storage.stores.tables import LONG_AGO
from narrator.storage.values import Secret, Spelling, StoredKey
from tests.support import stores
from tests.support.app import NOON, close_logs, ruling, texts
from tests.support.faults import Load, opened
from tests.support.postgres import Server
from tests.support.setups import ONE, TWO
from tests.support.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.file, pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)]


SEAT = Secret("seat", "sha", NOON, 1)
WRITES: dict[str, Callable[[Storage], object]] = {
    "create": lambda log: log.games.create(TWO, [ruling("a")]),
    "append": lambda log: log.games.append("one", 1, [ruling("a"), ruling("b")], NOON),
    "append with a key": lambda log: log.games.append("one", 1, [ruling("a")], NOON, StoredKey("k", "", 1, 1)),
    "set_join_code": lambda log: log.games.set_join_code("one", "CODE99"),
    "append_session_event": lambda log: log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="yes"), "k", NOON),
    "add_secret": lambda log: log.secrets.add_secret("one", SEAT, most=1),
    "claim_seat": lambda log: log.secrets.claim_seat("one", SEAT),
    "exchange_link": lambda log: log.secrets.exchange_link("one", "link", LONG_AGO, Secret("host", "new", NOON), 5),
    "add_link": lambda log: log.secrets.add_secret("one", Secret("link", "link", NOON)),
    "move_seat_secrets": lambda log: log.secrets.move_seat_secrets("one", 1, 2),
    "drop_secrets": lambda log: log.secrets.drop_secrets("one", "host"),
    "add_spelling": lambda log: log.results.add_spelling(Spelling("p1", "ana", "Ana", "p1")),
    "leave_uncounted": lambda log: log.results.leave_uncounted("one"),
    "erase_game": lambda log: log.maintenance.erase_game("one"),
}
BEFORE = {"exchange_link": ["add_link"], "move_seat_secrets": ["claim_seat"]}
EXPECTED = {"claim_seat": True, "exchange_link": True, "erase_game": True}
KEPT: dict[str, Callable[[Storage], bool]] = {
    "create": lambda log: texts(log.games.entries("two")) == ["a"],
    "append": lambda log: texts(log.games.entries("one")) == ["a", "b"],
    "append with a key": lambda log: log.games.entries_for_key("one", "k") == StoredKey("k", "", 1, 1),
    "set_join_code": lambda log: log.games.game_by_join_code("CODE99") == "one",
    "append_session_event": lambda log: [kept.number for kept in log.sessions.events("one")] == [1],
    "add_secret": lambda log: log.secrets.secrets("one", "seat") == [SEAT],
    "claim_seat": lambda log: log.secrets.secrets("one", "seat") == [SEAT],
    "exchange_link": lambda log: [one.sha256 for one in log.secrets.secrets("one", "host")][-1] == "new",
    "add_link": lambda log: log.secrets.count_secrets("one", "link") == 1,
    "move_seat_secrets": lambda log: log.secrets.secrets("one", "seat") == [Secret("seat", "sha", NOON, 2)],
    "drop_secrets": lambda log: log.secrets.secrets("one", "host") == [],
    "add_spelling": lambda log: log.results.spelling("ana") == Spelling("p1", "ana", "Ana", "p1"),
    "leave_uncounted": lambda log: not log.results.is_counted("one"),
    "erase_game": lambda log: log.games.setup("one") is None,
}


@contextmanager
def interrupted_commits(log: Storage, cuts: list[str]) -> Iterator[list[str]]:
    """Cut the connection in as many commits: before the server hears of it, or after it."""

    def cut(connection: Connection) -> None:
        if cuts:
            raw = connection.connection.driver_connection
            assert isinstance(raw, psycopg.Connection)
            if cuts.pop() == "after":
                raw.pgconn.exec_(b"COMMIT")
            raw.close()

    assert isinstance(log.database, PostgresDatabase)
    event.listen(log.database.engine, "commit", cut)
    yield cuts
    event.remove(log.database.engine, "commit", cut)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_server_that_is_stopped_and_started_under_load_loses_and_doubles_nothing(
    server: Server, log: Storage, url: str, how: signal.Signals
) -> None:
    load = Load(log)
    for _ in range(2):
        load.reach(len(load.acknowledged) + 20)
        gevent.get_hub().threadpool.apply(server.stop, (how,))
        gevent.get_hub().threadpool.apply(server.start)
    load.reach(len(load.acknowledged) + 20)
    load.check(url)
    assert set(load.trouble) <= {"unreachable"}, "a restart is waited for, but not for ever"


def test_lines_that_are_cut_under_load_lose_and_double_nothing(server: Server, log: Storage, url: str) -> None:
    load = Load(log)
    name = url.rpartition("/")[2]
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    for _ in range(20):
        load.reach(len(load.acknowledged) + 3)
        gevent.get_hub().threadpool.apply(server.run, (cut,))
    load.reach(len(load.acknowledged) + 3)
    load.check(url)
    assert load.trouble == []


def test_notices_arrive_again_after_the_connection_was_cut(server: Server, log: Storage, url: str) -> None:
    heard: list[str | None] = []
    opened(url).database.listen(heard.append)
    wait_until(lambda: heard == [None])
    name = url.rpartition("/")[2]
    server.run(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND query LIKE 'LISTEN%'"
    )
    wait_until(lambda: heard == [None, None])
    log.games.append("one", 1, [ruling("a")], NOON)
    wait_until(lambda: heard == [None, None, "one"])


@pytest.mark.parametrize("cut", ["before", "after"])
@pytest.mark.parametrize("name", WRITES)
def test_a_commit_whose_outcome_is_unknown_is_found_by_its_key(log: Storage, url: str, name: str, cut: str) -> None:
    """The connection is cut when the commit is on its way, before or after the server has heard it."""
    for write in BEFORE.get(name, ()):
        WRITES[write](log)
    with interrupted_commits(log, [cut]) as cuts:
        found = WRITES[name](log)
    assert cuts == []
    assert found == EXPECTED.get(name, found)
    again = opened(url)
    assert KEPT[name](again)


def test_a_database_that_may_not_be_written_to_is_reported(server: Server, log: Storage, url: str) -> None:
    name = url.rpartition("/")[2]
    server.run(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    close_logs()
    assert reason(url) == "server_read_only"
    server.run(f'ALTER DATABASE "{name}" SET default_transaction_read_only = off')
    opened(url).games.append("one", 1, [ruling("a")], NOON)


@pytest.fixture
def small_disk(server: Server) -> Iterator[Path]:
    """A disk of two megabytes, which the server may write to."""
    folder = server.folder / "small"
    folder.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False, capture_output=True
    ).returncode:
        pytest.skip("NO FULL DISK: only root may mount one here, so nothing but the server's word for it was tested")
    try:
        (folder / "space").mkdir()
        shutil.chown(folder / "space", server.data.owner(), server.data.group())
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_disk_that_is_really_full_is_reported_and_goes_on_when_there_is_room(
    server: Server, log: Storage, url: str, small_disk: Path
) -> None:
    name = url.rpartition("/")[2]
    server.run(f"CREATE TABLESPACE small LOCATION '{small_disk / 'space'}'")
    server.run("ALTER TABLE entries SET TABLESPACE small", name)
    with suppress(OSError), (small_disk / "rest").open("wb", buffering=0) as rest:
        while True:
            rest.write(bytes(4096))
    acknowledged = list[str]()

    def enter() -> None:
        for number in range(1, 101):
            log.games.append("one", number, [ruling(f"{number} {'x' * 1000}")], NOON)
            acknowledged.append(f"{number} {'x' * 1000}")

    with pytest.raises(StorageUnavailable) as caught:
        enter()
    assert caught.value.code == "full"
    assert texts(log.games.entries("one")) == acknowledged
    (small_disk / "rest").unlink()
    log.games.append("one", len(acknowledged) + 1, [ruling("room")], NOON)
    assert texts(opened(url).games.entries("one")) == [*acknowledged, "room"]
    close_logs()
    server.run(f'DROP DATABASE "{name}"')
    server.run("DROP TABLESPACE small")


def test_a_full_disk_is_reported_and_enters_nothing(
    server: Server, log: Storage, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server says so by the code that it has for it."""
    name = url.rpartition("/")[2]
    server.run(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;"
        "CREATE TRIGGER no_room BEFORE INSERT ON entries EXECUTE FUNCTION no_room()",
        name,
    )
    with pytest.raises(StorageUnavailable) as caught:
        log.games.append("one", 1, [ruling("a")], NOON)
    assert caught.value.code == "full"
    server.run("DROP TRIGGER no_room ON entries", name)
    log.games.append("one", 1, [ruling("a")], NOON)
    assert texts(log.games.entries("one")) == ["a"]


# What is said at the door.


def reason(url: str) -> str:
    with pytest.raises(StorageUnavailable) as caught:
        opened(url)
    return caught.value.code


def test_a_server_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.storage.database.RETRY_TIMEOUT", 0.2)
    assert reason("postgresql://narrator@127.0.0.1:1/games") == "unreachable"


def test_who_takes_another_s_place_waits_for_a_server_that_is_not_there(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is back after the second look; who is told to stop does not wait."""
    monkeypatch.setattr("narrator.storage.database.RETRY_TIMEOUT", 0.1)
    looks: list[float] = []

    def look(seconds: float) -> bool:
        looks.append(seconds)
        if len(looks) == 2:
            server.start()
        return False

    server.stop()
    log = wait_for_storage(url, look)
    log.close()
    assert len(looks) == 2
    server.stop()
    with pytest.raises(SystemExit):
        wait_for_storage(url, lambda _: True)
    server.start()


def test_a_database_that_is_not_there_is_reported(server: Server) -> None:
    assert reason(server.url("nowhere")) == "no_database"


def test_a_database_of_another_program_is_left_alone(server: Server, url: str) -> None:
    server.run("CREATE TABLE games (name text)", url.rpartition("/")[2])
    assert reason(url) == "server_foreign"


@pytest.mark.parametrize("way", ["variable", "file", "wrong", "none"])
def test_the_password_comes_from_the_environment_or_a_file_and_is_never_told(
    server: Server, url: str, way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = "Wool7Sheep"
    rules = server.data / "pg_hba.conf"
    before = rules.read_text()
    server.run(f"CREATE ROLE guarded_{way} LOGIN SUPERUSER PASSWORD '{secret}'")
    rules.write_text(f"host all guarded_{way} 127.0.0.1/32 scram-sha-256\n" + before)
    server.run("SELECT pg_reload_conf()")
    monkeypatch.delenv("PGPASSWORD", raising=False)
    guarded = url.replace("narrator@", f"guarded_{way}@")
    try:
        if way == "variable":
            monkeypatch.setenv(PASSWORD_VARIABLE, secret)
        elif way == "file":
            (tmp_path / "password").write_text(f"{secret}\n")
            monkeypatch.setenv(PASSWORD_FILE_VARIABLE, str(tmp_path / "password"))
        elif way == "wrong":
            monkeypatch.setenv(PASSWORD_VARIABLE, "Ore8Stone")
        if way in ("variable", "file"):
            with gevent.Timeout(PATIENCE):
                opened(guarded).games.create(ONE, [])
        else:
            with pytest.raises(StorageUnavailable) as caught:
                opened(guarded)
            assert caught.value.code == "server_refuses"
            assert "Ore8Stone" not in str(caught.value)
    finally:
        close_logs()
        rules.write_text(before)
        server.run("SELECT pg_reload_conf()")


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(StorageUnavailable) as caught:
        open_storage("postgresql://ana:secret@localhost/games")
    assert caught.value.code == "password_in_address"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("text", [None, b"Wool\xff7"])
def test_why_a_file_with_a_password_can_t_be_read_is_reported_without_the_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: bytes | None
) -> None:
    if text is not None:
        (tmp_path / "password").write_bytes(text)
    with pytest.raises(StorageUnavailable) as caught:
        read_password({PASSWORD_FILE_VARIABLE: str(tmp_path / "password")})
    assert caught.value.code == "no_password_file"
    assert caught.value.params["why"]
    assert not any(part in str(caught.value.params["why"]) for part in ("Wool", "ff"))
