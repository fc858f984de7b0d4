"""Two machines on one PostgreSQL database: what can only happen there. More is in `tests/web/live/test_peers.py`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.app.peers import DEAD_AFTER
from narrator.storage.shared_state.shared_state import TABLES, Execute
from narrator.web.live.hub import GONE_SECONDS, RECONNECT_SECONDS
from narrator.web.live.live_services import live_services_of
from tests.support.two_servers import TwoServers, of_one_database
from tests.support.waiting import wait_until
from tests.support.web_people import Night

ANA, BORIS, CHAI = range(3)


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TwoServers]:
    yield from of_one_database(tmp_path, monkeypatch)


@pytest.fixture
def night(machines: TwoServers) -> Night:
    return machines.night


def test_a_seat_that_was_just_claimed_at_one_is_held_at_the_other(machines: TwoServers, night: Night) -> None:
    """Nobody listens there yet: the greeting alone says that somebody is here."""
    hub = live_services_of(machines.other.app).hub
    machines.one.time.seconds += 2 * RECONNECT_SECONDS
    assert not hub.is_phone_present(night.id, ANA)
    night.phone(ANA)
    wait_until(lambda: hub.is_phone_present(night.id, ANA))
    machines.one.time.seconds += GONE_SECONDS
    assert not hub.is_phone_present(night.id, ANA)


def test_the_people_of_a_machine_that_was_cut_off_are_seen_again(machines: TwoServers, night: Night) -> None:
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


def test_presence_survives_a_crash_of_the_database(machines: TwoServers, night: Night) -> None:
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
