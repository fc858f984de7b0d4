"""Logs that a test opened are closed after it; the server that tests of pages share, after all of them."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.support.app import close_logs
from tests.support.web import House
from tests.support.web_people import Night, Server, served


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    yield
    close_logs()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.log.close()


@pytest.fixture
def client(house: House) -> FlaskClient:
    """A browser that hosts nothing yet."""
    return house.visitor()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from served(tmp_path_factory.mktemp("server"))


@pytest.fixture
def night(server: Server) -> Night:
    return server.night()
