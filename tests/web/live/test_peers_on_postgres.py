"""Two machines on one PostgreSQL database: who is there and what is counted holds for both together. Their clocks
differ."""

from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest

from narrator.app.peers import DEAD_AFTER
from narrator.storage.shared_state.shared_state import TABLES, Execute
from narrator.web.auth.config import ClientLimits
from narrator.web.auth.viewer import Viewer
from narrator.web.live.hub import GONE_SECONDS, RECONNECT_SECONDS
from narrator.web.live.live_services import live_services_of
from narrator.web.services import Services, services_of
from tests.support import stores
from tests.support.app import TOLD
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web import SAMPLE
from tests.support.web_people import Device, Night, Server, Stream, Time

pytestmark = pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)
ANA, BORIS, CHAI = range(3)
STARTED_EARLIER = 50_000.0
"""Seconds by which the clock of the second machine is ahead."""


class LaterTime(Time):
    def __init__(self, first: Time) -> None:
        self.first = first
        self.set_back = 0.0

    @property
    def seconds(self) -> float:  # type: ignore[override]
        return self.first.seconds + STARTED_EARLIER


class Machines:
    def __init__(self, folder: Path) -> None:
        self.one, self.other = (Server(folder, machine=name) for name in ("first", "second"))
        self.other.time = LaterTime(self.one.time)
        self.other.app = self.other.opened()
        for house in self.houses:
            house.peers.begin()
        self.night = self.one.night(TOLD)

    @property
    def houses(self) -> list[Services]:
        return [services_of(server.app) for server in (self.one, self.other)]

    def elsewhere(self, device: Device) -> Device:
        """The same browser, when it reaches the other machine."""
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


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    monkeypatch.setattr(stores, "kind", "postgres")
    found = Machines(tmp_path)
    yield found
    found.close()
    stores.empty()


@pytest.fixture
def night(machines: Machines) -> Night:
    return machines.night


def test_who_listens_at_one_is_seen_at_the_other(machines: Machines, night: Night) -> None:
    hub = live_services_of(machines.other.app).hub
    assert hub.count_phones(night.id) == 0
    host = machines.elsewhere(night.host).listen()
    host.version()
    line = night.phone(ANA, "th").listen()
    line.version()
    with gevent.Timeout(PATIENCE):
        host.version()  # the host is told
    assert hub.count_phones(night.id) == 1
    assert hub.devices(night.id)["seat0"].language == "th"
    line.close()
    wait_until(lambda: hub.count_phones(night.id) == 0)
    host.close()


def test_a_seat_that_was_just_claimed_at_one_is_held_at_the_other(machines: Machines, night: Night) -> None:
    """Nobody listens there yet: the greeting alone says that somebody is here."""
    hub = live_services_of(machines.other.app).hub
    machines.one.time.seconds += 2 * RECONNECT_SECONDS
    assert not hub.is_phone_present(night.id, ANA)
    night.phone(ANA)
    wait_until(lambda: hub.is_phone_present(night.id, ANA))
    machines.one.time.seconds += GONE_SECONDS
    assert not hub.is_phone_present(night.id, ANA)


def test_wrong_codes_are_counted_at_both_together(machines: Machines, night: Night) -> None:
    guesser = night.stranger()
    there, most = machines.elsewhere(guesser), ClientLimits().wrong_codes
    codes = [(guesser, there)[number % 2].join(code="AAAAAA").status_code for number in range(most + 2)]
    assert codes == [404] * most + [429] * 2
    machines.one.time.seconds += 61
    assert there.join(code="AAAAAA").status_code == 404


def test_what_a_phone_says_is_counted_at_both_together(machines: Machines, night: Night) -> None:
    phone = night.phone(ANA)
    there, most = machines.elsewhere(phone), ClientLimits().session_events
    said = [(phone, there)[number % 2].post("/say", phrase="wait").status_code for number in range(most + 2)]
    assert said == [200] * most + [429] * 2


def next_versions(line: Stream) -> None:
    while True:
        line.version()


def test_the_oldest_page_gives_way_to_one_at_the_other(machines: Machines, night: Night) -> None:
    phone = night.phone(ANA)
    there = machines.elsewhere(phone)
    first = phone.listen()
    first.version()
    machines.one.time.seconds += 1
    lines = [there.listen() for _ in range(ClientLimits().streams_per_client)]
    for line in lines:
        line.version()
    hub = live_services_of(machines.one.app).hub

    def look_again() -> None:
        while True:
            hub.reload_pages(night.id)
            gevent.sleep(0.05)

    looking = gevent.spawn(look_again)
    with gevent.Timeout(PATIENCE), pytest.raises(StopIteration):
        next_versions(first)
    looking.kill()
    for line in lines:
        line.close()


def test_a_file_that_was_opened_to_watch_at_one_is_shown_by_the_other(machines: Machines) -> None:
    name = machines.houses[0].replays.open(SAMPLE.read_bytes())
    assert machines.other.app.test_client().get(f"/watch/{name}").status_code == 200


def test_what_a_machine_that_died_has_left_is_cleared_away(machines: Machines, night: Night) -> None:
    hub = live_services_of(machines.other.app).hub
    line = night.phone(ANA).listen()
    line.version()
    assert [house.peers.is_housekeeper() for house in machines.houses] == [True, False]
    machines.houses[1].peers.beat()
    machines.one.time.seconds += DEAD_AFTER
    machines.houses[1].peers.beat()
    assert hub.devices(night.id)["seat0"].connections == 0
    assert hub.is_connected(night.id, Viewer("seat", ANA)), "it may be on its way back"
    machines.one.time.seconds += GONE_SECONDS
    assert not hub.is_connected(night.id, Viewer("seat", ANA))
    assert machines.houses[1].peers.is_housekeeper()
    line.close()


def test_the_people_of_a_machine_that_was_cut_off_are_seen_again(machines: Machines, night: Night) -> None:
    """The others took it for dead; its phones held their lines all the time."""
    hub, phone = live_services_of(machines.other.app).hub, night.phone(ANA)
    line = phone.listen()
    line.version()
    machines.houses[1].peers.beat()
    machines.one.time.seconds += DEAD_AFTER
    machines.houses[1].peers.beat()
    assert hub.count_phones(night.id) == 0
    machines.houses[0].peers.beat()
    wait_until(lambda: hub.count_phones(night.id) == 1)
    line.close()
    wait_until(lambda: hub.count_phones(night.id) == 0)


def test_presence_survives_a_crash_of_the_database(machines: Machines, night: Night) -> None:
    """PostgreSQL empties unlogged tables after a crash."""
    hub = live_services_of(machines.other.app).hub
    line = night.phone(ANA).listen()
    line.version()

    def lose(execute: Execute) -> None:
        for table in TABLES:
            execute(f"TRUNCATE {table}")

    machines.other.log.database.shared.write(lose, "")
    assert hub.count_phones(night.id) == 0
    for house in machines.houses:
        house.peers.beat()
    wait_until(lambda: hub.count_phones(night.id) == 1)
    line.close()
