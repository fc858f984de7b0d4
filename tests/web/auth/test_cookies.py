"""Cookies: `Secure` wherever the page came by https, also through a trusted proxy, and never readable by scripts."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import narrator
from narrator.web.auth.config import AccessConfig
from tests.support.limits import Place

PACKAGE = Path(narrator.__file__).parent
CODE = "K7M2P9XY"
PROXY = "10.0.0.9"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, AccessConfig(house_code=CODE, is_closed=True, proxies=(ip_network(PROXY),)))


def cookies(place: Place, client: FlaskClient, scheme: str) -> dict[str, str]:
    """What each way to get a cookie sets, by its name without the game."""
    base = f"{scheme}://localhost"
    answers = [
        client.get(f"/house/{CODE}", base_url=base),
        client.post("/sample", base_url=base),
        client.post("/device", data={"look": "dark"}, base_url=base),
        client.post(
            f"/j/{place.games.access.join_code(place.new.id)}", data={"seat": "0", "language": "es"}, base_url=base
        ),
        client.post("/rules/save", data={"players": "4", "save_as": "Ours"}, base_url=base),
    ]
    kept = [line for answer in answers for line in answer.headers.getlist("Set-Cookie")]
    return {line.partition("=")[0].partition("_")[0]: line for line in kept}


FROM_PROXY = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": "192.168.1.66"}
WAYS_IN: dict[str, tuple[str, dict[str, str], bool]] = {
    "http": ("http", {}, False),
    "https": ("https", {}, True),
    "https through a proxy": ("http", {**FROM_PROXY, "HTTP_X_FORWARDED_PROTO": "https"}, True),
    "http through a proxy": ("http", {**FROM_PROXY, "HTTP_X_FORWARDED_PROTO": "http"}, False),
    "https, as a stranger says": ("http", {"HTTP_X_FORWARDED_PROTO": "https"}, False),
}


@pytest.mark.parametrize("way", WAYS_IN)
def test_every_cookie_is_secure_where_the_page_came_by_https(place: Place, way: str) -> None:
    scheme, environ, is_secure = WAYS_IN[way]
    found = cookies(place, place.device(**{"address": "192.168.1.66", **environ}), scheme)
    assert set(found) == {"house", "host", "look", "me", "lang", "presets"}
    for line in found.values():
        parts = line.split("; ")
        assert ("Secure" in parts) == is_secure, line
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts), line


def test_cookies_are_set_in_one_place_only() -> None:
    setting = [file.name for file in PACKAGE.rglob("*.py") if ".set_cookie(" in file.read_text()]
    assert setting == ["preferences.py"]
