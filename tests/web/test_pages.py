"""Every page in every language, loaded afresh or swapped in; names as they were typed."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.games.games import Games
from narrator.core.table.phase import Stealing
from narrator.core.table.setup import BoardSetup, Player, Setup
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from tests.support.html import Element, page_of, text_of
from tests.support.web import HTMX, Host, House

PUBLIC = ["/", "/new", "/new?layout=manual&players=5", "/library", "/library?q=robber", "/join", "/nothing/here"]
OF_A_GAME = [
    "/stage",
    "/stage?do=menu",
    "/stage?do=build",
    "/stage?do=trade&partner=2&give=ore",
    "/stage?do=bank_trade&give=ore",
    "/stage?do=bank&stack=ore",
    "/stage?do=seat&seat=1",
    "/stage?do=correct&seat=1",
    "/stage?do=recount&seat=1",
    "/stage?do=step",
    "/stage?do=forgotten&late=1&seat=1",
    "/stage?do=monopoly&kind=ore&late=1&seat=1",
    "/stage?do=steal&late=1&seat=1",
    "/stage?card=robber",
    "/history",
    "/history?seat=2",
    "/evening",
    "/carry",
    "/codes",
    "/amend?entry=200",
    "/amend?entry=200&remove=1",
    "/explain?number=points.0",
    "/explain?number=bank.ore",
    "/library?q=knight",
    "/lobby",
]
NAMES = {"Ana", "Boris", "Chai", "Dana", "Narrator", *LANGUAGE_NAMES.values()}
SAME_IN_SPANISH = {"Bots", "Normal", "normal", "No", *(f"Color {n}" for n in range(1, 7))}
ATTRIBUTES = (
    *("aria-label", "title", "placeholder", "alt"),
    *("data-say", "data-heard", "data-none", "data-kept", "data-lost", "data-back"),
)


def visible(answer: TestResponse) -> set[str]:
    """Every piece of text that is read or heard, where it has letters of ours."""
    pieces, waiting = set(), [page_of(answer)]
    while waiting:
        element = waiting.pop()
        pieces |= {element.get(name) for name in ATTRIBUTES}
        inside = [] if element.tag in ("script", "style", "svg") else element.children
        waiting += [child for child in inside if isinstance(child, Element) and child.tag != "svg"]
        pieces |= {child.strip() for child in inside if isinstance(child, str)}
    return {piece for piece in pieces if re.search(r"[A-Za-z]{2}", piece)} - NAMES


def in_language(client: FlaskClient, path: str, language: str) -> TestResponse:
    return client.get(f"{path}{'&' if '?' in path else '?'}lang={language}")


def language_of(answer: TestResponse) -> str:
    return page_of(answer).every("html")[0].get("lang")


def check_words(client: FlaskClient, path: str) -> None:
    english = visible(in_language(client, path, "en"))
    for language in LANGUAGES:
        answer = in_language(client, path, language)
        assert language_of(answer) == language, path
        text = " ".join(visible(answer))
        assert not re.search(r"\b[a-z_]{2,}\.[a-z_]{2,}\b(?!/)|[{}]|\bNone\b", text.replace("narrator.json", "")), (
            path,
            text,
        )
        if language != "en":
            left = {piece for piece in visible(answer) & english if "/" not in piece and not piece.isupper()}
            assert left <= SAME_IN_SPANISH, (path, language, left)


def test_public_pages_are_whole_in_every_language(house: House) -> None:
    client = house.visitor()
    for path in PUBLIC:
        check_words(client, path)


@pytest.mark.parametrize("part", range(4))
def test_pages_of_a_game_are_whole_in_every_language(house: House, part: int) -> None:
    host = house.sample()
    for path in OF_A_GAME[part::4]:
        check_words(host.client, f"/g/{host.id}{path}")


# Which language


@pytest.mark.parametrize(
    ("query", "cookie", "accepted", "language"),
    [
        ("", None, "", "en"),
        ("", None, "fi", "en"),
        ("", None, "es-MX,es;q=0.9", "es"),
        ("", None, "fi, ru;q=0.5, en;q=0.4", "ru"),
        ("", "th", "ru", "th"),
        ("", "xx", "ru", "ru"),
        ("?lang=es", "th", "ru", "es"),
        ("?lang=es_AR", "th", "ru", "es"),
        ("?lang=fi", "th", "ru", "en"),
        ("?lang=", "th", "ru", "th"),
    ],
)
def test_the_address_then_the_cookie_then_the_browser_decides(
    client: FlaskClient, query: str, cookie: str | None, accepted: str, language: str
) -> None:
    if cookie:
        client.set_cookie("lang", cookie)
    answer = client.get(f"/{query}", headers={"Accept-Language": accepted})
    assert language_of(answer) == language


def test_a_language_that_was_chosen_stays_chosen(client: FlaskClient) -> None:
    answer = client.post("/device", data={"lang": "th", "next": "/library?lang=ru&q=x"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/library?q=x")
    assert language_of(client.get("/library?q=x")) == "th"


def test_a_second_language_stands_below_the_line(house: House) -> None:
    host = house.sample()
    host.client.set_cookie("second", "th")
    again, thai = host.page("/stage?lang=es").in_class("again"), host.page("/stage?lang=th")
    assert (again.get("lang"), again.text) == ("th", thai.attribute("data-line"))
    assert not thai.with_class("again"), "it is the first one already"


# Whole pages and fragments


@pytest.mark.parametrize("path", ["/stage", "/stage?do=build", "/stage?do=menu", "/stage?card=robber", "/lobby"])
def test_what_is_swapped_in_is_what_a_fresh_page_shows(house: House, path: str) -> None:
    host = house.sample()
    fragment, whole = host.get(path, headers=HTMX), host.get(path)
    assert not fragment.text.lstrip().startswith("<!doctype")
    assert whole.text.startswith("<!doctype html>")
    assert fragment.text.strip() in whole.text


def test_the_new_games_form_and_the_librarys_finds_are_swapped_in_alike(client: FlaskClient) -> None:
    query = "/new?players=3&layout=random_tokens&seed=7"
    assert client.get(query, headers=HTMX).text.strip() in client.get(query).text
    found = client.get("/library?q=robber", headers={**HTMX, "HX-Target": "library-content"})
    assert found.text.strip() in client.get("/library?q=robber").text


# Names

EVIL = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onclick='x", "&lt;b&gt;", "{{ 7*7 }}", "a\\b"]


def named_setup(name: str) -> Setup:
    return Setup([Player(name, "red"), Player("Bo", "blue")], board=BoardSetup("beginner_6e"))


def check_markup(answer: TestResponse) -> None:
    """Nothing that a name brought has become a tag or an attribute."""
    assert "<script>alert" not in answer.text
    page = page_of(answer)
    assert not page.every("img")
    assert not [one for one in page.descendants() if any(name.startswith("on") for name in one.attributes)]
    assert "49" not in [one.text for one in page.with_class("name")]


@pytest.mark.parametrize("name", EVIL)
def test_a_name_is_never_more_than_a_name(house: House, name: str) -> None:
    host = house.host(named_setup(name))
    for path in (
        "/stage",
        "/stage?do=seat&seat=0",
        "/stage?do=forgotten",
        "/history",
        "/lobby",
        "/explain?number=hand.0",
    ):
        check_markup(host.get(path))
    assert name in text_of(host.get())
    check_markup(host.client.get("/"))
    form = host.client.get("/new", query_string={"name0": name, "seed": name, "brush": name, "layout": "spiral"})
    check_markup(form)
    check_markup(host.client.get("/library", query_string={"q": name}))


def began(client: FlaskClient, games: Games, name: str) -> str:
    answer = client.post("/new", data={"players": "2", "name0": name})
    assert answer.status_code == 303
    return games.record_of(answer.headers["Location"].split("/")[2]).state.seats[0].name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  María   José ", "María José"),
        ("สมชาย", "สมชาย"),
        ("Ana\u202eevil\u2066", "Anaevil"),
        ("a\x01b\nc\td", "ab c d"),
        ("x" * 100, "x" * 40),
        ("\u200b\u202e", "Player 1"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
    ],
)
def test_a_name_is_kept_without_what_turns_or_breaks_a_line(house: House, typed: str, kept: str) -> None:
    assert began(house.visitor(), house.games, typed) == kept


def test_a_host_sees_what_was_entered_in_every_language(house: House) -> None:
    host: Host = house.sample()
    lines = {host.page(f"/stage?lang={language}").attribute("data-line") for language in LANGUAGES}
    assert len(lines) == 4


def test_in_the_menu_the_clock_stands_only_where_there_is_one_and_each_picture_once(house: House) -> None:
    menu = house.sample().page("/stage?do=menu")
    assert not menu.named("clock"), "this table plays without one"
    links = [one for where in ("/evening", "do=finish") for one in menu.all("link") if one.get("href").endswith(where)]
    assert [one.every("use")[0].get("href") for one in links] == ["#i-bars", "#i-flag"]


def test_the_television_names_whom_the_thief_may_choose_and_the_cards_that_are_held(house: House) -> None:
    host = house.sample()
    seven = next(
        number
        for number in range(30, host.seq)
        if isinstance(then := host.record.snapshot_at(number).state.phase, Stealing) and len(then.victims) > 1
    )
    shown = house.sample(seven)
    phase = shown.record.state.phase
    assert isinstance(phase, Stealing)
    page = shown.page("/table")
    assert len(page.in_class("pictured-players", "victims").with_class("pictured-player")) == len(phase.victims)
    held = sum(bool(seat.development_cards) for seat in shown.record.state.seats)
    assert len(page.with_class("count", "held")) == held
