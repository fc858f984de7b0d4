"""The house's pages in a browser: records after an evening, a rematch, a question and then nothing left."""

import re

import pytest
from playwright.sync_api import Page, expect

from narrator.core.table.events import FirstPlayerChosen
from tests.browser.conftest import Devices
from tests.support.browser.axe import LANGUAGES, problems
from tests.support.browser.server import Game, Server
from tests.support.evenings import an_evening

pytestmark = pytest.mark.thorough

FOUR = ("Ana", "Boris", "Chai", "Dana")
BEGAN = next((event.seat for event in an_evening(*FOUR)[1] if isinstance(event, FirstPlayerChosen)), 0)
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def evening(mortal: Server) -> Game:
    setup, events = an_evening(*FOUR)
    return mortal.begin(setup, *events)


def at_home(devices: Devices, server: Server) -> Page:
    page = devices.new()
    page.goto(server.address)
    return page


def test_records_lead_to_a_rematch_with_the_next_one_beginning(mortal: Server, evening: Game, devices: Devices) -> None:
    page = at_home(devices, mortal)
    page.click("a[href='/people']")
    expect(page.locator(".figures tbody tr").first).to_contain_text("Ana")
    page.click(".figures a:has-text('Boris')")
    expect(page.locator("h1")).to_have_text("Boris")
    expect(page.locator(".totals")).to_contain_text("Average points")
    page.click(".game-list a")
    expect(page.locator(".standings li").first).to_contain_text("Ana")
    page.click("form[action$='/rematch'] button")
    page.wait_for_url(re.compile("/stage"))
    state = mortal.state(Game(page.url.split("/g/")[1].split("/")[0], ""))
    assert [seat["name"] for seat in state["seats"]] == list(FOUR)
    assert state["seat"] == (BEGAN + 1) % 4


def test_a_deleted_game_is_gone_for_its_host_too(mortal: Server, evening: Game, devices: Devices) -> None:
    host = devices.host(mortal, evening)
    page = at_home(devices, mortal)
    page.goto(f"{mortal.address}/people/games/{evening.id}")
    page.click("a[href$='/delete']")
    expect(page.locator("h1")).to_have_text("Delete this game for good?")
    page.click("a.main")
    expect(page.locator(".standings")).to_be_visible()
    page.click("a[href$='/delete']")
    devices.expected += ["status of 404", "Error Code 404"]
    page.click("form button")
    expect(page.locator("h1")).to_have_text("Deleted for good")
    expect(host.page.locator("h1")).to_contain_text("Game not found")
    page.goto(f"{mortal.address}/people")
    expect(page.locator(".lead")).to_contain_text("No game has been finished")


def test_every_page_fits_a_phone_in_every_language_and_axe_finds_nothing(
    mortal: Server, evening: Game, devices: Devices
) -> None:
    for turn, language in enumerate(LANGUAGES):
        page = devices.new(language, viewport=PHONE)
        page.goto(f"{mortal.address}/people")
        assert page.get_attribute("html", "lang") == language
        person = page.get_attribute(".figures tbody a", "href")
        game = f"/people/games/{evening.id}"
        paths = ("/people", "/people/games", person, f"{person}/delete", game, f"{game}/delete")
        for number, path in enumerate(paths):
            page.goto(f"{mortal.address}{path}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, language)
            if number % len(LANGUAGES) == turn:
                assert problems(page, f"{path}") == []
