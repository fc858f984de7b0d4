"""A NUL in anything that is sent: a clear refusal, the same with both stores."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.app import TOLD, ruling
from tests.support.both_stores import pytest_generate_tests, store  # noqa: F401
from tests.support.web import written
from tests.support.web_people import Night, Server


@pytest.fixture
def night(tmp_path: Path, store: str) -> Iterator[Night]:  # noqa: F811
    server = Server(tmp_path)
    yield server.night(TOLD)
    server.log.close()


PATHS = (
    *("/g/a%00b/stage", "/g/a%00b/phone", "/j/a%00b", "/people/a%00b", "/people?find=a%00b", "/g/{game}/host/a%00b"),
    *("/api/v1/games/a%00b", "/api/v1/games/a%00b/events", "/club/a%00b", "/replay/a%00b"),
)


@pytest.mark.parametrize("path", PATHS)
def test_in_an_address(night: Night, path: str) -> None:
    answer = night.host.client.get(path.format(game=night.id), environ_base={"REMOTE_ADDR": "127.0.0.1"})
    assert answer.status_code == (400 if "?" in path else 404)


def test_in_a_form(night: Night) -> None:
    phone = night.phone(0)
    assert phone.post("/say", phrase="wait", key="a\0b").status_code == 400
    assert night.stranger().join(0, code="a%00b").status_code == 404
    events = written([ruling("a")])
    assert night.host.post("/enter", events=events, seen=0, key="a\0b").status_code == 400
    merged = night.host.client.post(
        "/people/x/merge", data={"other": "a\0b"}, environ_base={"REMOTE_ADDR": "127.0.0.1"}
    )
    assert merged.status_code == 400


def test_in_a_key_and_in_json(night: Night) -> None:
    right = {"Authorization": f"Bearer {night.new.secret}"}
    address = f"/api/v1/games/{night.id}/events"
    body = {"events": json.loads(written([ruling("a\0b")]))}
    refused = night.host.client.post(address, json=body, headers={**right, "Idempotency-Key": "a\0b"})
    assert (refused.status_code, refused.json["error"]["code"]) == (400, "bad_request")  # type: ignore[index]
    assert night.host.client.post(address, json=body, headers=right).status_code in (201, 422)
    setup = {"setup": {"players": [{"name": "A\0na", "colour": "red"}, {"name": "Boris", "colour": "blue"}]}}
    assert night.host.client.post("/api/v1/games", json=setup).status_code in (400, 422)


@pytest.mark.parametrize("path", ["/", "/g/{game}/phone", "/api/v1/games/{game}"])
def test_in_the_name_of_a_cookie(night: Night, path: str) -> None:
    """The games that a device says it hosts are looked up by the names of its cookies."""
    cookies = {"HTTP_COOKIE": "host_a\0b=x; me_a\0b=x"}
    client = night.app.test_client(use_cookies=False)
    assert client.get(path.format(game=night.id), environ_overrides=cookies).status_code == 400
