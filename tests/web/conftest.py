"""Logs that a test opened are closed after it; the server that tests of pages share, after all of them."""

from collections.abc import Iterator

import pytest

from tests.service.kit import close_logs
from tests.web.kit import House


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    yield
    close_logs()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.log.close()
