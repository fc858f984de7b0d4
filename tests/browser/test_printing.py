"""What comes out of the printer: no card is cut, none is torn over two pages, and words keep to their cards."""

import re

import pytest

from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup
from tests.browser.conftest import Devices
from tests.support.browser.axe import LANGUAGES
from tests.support.browser.server import Server
from tests.support.browser.situations import ROLLED, trio

pytestmark = pytest.mark.thorough

PAGES = {"a4": (595, 842), "letter": (612, 792)}
"""In points, as a PDF counts."""
MARGINS = 2 * 10 / 25.4 * 96
SMALLEST_PICTURE = 100
"""In pixels, of which a card has 484 above one another."""

CARDS = """smallest => [...document.querySelectorAll(".cut")].flatMap(card => {
  const found = [], title = card.querySelector("h2").textContent, edge = card.getBoundingClientRect();
  if (card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth) found.push(`${title} is cut`);
  for (const part of card.children) {
    const box = part.getBoundingClientRect();
    if (box.bottom > edge.bottom || box.right > edge.right) found.push(`${title} does not hold its words`);
  }
  const picture = card.querySelector(".drawn");
  if (picture && picture.getBoundingClientRect().height < smallest) found.push(`${title} has a tiny picture`);
  return found;
})"""
LEAVES = "() => [...document.querySelectorAll('.leaf')].map(leaf => leaf.getBoundingClientRect().height)"


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """The sizes of a PDF's pages."""
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_whole_and_each_leaf_is_a_page_on_either_paper(
    devices: Devices, server: Server, language: str
) -> None:
    page = devices.new(language)
    page.emulate_media(media="print")
    for paper, (width, height) in PAGES.items():
        page.goto(f"{server.address}/print/cards?paper={paper}")
        assert page.evaluate(CARDS, SMALLEST_PICTURE) == []
        leaves = page.evaluate(LEAVES)
        assert max(leaves) <= height / 72 * 96 - MARGINS
        assert pages_of(page.pdf(prefer_css_page_size=True)) == [(width, height)] * len(leaves)


@pytest.mark.parametrize(("language", "players"), [*((language, 6) for language in LANGUAGES), ("th", 3)])
def test_a_score_sheet_is_one_page(devices: Devices, server: Server, language: str, players: int) -> None:
    people = [Player(f"Maximiliana {colour}", colour) for colour in COLOURS[:players]]
    host = devices.host(server, server.begin(Setup(people, tracking="script")), language)
    for paper in PAGES:
        host.open(f"print/score?paper={paper}")
        assert len(pages_of(host.page.pdf(prefer_css_page_size=True))) == 1


def test_what_is_for_the_screen_stays_off_paper(devices: Devices, server: Server) -> None:
    host = devices.host(server, server.begin(trio(), *ROLLED))
    host.open("print/rules")
    printer = host.page.locator(".printer")
    assert printer.is_visible()
    host.page.emulate_media(media="print")
    assert not printer.is_visible()


def test_the_button_prints(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.add_init_script("window.print = () => { window.printed = true }")
    page.goto(f"{server.address}/print/score")
    page.click("[data-action=print]")
    assert page.evaluate("window.printed")
