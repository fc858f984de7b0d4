"""A replay in a browser: it is opened, plays, goes back, jumps to moments and rounds, and keeps its address."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices, Hosting
from tests.support.browser.axe import problems
from tests.support.browser.phone import SMALL
from tests.support.browser.server import Server
from tests.support.web import SAMPLE, game_in

pytestmark = pytest.mark.thorough

SETUP, EVENING = game_in(SAMPLE)
FAST = "localStorage.setItem('pace', '4')"
PULL = """step => {
  const range = document.querySelector("#scrub");
  range.value = step;
  for (const kind of ["input", "change"]) range.dispatchEvent(new Event(kind, { bubbles: true }));
}"""
Watching = Callable[..., Page]


@pytest.fixture
def watching(hosting: Hosting) -> Watching:
    """The replay of the sample evening, on its host's device."""

    def open_at(query: str = "", language: str = "en", **options: object) -> Page:
        host = hosting(SETUP, *EVENING, language=language, **options)
        host.page.add_init_script(FAST)
        host.page.goto(f"{host.server.address}/g/{host.game.id}/replay{query}")
        return host.page

    return open_at


def stands_at(page: Page, step: int) -> None:
    """The step is shown, and is the page's address."""
    expect(page.locator("#content")).to_have_attribute("data-seq", str(step))
    expect(page).to_have_url(re.compile(rf"\?at={step}$"))


def test_from_the_end_of_a_game_one_comes_to_its_replay_and_it_plays(hosting: Hosting) -> None:
    page = hosting(SETUP, *EVENING, reduced_motion="no-preference").page
    page.add_init_script(FAST)
    page.click(".entry a[href$='/replay']")
    page.wait_for_function("() => +document.querySelector('#content').dataset.seq > 2")
    page.click("#play")
    step = int(page.get_attribute("#content", "data-seq") or 0)
    page.wait_for_timeout(1200)
    stands_at(page, step)
    page.click("#step-back")
    stands_at(page, step - 1)


def test_an_address_with_an_entry_shows_that_moment_and_waits(watching: Watching) -> None:
    page = watching("?at=123", reduced_motion="no-preference")
    page.wait_for_timeout(1200)
    stands_at(page, 123)
    page.keyboard.press("Space")
    page.wait_for_function("() => +document.querySelector('#content').dataset.seq > 123")


def test_one_jumps_to_a_moment_by_its_name_its_mark_and_its_key(watching: Watching) -> None:
    page = watching("?at=10")
    win = page.get_by_role("link", name="Ana wins!")
    win.press("Enter")
    stands_at(page, 494)
    expect(win).to_be_focused()
    assert page.get_attribute("#content", "data-kind") == "win"
    marks = page.locator(".marks a")
    first, second = (int((marks.nth(place).get_attribute("href") or "").partition("=")[2]) for place in (0, 1))
    marks.first.click()
    stands_at(page, first)
    expect(page.locator("#content")).to_have_class(re.compile("moment"))
    page.keyboard.press("n")
    stands_at(page, second)
    page.keyboard.press("p")
    stands_at(page, first)


def test_one_jumps_by_rounds_and_steps_by_keys(watching: Watching) -> None:
    page = watching("?at=150")
    page.keyboard.press("PageDown")
    expect(page.locator(".scrubber output")).to_contain_text("Round 11")
    page.get_by_role("link", name="Round 10", exact=True).click()
    stands_at(page, 150)
    page.keyboard.press("ArrowRight")
    stands_at(page, 151)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 150)


def test_the_scrubber_is_pulled_and_moved_by_keys(watching: Watching) -> None:
    page = watching("?at=150")
    page.evaluate(PULL, 200)
    stands_at(page, 200)
    page.focus("#scrub")
    page.keyboard.press("ArrowRight")
    stands_at(page, 201)
    page.keyboard.press("ArrowRight")  # the hand is still on it
    stands_at(page, 202)


def test_there_are_three_speeds(watching: Watching) -> None:
    page = watching("?at=3")
    seen = []
    for _ in range(4):
        seen.append(page.inner_text("[data-pace]"))
        page.click("#pace")
    assert seen == ["4×", "1×", "2×", "4×"]


def test_a_file_is_opened_from_home_just_to_watch(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(server.address)
    page.set_input_files("#game-file", SAMPLE)
    page.click("button[formaction='/watch']")
    page.wait_for_url("**/watch/*")
    page.keyboard.press("ArrowRight")
    stands_at(page, 1)


@pytest.mark.parametrize("language", ["th", "ru", "es", "en"])
def test_on_a_phone_nothing_sticks_out(watching: Watching, language: str) -> None:
    page = watching("?at=161", language, **SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    box = page.locator(".player").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 844


def test_axe_finds_nothing_on_a_phone(watching: Watching) -> None:
    assert problems(watching("?at=161", "th", **SMALL), "replay") == []
