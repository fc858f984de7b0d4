"""A closed house: the machine itself is free, others need its code to begin a game, and nothing else changes."""

from pathlib import Path

import pytest

from narrator.web.auth.config import AccessConfig, ClientLimits
from narrator.web.security.guard import MAX_REQUEST_BYTES
from tests.support.html import page_of, text_of
from tests.support.limits import FILE, WAYS, Place

CODE = "K7M2P9XY"
BEGUN = (201, 303, 422)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, AccessConfig(house_code=CODE, is_closed=True))


@pytest.mark.parametrize("way", WAYS)
def test_without_the_code_no_other_device_begins_a_game(place: Place, way: str) -> None:
    guest = place.device("192.168.1.66")
    before = WAYS[way](guest)
    assert before.status_code == 403
    assert before.is_json or page_of(before).named("code")
    assert guest.get(f"/house/{CODE}").status_code == 303
    assert WAYS[way](guest).status_code in BEGUN


def test_the_page_that_asks_for_the_code_leads_back_home(place: Place) -> None:
    page = page_of(place.device("192.168.1.66").get("/people"))
    assert page.named("code")
    assert page.one("link", "Back").get("href") == "/"


def test_a_form_that_is_too_large_finds_the_door_closed_like_any_other(place: Place) -> None:
    answer = place.device("192.168.1.66").post("/people/nobody/delete", data={"next": "x" * MAX_REQUEST_BYTES})
    assert answer.status_code == 403


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"])
def test_the_machine_itself_needs_none(place: Place, address: str) -> None:
    assert WAYS["new"](place.device(address)).status_code == 303


def test_who_comes_through_this_machine_is_not_this_machine(place: Place) -> None:
    assert WAYS["new"](place.device("127.0.0.1", HTTP_X_FORWARDED_FOR="192.168.1.66")).status_code == 403
    assert WAYS["new"](place.device("127.0.0.1", HTTP_FORWARDED="for=192.168.1.66")).status_code == 403


@pytest.mark.parametrize(
    "host", ["narrator.local", "192.168.1.20:8080", "house.example", "evil.localhost", "[fe80::1]", "10.0.0.1"]
)
def test_under_another_name_than_a_loopback_one_it_is_not_this_machine(tmp_path: Path, host: str) -> None:
    """DNS rebinding and a forwarded port (`ssh -R`) both arrive from 127.0.0.1, but under a name of their own."""
    place = Place(tmp_path, AccessConfig(house_code=CODE, is_closed=True, hosts=frozenset(["house.example"])))
    for path in ("/new", "/people"):
        assert place.device("127.0.0.1").get(path, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8080", "localhost.:80", "127.0.0.1", "127.8.9.1:80", "[::1]:8080"]
)
def test_under_every_loopback_name_it_is_this_machine(place: Place, host: str) -> None:
    assert place.device("127.0.0.1").get("/people", headers={"Host": host}).status_code == 200
    assert place.device("192.168.1.66").get("/people", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "header",
    [
        *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_SERVER"),
        *("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP", "HTTP_CF_CONNECTING_IP", "HTTP_TRUE_CLIENT_IP"),
    ],
)
def test_what_a_proxy_passes_on_is_not_this_machine(place: Place, header: str) -> None:
    assert WAYS["new"](place.device("127.0.0.1", **{header: "127.0.0.1"})).status_code == 403


def test_who_types_the_code_comes_to_the_page_that_was_asked_for(place: Place) -> None:
    guest = place.device("192.168.1.66")
    page = guest.get("/new?players=3")
    assert page.status_code == 403
    assert page_of(page).named("next", "/new?players=3")
    answer = guest.post("/house", data={"code": "k7m2-p9xy", "next": "/new?players=3"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/new?players=3")
    assert guest.get("/new?players=3").status_code == 200
    away = guest.post("/house", data={"code": CODE, "next": "https://elsewhere.example"})
    assert away.headers["Location"] == "/"


def test_wrong_house_codes_are_counted_and_keep_nobody_from_joining(place: Place) -> None:
    guest, most = place.device("192.168.1.66"), ClientLimits().wrong_house_codes
    for _ in range(most):
        answer = guest.get("/house/WRONG")
        assert answer.status_code == 404
        assert "the house code" in text_of(answer)
    assert guest.get(f"/house/{CODE}").status_code == 429
    assert "Set-Cookie" not in guest.post("/house", data={"code": CODE}).headers
    assert place.device("192.168.1.67").get(f"/house/{CODE}").status_code == 303
    assert place.join(guest, "0") == 303


def test_wrong_codes_of_games_do_not_lock_the_house(place: Place) -> None:
    guest = place.device("192.168.1.66")
    for _ in range(ClientLimits().wrong_codes):
        assert guest.post("/join", data={"code": "WRONG"}).status_code == 404
    assert guest.post("/join", data={"code": "WRONG"}).status_code == 429
    assert guest.get(f"/house/{CODE}").status_code == 303


def test_a_program_sends_the_code_along(place: Place) -> None:
    guest = place.device("192.168.1.66")
    for code, status in (("", 403), ("WRONG", 403), (CODE, 201)):
        answer = guest.post("/api/v1/games", json=FILE, headers={"Authorization": f"Bearer {code}"})
        assert answer.status_code == status
    assert guest.post("/api/v1/games", json=FILE).json["error"]["code"] == "closed"  # type: ignore[index]


def test_phones_join_and_hosts_go_on_as_ever(place: Place) -> None:
    guest = place.device("192.168.1.66")
    assert place.join(guest, "0") == 303
    assert guest.get(f"/g/{place.new.id}/phone").status_code == 200
    host = place.device("192.168.1.67")
    host.set_cookie(f"host_{place.new.id}", place.new.secret)
    assert host.get(f"/g/{place.new.id}/stage").status_code == 200
    assert host.post(f"/g/{place.new.id}/rematch").status_code == 303


def test_an_open_house_asks_nobody(tmp_path: Path) -> None:
    place = Place(tmp_path, AccessConfig())
    guest = place.device("192.168.1.66")
    assert guest.get("/new").status_code == 200
    answer = guest.get("/house/X")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "Set-Cookie" not in answer.headers
