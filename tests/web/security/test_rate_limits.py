"""What can be done only so often: each client has its own count, and a real evening stays far below."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from narrator.storage.shared_state.client_usage import RATE_WINDOW
from narrator.web.auth.config import AccessConfig, ClientLimits
from narrator.web.security.rate_limits import LIMIT_OF_ENDPOINT
from tests.support.html import text_of
from tests.support.limits import WAYS, Place

FEW = ClientLimits(new_games=3, seats=3, session_events=3)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, AccessConfig(limits=FEW))


def test_every_bounded_way_is_there(place: Place) -> None:
    assert set(LIMIT_OF_ENDPOINT) <= set(place.app.view_functions)


@pytest.mark.parametrize("way", WAYS)
def test_an_address_makes_so_many_games_in_a_minute_and_others_go_on(place: Place, way: str) -> None:
    maker, other = place.device("192.168.1.66"), place.device("192.168.1.67")
    for _ in range(FEW.new_games):
        assert WAYS["new"](maker).status_code == 303
    answer = WAYS[way](maker)
    assert answer.status_code == 429
    assert "wait a minute" in text_of(answer).lower()
    assert WAYS[way](other).status_code in (201, 303, 422)
    place.time.seconds += RATE_WINDOW
    assert WAYS[way](maker).status_code in (201, 303, 422)


def test_a_new_browser_on_the_same_device_counts_on(place: Place) -> None:
    assert [WAYS["new"](place.device("192.168.1.66")).status_code for _ in range(5)] == [303, 303, 303, 429, 429]


def test_an_address_takes_so_many_seats_in_a_minute(place: Place) -> None:
    assert [place.join(place.device("192.168.1.66"), "watch") for _ in range(5)] == [303, 303, 303, 429, 429]
    assert place.join(place.device("192.168.1.67"), "watch") == 303


def test_a_phone_says_so_much_in_a_minute_and_another_behind_the_same_router_goes_on(place: Place) -> None:
    one, other = place.device("192.168.1.66"), place.device("192.168.1.66")
    assert (place.join(one, "0"), place.join(other, "1")) == (303, 303)
    say = f"/g/{place.new.id}/say"
    assert [one.post(say, data={"phrase": "wait"}).status_code for _ in range(4)][-2:] == [200, 429]
    assert other.post(say, data={"phrase": "wait"}).status_code == 200


def test_a_made_up_secret_makes_nobody_another_client(place: Place) -> None:
    say = f"/g/{place.new.id}/say"
    for number in range(FEW.session_events + 1):
        stranger = place.device("192.168.1.66")
        stranger.set_cookie(f"me_{place.new.id}", f"made up {number}")
        status = stranger.post(say, data={"phrase": "wait"}).status_code
    assert status == 429


def test_an_evening_of_six_phones_behind_one_router_is_far_below(tmp_path: Path) -> None:
    place = Place(tmp_path, AccessConfig())
    phones = [place.device("192.168.1.1") for _ in range(6)]
    assert [place.join(phone, "watch") for phone in phones for _ in range(3)] == [303] * 18
    assert [WAYS["new"](phones[0]).status_code for _ in range(10)] == [303] * 10


# Through a machine in between.


def made_by(place: Place, address: str, forwarded: str) -> int:
    return int(WAYS["new"](place.device(address, HTTP_X_FORWARDED_FOR=forwarded)).status_code)


def test_a_named_proxy_says_for_whom_it_asks(tmp_path: Path) -> None:
    place = Place(tmp_path, AccessConfig(limits=FEW, proxies=(ip_network("10.0.0.0/30"),)))
    assert [made_by(place, "10.0.0.1", "192.168.1.66") for _ in range(4)] == [303, 303, 303, 429]
    assert made_by(place, "10.0.0.1", "192.168.1.67") == 303
    assert made_by(place, "10.0.0.1", "192.168.1.99, 192.168.1.66") == 429
    assert made_by(place, "10.0.0.1", "192.168.1.66, 10.0.0.2") == 429
    assert WAYS["new"](place.device("192.168.1.66")).status_code == 429


def test_nobody_else_is_believed(place: Place) -> None:
    assert [made_by(place, "10.0.0.1", f"192.168.1.{n}") for n in range(4)] == [303, 303, 303, 429]
