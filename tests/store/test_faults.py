"""PostgreSQL goes away, is cut off, is full or may not be written to: nothing that was acknowledged is lost or doubled,
it is said what is the matter, and it goes on by itself."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import gevent
import pytest

from narrator.cli.opening import open_patiently
from narrator.store import green_connection
from narrator.store.event_log import Overtaken, Unusable
from narrator.store.postgres_address import PASSWORD, PASSWORD_FILE, password
from narrator.store.postgres_log import PostgresLog
from tests import stores
from tests.postgres import Server
from tests.service.kit import NOON, OPENED, close_logs, ruling, texts
from tests.store.test_sql_log import ONE

pytestmark = [pytest.mark.file, pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One that writes to the disk in earnest, and that tests may stop."""
    server = Server(settings=())
    server.start()
    yield server
    server.remove()


@pytest.fixture
def url(server: Server, request: pytest.FixtureRequest) -> str:
    return server.new_database(f"db{abs(hash(request.node.nodeid)) % 10**9}")


def opened(url: str) -> PostgresLog:
    log = PostgresLog(url)
    OPENED.append(log)
    return log


@pytest.fixture
def log(url: str) -> PostgresLog:
    log = opened(url)
    log.create(ONE, [])
    return log


class Load:
    """Somebody who enters one thing after the other, and remembers what was acknowledged."""

    def __init__(self, log: PostgresLog) -> None:
        self.log, self.acknowledged, self.trouble = log, list[str](), list[str]()
        self.greenlet = gevent.spawn(self._enter)

    def _enter(self) -> None:
        while True:
            text = str(len(self.acknowledged) + 1)
            try:
                self.log.append("one", len(self.acknowledged) + 1, [ruling(text)], NOON)
                self.acknowledged.append(text)
            except Unusable as unusable:
                self.trouble.append(unusable.code)
            except Overtaken:  # by itself: it was told that nobody knew whether this was kept
                assert self.trouble[-1] == "unsure"
                self.acknowledged.append(text)
            gevent.sleep(0.002)

    def reach(self, count: int) -> None:
        with gevent.Timeout(60):
            while len(self.acknowledged) < count:
                assert not self.greenlet.dead, self.greenlet.exception
                gevent.sleep(0.01)

    def end(self) -> None:
        self.greenlet.kill()

    def check(self, url: str) -> None:
        """All that was acknowledged is there once, and behind it at most what was under way when it was stopped."""
        self.end()
        kept = texts(opened(url).entries("one"))
        assert kept[: len(self.acknowledged)] == self.acknowledged
        assert len(kept) <= len(self.acknowledged) + 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_server_that_is_stopped_and_started_under_load_loses_and_doubles_nothing(
    server: Server, log: PostgresLog, url: str, how: signal.Signals
) -> None:
    load = Load(log)
    for _ in range(2):
        load.reach(len(load.acknowledged) + 20)
        gevent.get_hub().threadpool.apply(server.stop, (how,))
        gevent.get_hub().threadpool.apply(server.start)
    load.reach(len(load.acknowledged) + 20)
    load.check(url)
    assert set(load.trouble) <= {"unreachable"}, "a restart is waited for, but not for ever"


def test_lines_that_are_cut_under_load_lose_and_double_nothing(server: Server, log: PostgresLog, url: str) -> None:
    load = Load(log)
    name = url.rpartition("/")[2]
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    for _ in range(20):
        load.reach(len(load.acknowledged) + 3)
        gevent.get_hub().threadpool.apply(server.run, (cut,))
    load.reach(len(load.acknowledged) + 3)
    load.check(url)
    assert load.trouble == []


def test_who_listens_hears_again_after_the_line_was_cut(server: Server, log: PostgresLog, url: str) -> None:
    heard: list[str | None] = []
    opened(url).listen(heard.append)
    with gevent.Timeout(20):
        while heard != [None]:
            gevent.sleep(0.01)
        name = url.rpartition("/")[2]
        server.run(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND query LIKE 'LISTEN%'"
        )
        while heard != [None, None]:
            gevent.sleep(0.01)
        log.append("one", 1, [ruling("a")], NOON)
        while heard != [None, None, "one"]:
            gevent.sleep(0.01)


def test_what_became_of_a_commit_is_found_out(log: PostgresLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is cut when the commit is on its way, before or after the server has heard it."""
    execute, cuts = green_connection.GreenConnection.execute, ["after", "before", "after"]

    def cut(self: green_connection.GreenConnection, query: str, *args: Any, **options: Any) -> object:
        if query == "COMMIT" and cuts:
            if cuts.pop() == "after":
                execute(self, "COMMIT")
            self.close()
        return execute(self, query, *args, **options)

    monkeypatch.setattr(green_connection.GreenConnection, "execute", cut)
    for number in (1, 2, 3):
        log.append("one", number, [ruling(str(number))], NOON)
    assert cuts == []
    assert texts(log.entries("one")) == ["1", "2", "3"]


def test_a_database_that_may_not_be_written_to_is_told(server: Server, log: PostgresLog, url: str) -> None:
    name = url.rpartition("/")[2]
    server.run(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    close_logs()
    assert reason(url) == "server_read_only"
    server.run(f'ALTER DATABASE "{name}" SET default_transaction_read_only = off')
    opened(url).append("one", 1, [ruling("a")], NOON)


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


def test_a_disk_that_is_really_full_is_told_and_goes_on_when_there_is_room(
    server: Server, log: PostgresLog, url: str, small_disk: Path
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
            log.append("one", number, [ruling(f"{number} {'x' * 1000}")], NOON)
            acknowledged.append(f"{number} {'x' * 1000}")

    with pytest.raises(Unusable) as caught:
        enter()
    assert caught.value.code == "full"
    assert texts(log.entries("one")) == acknowledged
    (small_disk / "rest").unlink()
    log.append("one", len(acknowledged) + 1, [ruling("room")], NOON)
    assert texts(opened(url).entries("one")) == [*acknowledged, "room"]
    close_logs()
    server.run(f'DROP DATABASE "{name}"')
    server.run("DROP TABLESPACE small")


def test_a_full_disk_is_told_and_enters_nothing(
    server: Server, log: PostgresLog, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server says so by the code that it has for it."""
    name = url.rpartition("/")[2]
    server.run(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;"
        "CREATE TRIGGER no_room BEFORE INSERT ON entries EXECUTE FUNCTION no_room()",
        name,
    )
    with pytest.raises(Unusable) as caught:
        log.append("one", 1, [ruling("a")], NOON)
    assert caught.value.code == "full"
    server.run("DROP TRIGGER no_room ON entries", name)
    log.append("one", 1, [ruling("a")], NOON)
    assert texts(log.entries("one")) == ["a"]


# What is said at the door.


def reason(url: str) -> str:
    with pytest.raises(Unusable) as caught:
        opened(url)
    return caught.value.code


def test_a_server_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.store.postgres_lines.PATIENCE", 0.2)
    assert reason("postgresql://narrator@127.0.0.1:1/games") == "unreachable"


def test_who_takes_another_s_place_waits_for_a_server_that_is_not_there(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others' one is back after the second look; what would never come is not waited for."""
    monkeypatch.setattr("narrator.store.postgres_lines.PATIENCE", 0.1)
    looks: list[float] = []

    def look(seconds: float) -> bool:
        looks.append(seconds)
        if len(looks) == 2:
            server.start()
        return False

    server.stop()
    log = open_patiently(url, look)
    log.close()
    assert len(looks) == 2
    server.stop()
    with pytest.raises(SystemExit):
        open_patiently(url, lambda _: True)
    server.start()
    with pytest.raises(SystemExit):
        open_patiently(server.url("nowhere"), lambda _: pytest.fail("it is waited for"))


def test_a_database_that_is_not_there_is_told(server: Server) -> None:
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
            monkeypatch.setenv(PASSWORD, secret)
        elif way == "file":
            (tmp_path / "password").write_text(f"{secret}\n")
            monkeypatch.setenv(PASSWORD_FILE, str(tmp_path / "password"))
        elif way == "wrong":
            monkeypatch.setenv(PASSWORD, "Ore8Stone")
        if way in ("variable", "file"):
            with gevent.Timeout(20):
                opened(guarded).create(ONE, [])
        else:
            with pytest.raises(Unusable) as caught:
                opened(guarded)
            assert caught.value.code == "server_refuses"
            assert "Ore8Stone" not in str(caught.value)
    finally:
        close_logs()
        rules.write_text(before)
        server.run("SELECT pg_reload_conf()")


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(Unusable) as caught:
        PostgresLog("postgresql://ana:secret@localhost/games")
    assert caught.value.code == "password_in_address"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("text", [None, b"Wool\xff7"])
def test_why_a_file_with_a_password_can_t_be_read_is_told_without_the_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: bytes | None
) -> None:
    if text is not None:
        (tmp_path / "password").write_bytes(text)
    with pytest.raises(Unusable) as caught:
        password({PASSWORD_FILE: str(tmp_path / "password")})
    assert caught.value.code == "no_password_file"
    assert caught.value.params["why"]
    assert not any(part in str(caught.value.params["why"]) for part in ("Wool", "ff"))
