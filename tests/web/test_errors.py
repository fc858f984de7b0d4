"""Pages that say what went wrong, and never go wrong themselves."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from narrator.web import errors
from narrator.web.app import create_app
from tests.support.app import games_in
from tests.support.html import page_of
from tests.support.web import House


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A browser of an application as it runs for people: its mistakes become pages."""
    return create_app(games_in(tmp_path)).test_client()


@pytest.mark.parametrize("path", ["/", "/new", "/library", "/join", "/nothing", "/api/v1/games/x", "/g/nobodys1/stage"])
@pytest.mark.parametrize("query", [b"\xff", b"lang=\xff", b"q=\xe0\xb8", "q=ก".encode(), b"a=\x80&lang=ru"])
def test_a_query_with_odd_bytes_is_a_query(client: FlaskClient, path: str, query: bytes) -> None:
    plain = client.get(path)
    odd = client.get(path, environ_overrides={"QUERY_STRING": query.decode("latin-1")})
    assert odd.status_code == plain.status_code < 500


def test_letters_sent_raw_are_read_as_those_in_percents(client: FlaskClient) -> None:
    raw = client.get("/join", environ_overrides={"QUERY_STRING": "code=ก".encode().decode("latin-1")})
    assert raw.text == client.get("/join?code=%E0%B8%81").text
    assert page_of(raw).named("code", "ก")


def test_a_mistake_in_the_error_page_leaves_a_sentence(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> str:
        raise UnicodeError

    monkeypatch.setattr(errors, "render_fragment_or_page", broken)
    answer = client.get("/nothing")
    assert (answer.status_code, answer.mimetype, answer.text) == (404, "text/plain", "Something went wrong")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/sample", {"POST", "OPTIONS"}),
        ("DELETE", "/new", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("TRACE", "/api/v1/openapi.json", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/g/x/enter", {"POST", "OPTIONS"}),
    ],
)
def test_what_can_not_be_done_here_says_what_can(house: House, method: str, path: str, allowed: set[str]) -> None:
    answer = house.visitor().open(path, method=method)
    assert answer.status_code == 405
    assert allowed <= answer.allow.as_set(preserve_casing=True)
