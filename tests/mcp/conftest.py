"""One running Narrator for all of these tests: each has a game of its own in it."""

import signal
from collections.abc import Iterator

import pytest

from tests.support.running import Running


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where it is found."""
    url = f"sqlite:///{tmp_path_factory.mktemp('games')}/games.db"
    server = Running("serve", "--port", "0", "--db", url, LANG="C", PYTHONUTF8="1")
    yield f"http://127.0.0.1:{server.port}"
    server.stopped_by(signal.SIGTERM)
