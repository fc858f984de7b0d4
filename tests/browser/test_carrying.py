"""A game is carried from one device to another by photographs: here, pictures of what the screen really shows."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from narrator.storage.files.game_file import read_event, read_game
from tests.browser.conftest import Devices, Hosting
from tests.support.browser.server import Server
from tests.support.codes import scaled, turned
from tests.support.long_game import LONG_GAME

pytestmark = pytest.mark.thorough

FILE = read_game(LONG_GAME)
EVENTS = [read_event(raw) for raw in FILE.events]


PATIENCE = 40_000
"""Milliseconds: several photographs are read one after the other, each for some seconds at most."""


def photographs_of(page: Page, folder: Path) -> list[Path]:
    """Each code that the page shows on a picture of its own, turned a little, as large as a phone's."""
    found = []
    for number, code in enumerate(page.locator(".sheets li").all()):
        path = folder / f"{page.url[-1]}-{number}.png"
        code.screenshot(path=path)
        with Image.open(path) as shot:
            photograph = scaled(turned(shot.convert("L"), 5), 5)
        photograph.effect_spread(3).save(path)  # grain: a real photograph is several megabytes
        found.append(path)
    return found


def test_codes_on_one_screen_are_a_game_on_another_device(
    hosting: Hosting, devices: Devices, server: Server, tmp_path: Path
) -> None:
    devices.expected.append("422")
    host = hosting(FILE.setup, *EVENTS)
    host.open("codes")
    photographs = photographs_of(host.page, tmp_path)
    host.page.locator("main nav .button").click()
    host.page.wait_for_url("**from=5")
    photographs += photographs_of(host.page, tmp_path)
    assert len(photographs) == 5
    assert max(path.stat().st_size for path in photographs) > 1_000_000, "too large to be sent as it is"
    other = devices.new("en")
    other.set_default_timeout(PATIENCE)
    other.goto(f"{server.address}/carry")
    other.set_input_files("#album", [*photographs[:3], photographs[1]])
    other.get_by_text("Codes 4 and 5 are still missing").wait_for()
    assert other.locator(".read .there").all_inner_texts() == ["1", "2", "3"]
    nothing = tmp_path / "nothing.png"
    Image.new("L", (300, 200), 90).save(nothing)
    other.set_input_files("#album", [nothing, photographs[4]])
    other.get_by_text("Code 4 is still missing").wait_for()
    other.locator(".trouble").get_by_text("nothing.png").wait_for()
    other.set_input_files("#camera", photographs[3])
    other.wait_for_url("**/stage")
    assert other.locator("#content").count() == 1
