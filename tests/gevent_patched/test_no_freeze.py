"""Whatever a server does in the background, it goes on answering.

Nothing here is held to a number of seconds. Where a test decides how long something takes, it lets it end only after
others have gone on meanwhile; elsewhere the longest pause is compared with the time that the whole job took."""

import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import gevent
import pytest
from gevent import monkey
from sqlalchemy import Connection

from narrator.app.access.credentials import random_token
from narrator.app.backup_service import BackupService
from narrator.app.games.games import Games
from narrator.storage import database
from narrator.storage.errors import StorageUnavailable
from narrator.storage.postgres import database as postgres_database
from narrator.storage.postgres.database import MAX_CONNECTIONS
from narrator.storage.shared_state import sqlite as sqlite_shared_state
from narrator.storage.sqlite import database as sqlite_database
from narrator.storage.sqlite.database import SqliteDatabase
from narrator.storage.storage import Storage, open_storage
from narrator.storage.values import Secret, StoredGame
from narrator.web.app import create_app
from narrator.web.live.live_services import live_services_of
from narrator.web.services import services_of
from tests.support import stores
from tests.support.app import NOON, TOLD, Clock, ruling, run_sql
from tests.support.setups import ONE
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web import SAMPLE, game_in

pytestmark = pytest.mark.file
TICK = 0.01
TICKS = 5
"""So often others go on before something that holds nobody up may end."""
MAX_PAUSE = 0.5
"""Of the time that a job takes: the longest pause for others. A job that freezes the server takes all of it."""
TRIES = 10
"""A busy machine pauses by itself now and then."""
really_sleep = monkey.get_original("time", "sleep")


def longest_pause(job: Callable[[], object]) -> float:
    """The share of the job's time that others waited at a stretch."""
    pauses, working, began = [0.0], gevent.spawn(job), time.monotonic()
    while not working.ready():
        before = time.monotonic()
        gevent.sleep(TICK)
        pauses.append(time.monotonic() - before - TICK)
    working.get()
    return max(pauses) / (time.monotonic() - began)


def is_smooth(job: Callable[[], object]) -> bool:
    return any(longest_pause(job) < MAX_PAUSE for _ in range(TRIES))


class Ticker:
    """Somebody else whom the server answers."""

    def __init__(self) -> None:
        self.ticks = 0
        self._ticking = gevent.spawn(self._tick)

    def _tick(self) -> None:
        while True:
            gevent.sleep(TICK)
            self.ticks += 1

    def wait_in_thread(self) -> None:
        """In a native thread: wait until others have gone on."""
        enough, deadline = self.ticks + TICKS, time.monotonic() + PATIENCE
        while self.ticks < enough:
            assert time.monotonic() < deadline, "nobody else went on"
            really_sleep(TICK)

    def stop(self) -> None:
        self._ticking.kill()


@pytest.fixture
def ticker() -> Iterator[Ticker]:
    ticker = Ticker()
    yield ticker
    ticker.stop()


class OtherProcess:
    """Locks a file, and lets it go when others have gone on meanwhile."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self.is_done = False

    def lock(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def release_later(self) -> None:
        gevent.spawn(self._release)

    def _release(self) -> None:
        for _ in range(TICKS):
            gevent.sleep(TICK)
        self.is_done = True
        self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    """Whoever waits for another process waits in one piece: in short ones, others would go on in between."""
    for module in (sqlite_database, sqlite_shared_state):
        monkeypatch.setattr(module, "BUSY_TIMEOUT", PATIENCE)
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
    assert longest_pause(lambda: really_sleep(0.2)) > MAX_PAUSE


def test_plain_sleeps_and_locks_freeze_nobody() -> None:
    assert is_smooth(lambda: time.sleep(0.2))


def test_a_disk_that_is_slow_to_write_holds_up_nobody_else(storage: Storage, ticker: Ticker) -> None:
    happened: list[str] = []

    def slowly(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE games SET created = created")
        happened.append("writing")
        ticker.wait_in_thread()
        happened.append("written")

    writing = gevent.spawn(storage.database.write, slowly)
    wait_until(lambda: happened)
    assert storage.games.setup("one") == TOLD
    assert happened == ["writing"], "a reader waited for the writer"
    writing.get()


def test_waiting_for_another_process_holds_up_nobody_else(storage: Storage, tmp_path: Path) -> None:
    other = OtherProcess(tmp_path / "games.db")
    other.lock()
    other.release_later()
    storage.games.set_join_code("one", "CODE99")
    assert other.is_done
    other.close()


def test_watching_for_other_processes_holds_up_nobody(storage: Storage) -> None:
    stop = storage.database.listen(lambda _: None)
    assert is_smooth(lambda: gevent.sleep(0.5))
    stop()


def test_backups_and_deleting_hold_up_nobody(large: Storage) -> None:
    backups = BackupService(large.database, Clock())
    assert is_smooth(backups.make)
    games, copied = (iter([f"g{number}" for number in range(20)]) for _ in range(2))
    assert is_smooth(lambda: large.maintenance.erase_game(next(games)))
    assert is_smooth(lambda: backups.erase_game(next(copied)))
    assert isinstance(large.database, SqliteDatabase)
    assert is_smooth(large.database.vacuum)


def test_what_servers_tell_one_another_holds_up_nobody(storage: Storage, tmp_path: Path) -> None:
    peers = services_of(create_app(Games(storage, Clock(), random_token))).peers
    peers.begin()
    other = OtherProcess(tmp_path / "games.db-live")
    other.lock()
    other.release_later()
    peers.beat()
    assert other.is_done
    other.close()
    peers.end()


def test_a_process_that_locks_the_shared_state_holds_up_nobody(storage: Storage, tmp_path: Path) -> None:
    app = create_app(Games(storage, Clock(), random_token))
    bound, hub = services_of(app).rate_limits["session_events"], live_services_of(app).hub
    assert bound.count("somebody")
    other = OtherProcess(tmp_path / "games.db-live")
    other.lock()
    assert bound.may_try("somebody"), "who only reads does not wait"
    assert hub.count_phones("one") == 0
    other.release_later()
    assert bound.count("somebody")
    assert other.is_done
    other.lock()
    other.is_done = False
    other.release_later()
    hub.expect_phone("one", 0, "en")
    assert other.is_done
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
def test_many_slow_transactions_share_the_pool(far: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each goes on until so many are under way as there are connections."""
    monkeypatch.setattr(database, "RETRY_TIMEOUT", PATIENCE)
    monkeypatch.setattr(postgres_database, "TRANSACTION_TIMEOUT", PATIENCE)
    under_way: set[int] = set()
    most = 0

    def slowly(connection: Connection, number: int) -> None:
        nonlocal most
        under_way.add(number)
        most = max(most, len(under_way))
        deadline = time.monotonic() + PATIENCE / 2
        while most < MAX_CONNECTIONS:
            assert time.monotonic() < deadline, "they came one after the other"
            connection.exec_driver_sql("SELECT pg_sleep(0.01)")
        under_way.remove(number)

    writing = [gevent.spawn(far.database.write, partial(slowly, number=number)) for number in range(16)]
    gevent.joinall(writing, raise_error=True)
    assert most == MAX_CONNECTIONS


@needs_postgres
def test_listening_holds_up_nobody(far: Storage) -> None:
    stop = far.database.listen(lambda _: None)
    assert is_smooth(lambda: gevent.sleep(0.5))
    stop()


@needs_postgres
def test_connecting_to_a_server_that_says_nothing_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRY_TIMEOUT", 0.1)
    monkeypatch.setattr(postgres_database, "TRANSACTION_TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://narrator@localhost:{silent.getsockname()[1]}/games"

        def connect() -> None:
            with pytest.raises(StorageUnavailable) as caught:
                open_storage(address)
            assert caught.value.code == "unreachable"

        assert is_smooth(connect)
