"""Pages of the house with the longest names: none is scrolled sideways, and no name runs over what stands beside it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from narrator.core.table.setup import Setup
from tests.browser.conftest import Hosting
from tests.support.browser.host import Host
from tests.support.browser.situations import PLACED, trio
from tools.layout_fit.games import LONG_NAMES

pytestmark = pytest.mark.thorough

SIZES = ((1180, 820), (1024, 768), (820, 1180), (390, 844))
WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
RUN_OVER = """() => {
  const isHidden = part => part && (getComputedStyle(part).clipPath !== "none" || isHidden(part.parentElement));
  const runsOver = part => part.clientWidth && part.scrollWidth > part.clientWidth + 1
    && getComputedStyle(part).overflowX === "visible" && !isHidden(part);
  return [...document.querySelectorAll("main *")].filter(runsOver)
    .map(part => `${part.className}: ${part.textContent.trim().slice(0, 60)}`);
}"""
FITS = """([game, least]) => {
  const found = document.querySelector(`form[action*="${game}"] .main`);
  const { left, right, height } = found.getBoundingClientRect();
  return left >= 0 && right <= document.documentElement.clientWidth && height >= least;
}"""
LEAST = 44


def long_names() -> Setup:
    setup = trio()
    return replace(setup, players=[replace(one, name=LONG_NAMES[seat]) for seat, one in enumerate(setup.players)])


@pytest.fixture(params=["es", "ru"])
def calling(hosting: Hosting, request: pytest.FixtureRequest) -> Host:
    """A table that has called the club, to which it shows its names."""
    host = hosting(long_names(), *PLACED, language=request.param)
    ask, table = host.page.request, f"{host.server.address}/g/{host.game.id}"
    ask.post(f"{host.server.address}/club/address")
    ask.post(f"{table}/club", form={"place": "Window seat 7", "names": "on"})
    ask.post(f"{table}/call")
    return host


def too_wide(page: Page) -> Iterator[tuple[int, str]]:
    """On every screen what does not fit."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide, screen = page.evaluate(WIDTHS)
        if wide > screen:
            yield width, f"{wide} > {screen}"
        yield from ((width, words) for words in page.evaluate(RUN_OVER))


def test_long_names_fit_into_every_page_of_the_house(calling: Host) -> None:
    page, here = calling.page, f"/g/{calling.game.id}"
    for path in ("/", "/club", f"{here}/club", f"{here}/lobby", f"{here}/programs", f"{here}/bots"):
        page.goto(f"{calling.server.address}{path}")
        assert LONG_NAMES[0] in page.inner_text("main") or path == f"{here}/club"
        assert list(too_wide(page)) == [], path


def test_a_table_that_calls_can_be_answered_on_every_screen(calling: Host) -> None:
    page = calling.page
    page.goto(f"{calling.server.address}/club")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITS, arg=[calling.game.id, LEAST])  # the list may be fetched anew at any time
