"""The library on a screen: short enough to look through, answering while one types, and whole without scripts."""

import pytest
from playwright.sync_api import expect

from narrator.text.languages import LANGUAGES
from tests.browser.conftest import Devices
from tests.support.browser.server import Server

TABLET = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}
TALLEST = {1180: 2500, 390: 4000}
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_can_be_looked_through(devices: Devices, server: Server, language: str) -> None:
    page = devices.new(language, viewport=TABLET)
    for view in (TABLET, PHONE):
        page.set_viewport_size(view)  # type: ignore[arg-type]
        page.goto(f"{server.address}/library")
        width, height = page.evaluate(SIZE)
        assert width == view["width"]
        assert height <= TALLEST[width]


def test_answers_come_while_one_types_and_the_index_again_when_nothing_is_asked(
    devices: Devices, server: Server
) -> None:
    page = devices.new(viewport=PHONE)
    page.goto(f"{server.address}/library/card.seven")
    page.fill("#q", "my road is six long, Ben's too")
    expect(page.locator("details.answer[open]")).to_have_count(1)
    assert "/library?q=" in page.url
    page.fill("#q", "")
    expect(page.locator(".groups section")).to_have_count(10)


def test_of_the_answers_one_is_open_at_a_time(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/library?q=robber")
    page.locator("details.answer summary").nth(2).click()
    expect(page.locator("details.answer[open]")).to_have_count(1)
    expect(page.locator("details.answer").nth(2)).to_have_attribute("open", "")


def test_without_scripts_one_asks_and_reads_all_the_same(devices: Devices, server: Server) -> None:
    page = devices.new(java_script_enabled=False)
    page.goto(f"{server.address}/library")
    page.get_by_role("link", name="How do I win?").click()
    expect(page.locator("article.card")).to_contain_text("ten points")
    page.locator("#q").fill("who starts")
    page.locator("#q").press("Enter")
    expect(page.locator("details.answer").first).to_have_attribute("id", "card.who_starts")
