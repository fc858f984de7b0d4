"""The state that servers share while they run, in a file beside the games or in tables of PostgreSQL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from gevent.pool import Pool

from narrator.storage.errors import StorageUnavailable
from narrator.storage.shared_state.client_usage import RateCounter
from narrator.storage.shared_state.presence import Presence
from narrator.storage.shared_state.replay_files import MAX_FILES, ReplayFiles
from narrator.storage.shared_state.shared_state import TABLES, Execute, SharedState
from narrator.storage.shared_state.workers import Workers
from narrator.storage.storage import Storage
from tests.support import stores

FIRST, SECOND = 1000.0, 777_000.0
"""What the clocks of the two processes say."""


@pytest.fixture
def storages(tmp_path: Path) -> Iterator[list[Storage]]:
    found = [stores.opened(tmp_path, machine) for machine in ("first", "second")]
    yield found
    for storage in found:
        storage.close()


@pytest.fixture
def two(storages: list[Storage], store: str) -> list[SharedState]:
    """Two workers; with PostgreSQL they are on two machines, and their clocks differ."""
    second = SECOND if store == "postgres" else FIRST
    clocks = {"a": lambda: FIRST, "b": lambda: second}
    return [SharedState(storages[i].database.shared, name, clocks[name]) for i, name in enumerate("ab")]


def test_tries_are_counted_together_and_the_limit_holds_for_many_at_once(two: list[SharedState], store: str) -> None:
    counters = [RateCounter(state) for state in two]
    assert [counter.number("notes", "ana") for counter in counters] == [0, 0]
    many: Any = ThreadPoolExecutor(8) if store == "postgres" else Pool(8)  # a connection waits as the test waits for it
    assert sum(many.map(lambda number: counters[number % 2].add_within("notes", "ana", 5), range(20))) == 5
    assert [counter.number("notes", "ana") for counter in counters] == [5, 5]
    assert [counter.number("notes", "boris") for counter in counters] == [0, 0]


def test_clocks_are_compared_with_the_one_that_all_share(two: list[SharedState]) -> None:
    one, other = (state.seconds() for state in two)
    assert one == pytest.approx(other, abs=1)


def test_tables_of_another_shape_are_replaced(storages: list[Storage], two: list[SharedState], tmp_path: Path) -> None:
    one = two[0]
    Presence(one).connect("game", "seat0", "en")

    def change_shape(execute: Execute) -> None:
        execute("DROP TABLE live_connections")
        execute("CREATE TABLE live_connections (id TEXT)")
        execute("CREATE TABLE live_nonsense (id TEXT)")
        execute("UPDATE live_layout SET shape = 1")

    one.write(change_shape)
    later = stores.opened(tmp_path)
    again = SharedState(later.database.shared, "c", lambda: FIRST)
    assert Presence(again).connect("game", "seat0", "en")[1]
    assert Presence(again).devices("game")["seat0"].connections == 1
    assert again.read(lambda execute: execute("SELECT count(*) FROM live_layout")) == [(1,)]
    assert again.read(lambda execute: execute("SELECT 1 FROM live_nonsense")) is None
    later.close()


def test_what_a_worker_has_left_is_gone_with_it(two: list[SharedState]) -> None:
    one, other = two
    presence, workers = Presence(one), Workers(other, 30)
    Workers(one, 30).beat()
    presence.connect("game", "seat0", "en")
    presence.connect("other", "seat1", "th")
    assert workers.dead() == []
    assert workers.others == {"a"}
    Presence(other).cleanup_worker("a")
    workers.cleanup("a")
    assert [other.rows(f"SELECT * FROM {table}") for table in ("live_connections", "live_workers")] == [[], []]
    here = Presence(other).devices("game")["seat0"]
    assert here.connections == 0
    assert here.last_seen == pytest.approx(other.seconds(), abs=1)


def test_only_the_last_files_are_kept(two: list[SharedState]) -> None:
    one, other = (ReplayFiles(state) for state in two)
    one.put("first", "ไทย".encode())
    assert other.get("first") == "ไทย".encode()
    for number in range(MAX_FILES + 1):
        other.put(f"{number}", b"x")
    assert len(two[0].rows("SELECT name FROM live_replays")) == MAX_FILES


def test_nothing_is_found_while_the_state_can_not_be_reached(
    two: list[SharedState], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody is refused anything for it, and the log says it once."""

    def fail(*_: object) -> None:
        raise StorageUnavailable("unreachable", path="x", why="y")

    for name in ("read", "write"):
        monkeypatch.setattr(two[0].database, name, fail)
    counter, presence = RateCounter(two[0]), Presence(two[0])
    assert counter.add_within("notes", "ana", 1)
    assert presence.devices("game") == {}
    line, is_news = presence.connect("game", "seat0", "en")
    assert not is_news
    assert not presence.disconnect(line)
    assert len(caplog.records) == 1


def test_postgres_does_not_log_what_need_not_survive(two: list[SharedState], store: str) -> None:
    if store == "postgres":
        ask = "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'"
        assert {name for (name,) in two[0].rows(ask)} >= set(TABLES)
