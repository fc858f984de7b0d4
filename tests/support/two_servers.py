"""Two servers of the same games: of one SQLite file, or on two machines with one PostgreSQL database."""

from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest

from narrator.web.services import Services, services_of
from tests.support import stores
from tests.support.app import TOLD
from tests.support.web_people import Device, Server, Time

STARTED_EARLIER = 50_000.0
"""Seconds by which the clock of the second machine is ahead. On one machine both have the same clock."""


class LaterTime(Time):
    def __init__(self, first: Time) -> None:
        self.first = first
        self.set_back = 0.0

    @property
    def seconds(self) -> float:  # type: ignore[override]
        return self.first.seconds + STARTED_EARLIER


class TwoServers:
    def __init__(self, folder: Path, *machines: str) -> None:
        self.one, self.other = (Server(folder, machine=name) for name in machines or ("data", "data"))
        self.other.time = LaterTime(self.one.time) if machines else self.one.time
        self.other.app = self.other.opened()
        for house in self.houses:
            house.peers.begin()
        self.night = self.one.night(TOLD)
        self.houses[0].peers.beat()  # by now each knows of the other

    @property
    def houses(self) -> list[Services]:
        return [services_of(server.app) for server in (self.one, self.other)]

    def elsewhere(self, device: Device) -> Device:
        """The same browser, when it reaches the other server."""
        there = Device(self.night, REMOTE_ADDR=device.client.environ_base["REMOTE_ADDR"])
        there.client = self.other.app.test_client()
        there.client.environ_base.update(device.client.environ_base)
        there.client._cookies = device.client._cookies
        return there

    def close(self) -> None:
        for server in (self.one, self.other):
            services_of(server.app).peers.end()
            server.log.close()
        gevent.sleep(0)  # who listened closes its connection


def of_one_file(folder: Path) -> Iterator[TwoServers]:
    """For a fixture."""
    found = TwoServers(folder)
    yield found
    found.close()


def of_one_database(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TwoServers]:
    """For a fixture."""
    if stores.programs() is None:
        pytest.skip(stores.WITHOUT)
    monkeypatch.setattr(stores, "kind", "postgres")
    found = TwoServers(folder, "first", "second")
    yield found
    found.close()
    stores.empty()
