"""Who listens to a log hears what others write, and not what the log itself writes."""

from collections.abc import Callable
from pathlib import Path

import gevent
import pytest

from narrator.session.events import PhraseSaid
from narrator.storage.storage import Storage, open_storage
from narrator.storage.values import Secret
from tests.support.app import NOON, log_in, ruling
from tests.support.setups import ONE
from tests.support.waiting import PATIENCE, wait_until

WRITES: dict[str, Callable[[Storage], object]] = {
    "append": lambda log: log.games.append("one", 1, [ruling("a")], NOON),
    "append_session_event": lambda log: log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="yes"), "k", NOON),
    "claim_seat": lambda log: log.secrets.claim_seat("one", Secret("seat", "sha", NOON, 1)),
    "set_join_code": lambda log: log.games.set_join_code("one", "CODE99"),
    "drop_secrets": lambda log: log.secrets.drop_secrets("one", "host"),
    "erase_game": lambda log: log.maintenance.erase_game("one"),
}


@pytest.fixture
def others(tmp_path: Path) -> Storage:
    """Another process with the same games."""
    log = log_in(tmp_path)
    log.games.create(ONE, [])
    return log


@pytest.fixture
def log(others: Storage, tmp_path: Path) -> Storage:
    """Listening already: PostgreSQL says when it does, a file is looked at in turn with what is written to it."""
    log, told = log_in(tmp_path), list[str | None]()
    log.database.listen(told.append)
    gevent.sleep(0)
    log.games.set_join_code("one", "CODE98")
    wait_until(lambda: told or log.database.is_file)
    return log


class Ear:
    """What was heard so far."""

    def __init__(self, log: Storage) -> None:
        self.heard: list[str | None] = []
        self.stop = log.database.listen(self.heard.append)

    def hears(self, written: Callable[[], object], seconds: float = PATIENCE) -> bool:
        """Whether something is told after this, within the time."""
        before = len(self.heard)
        written()
        with gevent.Timeout(seconds, False):
            while len(self.heard) == before:
                gevent.sleep(0.01)
        return len(self.heard) > before


@pytest.mark.parametrize("name", WRITES)
def test_whatever_other_processes_write_is_announced(log: Storage, others: Storage, name: str) -> None:
    ear = Ear(log)
    assert ear.hears(lambda: WRITES[name](others))
    assert set(ear.heard) <= {None, "one"}


def test_what_the_process_itself_writes_is_not_announced(log: Storage) -> None:
    ear = Ear(log)
    assert not ear.hears(lambda: WRITES["append"](log), seconds=0.3)


def test_a_stopped_listener_gets_nothing_and_the_others_do(log: Storage, others: Storage) -> None:
    one, two = Ear(log), Ear(log)
    one.stop()
    assert two.hears(lambda: WRITES["append"](others))
    assert one.heard == []
    one.stop()  # a second time is no matter
    two.stop()
    assert not two.hears(lambda: WRITES["append_session_event"](others), seconds=0.3)


def test_a_listener_that_fails_does_not_stop_the_others(
    log: Storage, others: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: str | None) -> None:
        raise RuntimeError("deaf")

    log.database.listen(fail)
    ear = Ear(log)
    assert ear.hears(lambda: WRITES["append"](others))
    assert ear.hears(lambda: WRITES["append_session_event"](others))
    assert "A listener failed" in caplog.text


@pytest.mark.file
def test_a_file_that_was_written_anew_is_listened_to(log: Storage, others: Storage, tmp_path: Path) -> None:
    ear = Ear(log)
    others.close()
    (tmp_path / "games.db").unlink()
    new = log.database.save_elsewhere()
    again = open_storage(f"sqlite:///{new}")
    assert ear.hears(lambda: WRITES["append"](again))
    again.close()
