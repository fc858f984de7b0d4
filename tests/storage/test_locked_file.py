"""Another program holds the file: who writes waits a while, and nobody else does."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest

from narrator.session.events import PhraseSaid
from narrator.storage import database
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage
from narrator.storage.values import Secret
from tests.support.app import NOON, file_log_in, ruling, texts
from tests.support.setups import ONE, TWO

pytestmark = pytest.mark.file

WRITES = {
    "create": lambda log: log.games.create(TWO, []),
    "append": lambda log: log.games.append("one", 1, [ruling("a")], NOON),
    "add_secret": lambda log: log.secrets.add_secret("one", TWO.host),
    "move_seat_secrets": lambda log: log.secrets.move_seat_secrets("one", 0, 1),
    "drop_secrets": lambda log: log.secrets.drop_secrets("one", "seat", 0),
    "drop_secret": lambda log: log.secrets.drop_secret("one", "sha"),
    "claim_seat": lambda log: log.secrets.claim_seat("one", Secret("seat", "sha", NOON, 1)),
    "exchange_link": lambda log: log.secrets.exchange_link("one", "sha", NOON, Secret("host", "new", NOON), 1),
    "append_session_event": lambda log: log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="yes"), "k", NOON),
    "set_join_code": lambda log: log.games.set_join_code("one", "CODE99"),
}


@pytest.fixture
def log(tmp_path: Path) -> Storage:
    log = file_log_in(tmp_path)
    log.games.create(ONE, [])
    return log


@pytest.fixture
def other(log: Storage, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that is in the middle of writing."""
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


@pytest.mark.parametrize("name", WRITES)
def test_what_is_written_meanwhile_waits_until_the_other_program_is_done(
    log: Storage, other: sqlite3.Connection, name: str
) -> None:
    happened: list[str] = []

    def end() -> None:
        other.execute("ROLLBACK")
        happened.append("the other program is done")

    gevent.spawn_later(0.05, end)
    WRITES[name](log)
    assert happened, "it was written only then"


def test_others_are_answered_while_somebody_waits(log: Storage, other: sqlite3.Connection) -> None:
    writing = gevent.spawn(log.games.append, "one", 1, [ruling("a")], NOON)
    gevent.sleep(0.01)
    for _ in range(30):
        gevent.sleep(0)
        assert log.games.entries("one") == []
    assert not writing.ready(), "a read waits for a try to write and not for the other program"
    other.execute("ROLLBACK")
    writing.get(timeout=30)
    assert texts(log.games.entries("one")) == ["a"]


def test_who_has_waited_for_long_is_told_who_holds_the_file(
    log: Storage, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "RETRY_TIMEOUT", 0.2)
    with pytest.raises(StorageUnavailable) as caught:
        log.games.append("one", 1, [ruling("a")], NOON)
    assert caught.value.code == "busy"
    assert log.games.entries("one") == []
