"""The club's list in a real browser: a call appears by itself, is answered by keys, and the table sees it."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.support.browser.server import Server
from tests.support.browser.situations import PLACED, trio


def test_a_call_appears_on_the_open_list_and_its_answer_at_the_table(devices: Devices, server: Server) -> None:
    game = server.begin(trio(), *PLACED)
    club, tablet = devices.new("en"), devices.new("en")
    club.goto(f"{server.address}/club")
    club.get_by_role("button", name=re.compile("Make an? (new )?address")).click()
    row = club.locator("tr", has=club.locator(f'form[action*="{game.id}"]'))
    expect(row.get_by_role("button", name="Close")).to_be_visible()
    tablet.context.add_cookies([{"name": f"host_{game.id}", "value": game.secret, "url": server.address}])
    tablet.goto(f"{server.address}/g/{game.id}/stage?do=menu")
    tablet.get_by_role("link", name="Call for help").click()
    tablet.get_by_label("Where you're sitting").fill("Window 7")
    tablet.get_by_role("button", name="Save").click()
    tablet.get_by_role("button", name="Call for help").click()
    expect(tablet.get_by_text("You've called for help")).to_be_visible()
    expect(row).to_contain_text("Window 7")
    row.get_by_role("button", name="I'm coming").focus()
    club.keyboard.press("Enter")
    expect(tablet.get_by_text("Help is on the way")).to_be_visible()
    expect(club).to_have_url(f"{server.address}/club")
    row.get_by_role("button", name="Done").click()
    expect(row.get_by_role("button", name="Close")).to_be_visible()
    row.get_by_role("button", name="Close").click()
    expect(row).to_have_count(0)
    club.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)


def test_two_taps_begin_a_table_for_a_tablet(devices: Devices, server: Server) -> None:
    club, tablet = devices.new("en"), devices.new("en")
    club.goto(f"{server.address}/club")
    club.get_by_role("group", name="New table").get_by_role("button", name="3").click()
    expect(club.locator("svg.qr")).to_be_visible()
    address = club.locator("code").inner_text()
    tablet.goto(address.replace(re.sub(r"(http://[^/]+).*", r"\1", address), server.address))
    tablet.get_by_role("button").click()
    expect(tablet.locator("main.stage")).to_be_visible()
