"""Drawing who starts: one tap, and a small draw on every device."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.support.browser.phone import SMALL, Phone
from tests.support.browser.server import Server
from tests.support.browser.situations import trio
from tests.support.games import CHAI, NAMES

RUNS = """() => document.getAnimations().filter(one => one.animationName?.startsWith("draw"))
  .map(({ effect }) => effect.getComputedTiming().endTime)"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_who_starts_is_drawn_with_one_tap_and_every_device_shows_the_draw(
    devices: Devices, server: Server, motion: str
) -> None:
    game = server.begin(trio())
    host = devices.host(server, game, reduced_motion=motion)
    television = devices.host(server, game, reduced_motion=motion).open("table").page
    host.page.goto(f"{server.address}/g/{game.id}/lobby")
    code = host.page.locator("p.code").inner_text().split(":")[-1].replace(" ", "").strip()
    phone = Phone(devices.new(**SMALL, reduced_motion=motion), server, game, "en")
    phone.scan(code)
    phone.take(CHAI)
    phone.waits_for("#content[data-seq]")
    host.open().pick("#entry button[name=draw]")
    drawn = host.log[-1]
    assert drawn["type"] == "first_player_chosen"
    assert drawn["drawn"]
    name = NAMES[drawn["seat"]]
    for page in (host.page, television, phone.page):
        page.wait_for_selector(".draw.runs")
        ends = page.evaluate(RUNS)
        assert bool(ends) == (motion == "no-preference")
        assert all(end < 2500 for end in ends)
        expect(page.locator(".draw li")).to_have_count(3)
        expect(page.locator(".draw .stops")).to_have_text(name)
    phone.agree()
    television.wait_for_selector(f"#content[data-seq='{host.server.state(game)['seq']}']")
    expect(television.locator(".draw .stops")).to_have_text(name)
    television.reload()
    expect(television.locator(".draw .stops")).to_have_text(name)
    assert television.evaluate(RUNS) == [], "a page that is loaded later shows the result at once"
