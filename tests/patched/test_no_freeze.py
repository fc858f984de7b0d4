"""Whatever a server does in the background, it goes on answering: a ticker of 10 ms never misses by much."""

import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import gevent
import pytest
from gevent import monkey
from sqlalchemy import Connection

from narrator.app.access.credentials import random_token
from narrator.app.backups import BackupService
from narrator.app.games.games import Games
from narrator.storage import database
from narrator.storage.errors import StorageUnavailable
from narrator.storage.sqlite.database import SqliteDatabase
from narrator.storage.storage import Storage, open_storage
from narrator.storage.values import Secret, StoredGame
from narrator.web.app import create_app
from narrator.web.live.live_services import live_services_of
from narrator.web.services import services_of
from tests.support import stores
from tests.support.app import NOON, TOLD, Clock, ruling, run_sql
from tests.support.setups import ONE
from tests.support.web import SAMPLE, game_in

pytestmark = pytest.mark.file
TICK = 0.01
LATE = 0.05
"""Seconds that a tick may be late; a busy machine is late now and then by itself, so a job has several tries."""
TRIES = 5
really_sleep = monkey.get_original("time", "sleep")


def worst_delay(job: Callable[[], object]) -> float:
    """The most seconds that somebody else had to wait while this was done."""
    delays, working = [0.0], gevent.spawn(job)
    while not working.ready():
        began = time.monotonic()
        gevent.sleep(TICK)
        delays.append(time.monotonic() - began - TICK)
    working.get()
    return max(delays)


def is_smooth(job: Callable[[], object]) -> bool:
    return any(worst_delay(job) < LATE for _ in range(TRIES))


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    storage = open_storage(f"sqlite:///{tmp_path}/games.db")
    storage.games.create(ONE, [])
    yield storage
    storage.close()


@pytest.fixture
def large(storage: Storage) -> Storage:
    """So many games that copying or packing the file takes a while."""
    long = [ruling("x" * 400) for _ in range(5_000)]
    for number in range(20):
        game = StoredGame(f"g{number}", TOLD, f"CODE{number}", NOON, Secret("host", f"{number}", NOON))
        storage.games.create(game, long)
    return storage


def test_a_ticker_notices_what_freezes_the_server() -> None:
    assert worst_delay(lambda: really_sleep(0.2)) > LATE


def test_plain_sleeps_and_locks_freeze_nobody() -> None:
    assert is_smooth(lambda: time.sleep(0.2))


def test_a_disk_that_is_slow_to_write_holds_up_nobody_else(storage: Storage) -> None:
    def slowly(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE games SET created = created")
        really_sleep(0.3)

    def read() -> None:
        writing = gevent.spawn(storage.database.write, slowly)
        gevent.sleep(0.05)
        began = time.monotonic()
        assert storage.games.setup("one") == TOLD
        assert time.monotonic() - began < 0.2, "a reader waited for the writer"
        writing.get()

    assert is_smooth(read)


def test_waiting_for_another_process_holds_up_nobody_else(storage: Storage, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)

    def wait() -> None:
        other.execute("BEGIN IMMEDIATE")
        gevent.spawn_later(0.3, other.execute, "ROLLBACK")
        storage.games.set_join_code("one", "CODE99")

    assert is_smooth(wait)
    other.close()


def test_watching_for_other_processes_holds_up_nobody(storage: Storage) -> None:
    stop = storage.database.listen(lambda _: None)
    assert is_smooth(lambda: gevent.sleep(0.5))
    stop()


def test_backups_and_deleting_hold_up_nobody(large: Storage) -> None:
    backups = BackupService(large.database, Clock())
    assert is_smooth(backups.make)
    assert is_smooth(lambda: large.maintenance.erase_game("g1"))
    assert is_smooth(lambda: backups.erase_game("g2"))
    assert isinstance(large.database, SqliteDatabase)
    assert is_smooth(large.database.vacuum)


def test_what_servers_tell_one_another_holds_up_nobody(storage: Storage) -> None:
    others = services_of(create_app(Games(storage, Clock(), random_token))).peers
    others.begin()

    def beat() -> None:
        for _ in range(30):
            others.beat()
            gevent.sleep(TICK)

    assert is_smooth(beat)
    others.end()


def test_a_process_that_locks_the_shared_state_holds_up_nobody(storage: Storage, tmp_path: Path) -> None:
    app = create_app(Games(storage, Clock(), random_token))
    bound, hub = services_of(app).rate_limits["notes"], live_services_of(app).hub
    assert bound.count("somebody")
    other = sqlite3.connect(tmp_path / "games.db-live", isolation_level=None)

    def wait() -> None:
        other.execute("BEGIN IMMEDIATE")
        gevent.spawn_later(0.3, other.execute, "ROLLBACK")
        assert bound.may_try("somebody")
        assert hub.count_phones("one") == 0
        began = time.monotonic()
        assert bound.count("somebody")
        hub.expect_phone("one", 0, "en")
        assert time.monotonic() - began > 0.2, "nobody had the lock"

    assert is_smooth(wait)
    other.close()


def test_looking_at_the_games_of_an_old_file_holds_up_nobody(storage: Storage) -> None:
    """Results are made of games from before there were any."""
    setup, events = game_in(SAMPLE)
    for number in range(5):
        secret = Secret("host", f"{number}", NOON)
        storage.games.create(StoredGame(f"g{number}", setup, f"CODE{number}", NOON, secret), events)
    run_sql(storage, "UPDATE games SET sum = NULL")
    people = services_of(create_app(Games(storage, Clock(), random_token))).people

    def catch_up() -> None:
        run_sql(storage, "DELETE FROM results")
        people.catch_up()
        assert storage.results.records()

    assert is_smooth(catch_up)


# PostgreSQL.


@pytest.fixture
def far(url: str) -> Iterator[Storage]:
    storage = open_storage(url)
    storage.games.create(ONE, [])
    yield storage
    storage.close()


needs_postgres = pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)


@needs_postgres
def test_a_slow_statement_holds_up_nobody_else(far: Storage) -> None:
    def slowly(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_sleep(0.3)")

    assert is_smooth(lambda: far.database.read(slowly))
    assert is_smooth(lambda: far.database.write(slowly, "one"))


@needs_postgres
def test_many_slow_transactions_share_the_pool(far: Storage) -> None:
    def slowly(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_sleep(0.2)")

    def all_of_them() -> None:
        gevent.joinall([gevent.spawn(far.database.write, slowly) for _ in range(16)], raise_error=True)

    assert is_smooth(all_of_them)


@needs_postgres
def test_listening_holds_up_nobody(far: Storage) -> None:
    stop = far.database.listen(lambda _: None)
    assert is_smooth(lambda: gevent.sleep(0.5))
    stop()


@needs_postgres
def test_connecting_to_a_server_that_says_nothing_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRY_TIMEOUT", 0.1)
    monkeypatch.setattr("narrator.storage.postgres.database.TRANSACTION_TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://narrator@localhost:{silent.getsockname()[1]}/games"

        def connect() -> None:
            with pytest.raises(StorageUnavailable) as caught:
                open_storage(address)
            assert caught.value.code == "unreachable"

        assert is_smooth(connect)
