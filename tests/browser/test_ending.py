"""The end of a game: hidden cards come to light one by one, then pages one swipes through, on every kind of screen."""

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from narrator.core.table.box import COLOURS, Colour
from narrator.core.table.events import AnyEvent, Corrected, VictoryDeclared
from tests.browser.conftest import Devices, Hosting
from tests.support.browser.axe import problems
from tests.support.browser.host import Host
from tests.support.browser.phone import SMALL, Phone
from tests.support.browser.situations import ROLLED, trio
from tests.support.games import ANA, BORIS, CHAI
from tests.support.web import SAMPLE, game_in

CARDS: tuple[AnyEvent, ...] = tuple(
    Corrected(what="development_cards", seat=seat, value=count) for seat, count in ((ANA, 2), (CHAI, 1))
)
WON = (*ROLLED, *CARDS, VictoryDeclared(seat=BORIS, waived=True))
SEEN = """() => {
  const leaves = document.querySelector(".pager"), left = leaves.getBoundingClientRect().left;
  return [...leaves.children].find(leaf => Math.abs(leaf.getBoundingClientRect().left - left) < 2)?.id;
}"""
WIDER = """() => [document.documentElement, ...document.querySelectorAll(".stats-page")]
  .filter(part => part.scrollWidth > part.clientWidth).map(part => part.id || part.tagName)"""
"""What has more in it than its width."""


def seen(page: Page, name: str) -> None:
    """The page that fills the screen, and the dot that says so."""
    page.wait_for_function(f"name => ({SEEN})() === name", arg=name)
    expect(page.locator(".dots [aria-current]")).to_have_attribute("href", f"#{name}")


def swipe(page: Page, begin: int, end: int) -> None:
    """A finger that draws the page to the side."""
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": begin, "y": 400}]})
    for x in range(begin, end, 20 if end > begin else -20):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": 400}]})
        page.wait_for_timeout(16)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def phone_of(devices: Devices, host: Host, seat: int, language: str = "en", **options: object) -> Phone:
    host.open("lobby")
    code = host.page.locator("p.code").inner_text().split(":")[-1].replace(" ", "").strip()
    phone = Phone(devices.new(language, **{**SMALL, **options}), host.server, host.game, language)
    phone.scan(code)
    phone.take(seat)
    return phone


def sample(hosting: Hosting, **options: object) -> Host:
    setup, events = game_in(SAMPLE)
    return hosting(setup, *events, **options)


def test_hidden_cards_are_asked_for_one_by_one_and_the_podium_grows(hosting: Hosting, devices: Devices) -> None:
    host = hosting(trio(), *WON)
    television = devices.host(host.server, host.game).open("table").page
    expect(television.locator(".veiled")).to_have_count(2)
    expect(host.page.locator(".instruction")).to_contain_text("Ana")
    host.enter(type="points_revealed", seat=ANA, count=2)
    expect(television.locator(".veiled")).to_have_count(1)
    expect(television.locator(".lifted b")).to_have_text("4")
    expect(host.page.locator(".instruction")).to_contain_text("Chai")
    host.pick(".reveal form:first-child button")
    expect(television.locator(".veiled")).to_have_count(0)
    expect(host.page.locator(".instruction")).to_have_count(0)
    host.page.click(".entry .button.main")
    host.page.wait_for_url("**/evening")
    seen(host.page, "points")


CONTRASTS = """() => {
  const light = colour => {
    const [r, g, b] = colour.match(/\\d+/g).map(part => part / 255)
      .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + .05) / (dark + .05);
  };
  const around = getComputedStyle(document.querySelector(".news")).backgroundColor;
  return [...document.querySelectorAll(".podium .block")].map(getComputedStyle).map(block => [
    Math.max(contrast(block.backgroundColor, around), contrast(block.borderTopColor, around)),
    contrast(block.color, block.backgroundColor),
  ]);
}"""
"""How far each column of the podium stands out from what is around it, and its number from the column."""


@pytest.mark.parametrize("colour", COLOURS)
def test_every_column_of_the_podium_is_seen_on_the_winners_colour(hosting: Hosting, colour: Colour) -> None:
    setup = trio()
    others = [other for other in COLOURS if other != colour]
    players = [replace(player, colour=other) for player, other in zip(setup.players, (colour, *others), strict=False)]
    page = hosting(replace(setup, players=players), *ROLLED, VictoryDeclared(seat=ANA, waived=True)).page
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        for edge, number in page.evaluate(CONTRASTS):
            assert edge >= 3
            assert number >= 4.5


@pytest.mark.thorough
def test_one_leafs_with_keys_dots_and_arrows(hosting: Hosting) -> None:
    page = sample(hosting).open("evening").page
    seen(page, "points")
    page.keyboard.press("ArrowRight")
    seen(page, "race")
    page.keyboard.press("ArrowLeft")
    seen(page, "points")
    page.click(".dots [data-turn='1']")
    seen(page, "race")
    page.click(".dots a[href='#awards']")
    seen(page, "awards")
    expect(page.locator(".dots [data-turn='1']")).to_be_hidden()
    assert page.url.endswith("#awards")
    page.reload()
    seen(page, "awards")
    page.keyboard.press("Escape")
    page.wait_for_url("**/stage")


@pytest.mark.thorough
def test_without_a_script_dots_lead_to_the_pages(hosting: Hosting, devices: Devices) -> None:
    host = sample(hosting)
    page = devices.host(host.server, host.game, java_script_enabled=False).open("evening").page
    page.click(".dots a[href='#luck']")
    expect(page.locator("#luck")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#points")).not_to_be_in_viewport()


@pytest.mark.thorough
def test_a_phone_reads_its_own_part_first_and_swipes_on(hosting: Hosting, devices: Devices) -> None:
    host = sample(hosting)
    phone = phone_of(devices, host, CHAI)
    phone.page.locator("a.button.main[href$='/evening']").tap()
    phone.page.wait_for_url("**/evening")
    seen(phone.page, "own")
    expect(phone.page.locator("#own .came")).to_contain_text("Your place: 4")
    swipe(phone.page, 350, 60)
    seen(phone.page, "points")
    swipe(phone.page, 350, 60)
    seen(phone.page, "race")
    swipe(phone.page, 60, 350)
    seen(phone.page, "points")
    assert phone.page.evaluate(WIDER) == []


@pytest.mark.thorough
def test_the_television_follows_the_host_from_page_to_page(hosting: Hosting, devices: Devices) -> None:
    host = sample(hosting)
    television = devices.host(host.server, host.game).open("table").page
    expect(television.locator(".podium")).to_be_visible()
    host.open("evening#dice")
    expect(television.locator(".stats-page.of-dice")).to_be_visible()
    host.page.keyboard.press("ArrowRight")
    expect(television.locator(".stats-page.of-income")).to_be_visible()
    host.page.keyboard.press("Escape")
    expect(television.locator(".podium")).to_be_visible()


@pytest.mark.thorough
def test_axe_finds_nothing_on_the_pages_of_the_end(hosting: Hosting, devices: Devices) -> None:
    found = []
    host = sample(hosting, language="ru")
    host.open("evening")
    for fold in host.page.locator(".numbers-of summary").all():
        fold.evaluate("fold => { fold.parentElement.open = true }")
    found += problems(host.page, "evening")
    phone = phone_of(devices, host, ANA, "th")
    phone.open("evening")
    found += problems(phone.page, "own part")
    found += problems(hosting(trio(), *WON, language="es").page, "asking")
    assert found == []
