"""Under which names the server answers, whatever a request says."""

from pathlib import Path

import pytest

from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from tests.support.app import LAID, games_in
from tests.support.web import Host

OURS = ["127.0.0.1", "192.168.1.20:8080", "[fe80::1]:8080", "LOCALHOST:80", "kitchen.local", "laptop", "games.example"]
FORGED = ["rebind.example", "evil.example:8080", "192.168.1.20.example", "local", "localhost.example", "elaptop"]
MALFORMED = ["", " ", "localhost, x.example", "a@localhost", "localhost:x", "[::1", "http://localhost", "ก", "2130"]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    games = games_in(tmp_path)
    app = create_app(games, access=AccessConfig(hosts=frozenset({"laptop", "games.example"})))
    return Host(app.test_client(), games, games.create(LAID))


def lobby(host: Host, name: str) -> tuple[int, str]:
    said = {"HTTP_HOST": name.encode().decode("latin-1"), "HTTP_COOKIE": f"host_{host.id}={host.secret}"}
    browser = host.client.application.test_client(use_cookies=False)
    answer = browser.get(f"/g/{host.id}/lobby", environ_overrides=said)
    return answer.status_code, answer.text


@pytest.mark.parametrize("name", OURS)
def test_numbers_and_names_of_our_own_are_known_wherever_the_network_is(host: Host, name: str) -> None:
    assert lobby(host, name)[0] == 200


@pytest.mark.parametrize("name", [*FORGED, *MALFORMED])
def test_any_other_name_is_refused_with_a_sentence_and_never_shown(host: Host, name: str) -> None:
    status, page = lobby(host, name)
    assert status == 400
    assert "know this address" in page
    assert not name.strip() or name not in page
    assert host.client.post("/new", environ_overrides={"HTTP_HOST": name}).status_code == 400


def test_the_api_says_so_too(host: Host) -> None:
    answer = host.client.get(f"/api/v1/games/{host.id}", environ_overrides={"HTTP_HOST": "rebind.example"})
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "unknown_host")  # type: ignore[index]
