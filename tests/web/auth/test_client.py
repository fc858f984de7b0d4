"""Who asks is told by the cookie alone where it was looked up lately, and is nobody else then."""

import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from narrator.web.auth import client
from narrator.web.auth.client import Client, identify_client
from tests.support.web import House

ELSEWHERE = "10.0.0.9"


def asks(app: Flask, game: str, cookies: str, **headers: str) -> Client:
    environ = EnvironBuilder(f"/g/{game}/phone", headers=Headers({"Cookie": cookies, **headers})).get_environ()
    return identify_client(app, {**environ, "REMOTE_ADDR": ELSEWHERE})


def test_a_phone_is_known_again_by_its_cookie_as_by_all_that_it_sent(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = house.host()
    app, cookies = house.app, f"lang=th; me_{host.id}={host.games.access.take_seat(host.id, 1)}; look=dark"
    first = asks(app, host.id, cookies)
    assert first.name != ELSEWHERE
    monkeypatch.setattr(client, "this_client", None)  # nothing else is asked any more
    assert asks(app, host.id, cookies) == first


def test_a_cookie_that_opens_nothing_or_another_game_makes_nobody_known(house: House) -> None:
    host, other = house.host(), house.host()
    secret = host.games.access.take_seat(host.id, 1)
    known = asks(house.app, host.id, f"me_{host.id}={secret}")
    assert asks(house.app, host.id, f"me_{host.id}={secret}x") == Client(ELSEWHERE)
    assert asks(house.app, other.id, f"me_{other.id}={secret}") == Client(ELSEWHERE)
    assert asks(house.app, other.id, f"me_{host.id}={secret}") == Client(ELSEWHERE)
    assert asks(house.app, host.id, f"name_{host.id}={secret}") == Client(ELSEWHERE)
    assert asks(house.app, host.id, f"me_{host.id}={secret}", Authorization="Bearer x") != known


def test_a_host_who_has_a_seat_too_is_the_host(house: House) -> None:
    host = house.host()
    mine = f"me_{host.id}={host.games.access.take_seat(host.id, 0)}"
    assert not asks(house.app, host.id, mine).is_host
    assert asks(house.app, host.id, f"{mine}; host_{host.id}={host.secret}").is_host
