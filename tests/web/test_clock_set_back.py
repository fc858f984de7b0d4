"""The server's clock is set back by hours in the middle of a game: what happened counts by its number, not its time.
Nothing is lost, nobody is shut out, and nothing lasts for hours that should last for seconds."""

from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest

from narrator.core.table.events import RulingMade
from narrator.session.table_session import PHRASE_SECONDS
from tests.support.app import TOLD, ruling
from tests.support.web_people import Night, Server, served

ANA, BORIS = range(2)
HOURS = 6 * 3600.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path)


@pytest.fixture
def night(server: Server) -> Night:
    return server.night(TOLD)


def texts(night: Night) -> list[str]:
    return [event.text for event in night.new_entries if isinstance(event, RulingMade)]


def test_entries_stay_in_the_order_of_their_numbers_and_every_page_shows_the_last(server: Server, night: Night) -> None:
    phone, line = night.phone(ANA), night.host.listen()
    night.enter(ruling("before"))
    assert line.version()
    server.set_clock_back(HOURS)
    night.enter(ruling("after"))
    with gevent.Timeout(20):
        while not line.version().startswith(f"{len(night.record.log)}."):
            pass
    line.close()
    assert texts(night) == ["before", "after"]
    assert [event.time for event in night.new_entries] != sorted(
        event.time for event in night.new_entries if event.time is not None
    ), "their times are not in order"
    for path in ("/stage", "/lobby", "/history", "/evening", "/story"):
        assert night.host.get(path).status_code == 200, path
    assert phone.get().status_code == 200
    other = Server(server.folder)
    assert [event.text for event in other.games.record_of(night.id).log if isinstance(event, RulingMade)] == texts(
        night
    )
    other.log.close()


def test_what_was_said_before_it_is_not_said_for_hours(server: Server, night: Night) -> None:
    ana, boris = night.phone(ANA), night.phone(BORIS)
    assert ana.post("/say", phrase="wait").status_code == 200
    assert len(night.session.phrases_for(BORIS, night.time.now())) == 1
    server.set_clock_back(HOURS)
    assert night.session.phrases_for(BORIS, night.time.now()) == ()
    assert boris.post("/say", phrase="wait").status_code == 200
    assert [said.seat for said in night.session.phrases_for(ANA, night.time.now())] == [BORIS]
    night.time.seconds += PHRASE_SECONDS
    assert night.session.phrases_for(ANA, night.time.now()) == ()
    assert [kept.number for kept in night.games.storage.sessions.events(night.id)] == [1, 2]


def test_nobody_is_shut_out(server: Server, night: Night) -> None:
    """Rights have no end that a clock could bring; what is counted in a minute goes by the machine's clock."""
    phone, link = night.phone(ANA), night.host_link()
    line = phone.listen()
    line.version()
    server.set_clock_back(HOURS)
    assert phone.get().status_code == 200
    assert night.host.get("/stage").status_code == 200
    assert night.stranger().client.post(link).status_code == 303
    assert night.stranger().client.post(night.host_link()).status_code == 303, "one that was made after it"
    assert night.phone(BORIS).get().status_code == 200
    assert night.stranger().join(ANA).status_code != 303, "who listens keeps the chair"
    line.close()
