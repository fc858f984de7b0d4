"""The machine's clock is wrong by decades, or jumps: everything works, numbers decide the order."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from narrator.core.table.events import RulingMade, TurnEnded
from tests.support.app import NOON, TOLD, ruling
from tests.support.browser.situations import ROLLED, trio
from tests.support.games import ANA
from tests.support.web import written
from tests.support.web_people import Night, Server, served

YEARS = (1972, 2136)
BORIS = 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path)


def set_clock(server: Server, year: int) -> None:
    server.clock.time = datetime(year, 3, 1, 20, tzinfo=UTC)
    server.time.set_back = server.time.seconds - (server.clock.time - NOON).total_seconds()


def entered(night: Night, key: str) -> int:
    answer = night.host.client.post(
        f"/api/v1/games/{night.id}/events",
        json={"events": json.loads(written([ruling(key)]))},
        headers={"Authorization": f"Bearer {night.new.secret}", "Idempotency-Key": key},
    )
    return answer.status_code


@pytest.mark.parametrize("year", YEARS)
def test_a_whole_evening_works_in_any_year(server: Server, year: int) -> None:
    set_clock(server, year)
    night = server.night(trio(turn_timer="hard", turn_seconds=60), ROLLED)
    assert [entered(night, "one"), entered(night, "one"), entered(night, "two")] == [201, 201, 201]
    assert [event.text for event in night.new_entries if isinstance(event, RulingMade)] == ["one", "two"]
    ana, boris = night.phone(ANA), night.phone(BORIS)
    assert ana.post("/say", phrase="wait").status_code == 200
    assert len(night.session.phrases_for(BORIS, night.time.now())) == 1
    assert ana.propose(TurnEnded(seat=ANA)).status_code in (200, 303)
    assert night.stranger().client.get(night.host_link()).status_code in (200, 303)
    for path in ("/stage", "/lobby", "/history", "/evening", "/story", "/file"):
        assert night.host.get(path).status_code == 200, path
    assert boris.get().status_code == 200
    for path in ("/", "/people", "/healthz", "/metrics"):
        assert night.host.client.get(path, environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 200, path
    file = night.host.get("/file").data
    assert night.stranger().client.post("/api/v1/games", data=file).status_code == 201


def test_a_clock_that_jumps_changes_neither_the_order_nor_the_times_played(server: Server) -> None:
    night = server.night(TOLD)
    ana = night.phone(ANA)
    keys: list[str] = []
    for year in (2026, 1972, 2136, 1972, 2026):
        set_clock(server, year)
        for n in range(2):
            keys.append(f"{year}-{len(keys)}-{n}")
            assert entered(night, keys[-1]) == 201
        for path in ("/stage", "/lobby", "/history", "/evening", "/story"):
            assert night.host.get(path).status_code == 200, path
        assert ana.get().status_code == 200
    assert [event.text for event in night.new_entries if isinstance(event, RulingMade)] == keys
