"""A replay on its own address: of a table for everybody who was let in, of a file for whoever has opened it."""

import io
import re

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from narrator.app.files.game_files import ReplayService
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import CardStolen, SeatJoined, TakenBack, VictoryDeclared
from narrator.text.languages import LANGUAGES
from tests.support.evening import EVENING, SETUP
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, SAMPLE, House
from tests.support.web_people import Server


def seq(page: TestResponse) -> int:
    assert page.status_code == 200, page.status
    return int(page_of(page).attribute("data-seq"))


# Of a table.


@pytest.mark.parametrize("who", ["host", "0", "watch"])
def test_everybody_at_the_table_may_watch(server: Server, who: str) -> None:
    night = server.evening(120)
    device = night.host if who == "host" else night.phone(who)
    page = device.get("/replay?at=60")
    assert seq(page) == 60
    home = "stage" if who == "host" else "phone"
    assert f"/g/{night.id}/{home}" in page_of(page).hrefs


def test_strangers_may_not(server: Server) -> None:
    night = server.evening(30)
    assert night.stranger().get("/replay").status_code == 403
    assert night.stranger().client.get("/g/nothing1/replay").status_code == 404


def test_a_game_that_goes_on_is_shown_up_to_now(server: Server) -> None:
    night = server.evening(60)
    assert night.host.page("/replay?at=60").with_attribute("data-over")
    night.enter(EVENING[60])
    page = night.host.page("/replay?at=60")
    assert not page.with_attribute("data-over")
    assert page.with_id("step-on").get("href") == f"/g/{night.id}/replay?at=61"


def test_what_was_undone_is_left_out_and_the_address_of_a_step_stays_its_own(server: Server) -> None:
    night = server.evening(60, TakenBack(to=58), EVENING[58])
    page = night.host.page("/replay?at=58")
    assert page.with_id("step-on").get("href") == f"/g/{night.id}/replay?at=62"
    assert seq(night.host.get("/replay?at=62")) == 59


def test_an_address_without_an_entry_plays_from_the_start_and_one_with_an_entry_stands_still(server: Server) -> None:
    night = server.evening(60)
    assert seq(night.host.get("/replay")) == 0
    assert not night.host.page("/replay").with_attribute("data-still")
    assert night.host.page("/replay?at=0").with_attribute("data-still")


def test_the_scrubber_leads_to_a_step_under_the_address_of_its_entry(server: Server) -> None:
    night = server.evening(60)
    part = night.host.get("/replay?step=42", headers=HTMX)
    assert seq(part) == 42
    assert part.headers["HX-Replace-Url"] == f"/g/{night.id}/replay?at=42"
    whole = night.host.get("/replay?step=42")
    assert (whole.status_code, whole.headers["Location"]) == (303, f"/g/{night.id}/replay?at=42")


def test_no_stolen_card_is_named_in_it(server: Server) -> None:
    number = next(number for number, event in enumerate(EVENING, 1) if isinstance(event, CardStolen))
    theft = EVENING[number - 1]
    assert isinstance(theft, CardStolen)
    pages = []
    for resource in (None, *RESOURCES):
        night = server.night(SETUP, [*EVENING[: number - 1], replace(theft, resource=resource, waived=True)])
        if not night.record.state.unsure:  # the victim may have had that card
            page = night.phone("watch").get(f"/replay?at={number}")
            pages.append(page.text.replace(night.id, ""))
    assert len(pages) > 2
    assert len(set(pages)) == 1


def test_a_moment_of_somebody_who_came_later_is_named_from_the_start(server: Server) -> None:
    two = replace(SETUP, players=SETUP.players[:2])
    joined, wins = SeatJoined(seat=2, name="Zoe", colour="white"), VictoryDeclared(seat=2, waived=True)
    night = server.night(two, [EVENING[0], joined, wins])
    page = night.host.get("/replay?at=0")
    assert seq(page) == 0
    assert "Zoe wins!" in text_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_where_one_is_in_every_language(server: Server, language: str) -> None:
    night = server.evening(200)
    page = night.phone("watch", language).page("/replay?at=150")
    (where,) = page.every("output")
    assert [int(number) for number in re.findall(r"\d+", where.text)] == [10, 150, 200]
    assert len(page.with_class("small-button", "of-round")) == 14


def test_the_ends_of_a_game_lead_to_it(server: Server) -> None:
    night = server.evening(len(EVENING))
    replay = f"/g/{night.id}/replay"
    for path in ("/stage", "/stage?do=menu", "/evening", "/history"):
        assert any(href.startswith(replay) for href in night.host.page(path).hrefs), path
    assert any(href.startswith(replay) for href in night.phone("0").page().hrefs)
    assert f"{replay}?at=494" in night.host.page("/history").hrefs


# Of a file.


def opened(client: FlaskClient, content: bytes) -> TestResponse:
    return client.post("/watch", data={"file": (io.BytesIO(content), "game.json")})


def test_a_file_is_watched_without_taking_it_in(house: House, client: FlaskClient) -> None:
    answer = opened(client, SAMPLE.read_bytes())
    assert answer.status_code == 303
    assert "Set-Cookie" not in answer.headers
    assert seq(client.get(f"{answer.headers['Location']}?at=123")) == 123
    assert "/g/" not in client.get("/").text
    assert "/g/" not in client.get(answer.headers["Location"]).text


def test_others_watch_it_at_the_same_address(house: House, client: FlaskClient) -> None:
    way = opened(client, SAMPLE.read_bytes()).headers["Location"]
    assert seq(house.visitor().get(f"{way}?at=7")) == 7


def test_a_table_takes_its_replay_along_in_its_file(server: Server) -> None:
    night = server.evening(60)
    elsewhere = night.stranger().client
    way = opened(elsewhere, night.host.get("/file").data).headers["Location"]
    ours, theirs = (text_of(page) for page in (night.host.get("/replay?at=40"), elsewhere.get(f"{way}?at=40")))
    assert ours.replace("Leave", "Home") == theirs


def test_a_broken_file_says_why_on_the_home_page(client: FlaskClient) -> None:
    answer = opened(client, b"{")
    assert answer.status_code == 422
    assert page_of(answer).one("alert").text


def test_a_file_that_is_not_kept_any_more_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.get(f"/watch/{ReplayService().open(SAMPLE.read_bytes() + b' ')}")
    assert answer.status_code == 404
    assert "open the file again" in text_of(answer)


def test_home_has_a_button_for_it_beside_the_file(client: FlaskClient) -> None:
    assert page_of(client.get("/")).with_attribute("formaction", "/watch")
