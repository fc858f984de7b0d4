"""Every test runs with both stores. Logs that it opened are closed after it."""

from collections.abc import Iterator

import pytest

from tests.support import stores
from tests.support.app import close_logs
from tests.support.faults import log, server, url  # noqa: F401 (fixtures)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.both(metafunc)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for kind in stores.chosen(request, monkeypatch):
        yield kind
        close_logs()
