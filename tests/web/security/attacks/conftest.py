"""Every attack runs with both stores, on a server of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import stores
from tests.support.web_people import Server, served


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.both(metafunc)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    yield from stores.chosen(request, monkeypatch)


@pytest.fixture
def server(store: str, tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path)
