"""A server under load whose database fails."""

from collections.abc import Iterator

import gevent
import pytest

from narrator.storage.errors import NumberTaken, StorageUnavailable
from narrator.storage.storage import Storage, open_storage
from tests.support.app import NOON, OPENED, ruling, texts
from tests.support.postgres import Server
from tests.support.setups import ONE


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


def opened(url: str) -> Storage:
    log = open_storage(url)
    OPENED.append(log)
    return log


@pytest.fixture
def log(url: str) -> Storage:
    log = opened(url)
    log.games.create(ONE, [])
    return log


class Load:
    """Somebody who enters one thing after the other, and remembers what was acknowledged."""

    def __init__(self, log: Storage) -> None:
        self.log, self.acknowledged, self.trouble = log, list[str](), list[str]()
        self.greenlet = gevent.spawn(self._enter)

    def _enter(self) -> None:
        is_in_doubt = False
        while True:
            text = str(len(self.acknowledged) + 1)
            try:
                self.log.games.append("one", len(self.acknowledged) + 1, [ruling(text)], NOON)
                self.acknowledged.append(text)
                is_in_doubt = False
            except StorageUnavailable as unusable:
                self.trouble.append(unusable.code)
                is_in_doubt = is_in_doubt or unusable.code == "unsure"
            except NumberTaken:  # by itself: it was told that nobody knew whether this was kept
                assert is_in_doubt
                self.acknowledged.append(text)
                is_in_doubt = False
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
        kept = texts(opened(url).games.entries("one"))
        assert kept[: len(self.acknowledged)] == self.acknowledged
        assert len(kept) <= len(self.acknowledged) + 1
