"""What a conftest.py imports to run every test of its folder with both stores, and to close the logs that it opened."""

from collections.abc import Iterator

import pytest

from tests.support import stores
from tests.support.app import close_logs


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.both(metafunc)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for kind in stores.chosen(request, monkeypatch):
        yield kind
        close_logs()
