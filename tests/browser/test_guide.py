"""The host's guide on a screen: it fits every device, and its pictures of pages only look like pages."""

import pytest
from playwright.sync_api import expect

from narrator.text.languages import LANGUAGES
from tests.browser.conftest import Devices
from tests.support.browser.server import Server

SCREENS = ((1180, 820), (820, 1180), (390, 844), (1920, 1080))
CUT_OFF = """() => [...document.querySelectorAll(".guide :is(p, a, h3, figcaption):not(.screen *)")]
  .filter(part => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
  .map(part => part.textContent.trim())"""
LEFT_OUT = """() => [...document.querySelectorAll(".screen")]
  .flatMap(screen => [...screen.querySelectorAll(".button, .pictured-player, .seat, .headline")]
    .filter(part => part.getBoundingClientRect().right > screen.getBoundingClientRect().right))
  .map(part => part.textContent.trim())"""
"""Parts of a picture that its edge cuts off."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_fits_every_screen(devices: Devices, server: Server, language: str) -> None:
    page = devices.new(language)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.address}/guide")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(CUT_OFF) == [], width
        assert page.evaluate(LEFT_OUT) == [], width


def test_a_key_presses_no_button_in_a_picture(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/guide")
    assert page.locator(".screen [data-key]").count()
    for key in page.locator(".screen [data-key]").evaluate_all("all => all.map(one => one.dataset.key)"):
        page.keyboard.press(key)
    expect(page).to_have_url(f"{server.address}/guide")
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{server.address}/")


def test_the_contents_lead_to_a_section_and_tabs_skip_the_pictures(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/guide")
    page.get_by_role("link", name="A seven").click()
    expect(page.get_by_role("heading", name="A seven")).to_be_in_viewport()
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('.screen')")
