"""The story of the night in a browser: read, saved as one file that opens without a server, shared as a picture."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import Devices
from tests.support.browser.axe import LANGUAGES, problems
from tests.support.browser.server import Server
from tests.support.web import game_in
from tools.make_games import FOLDER

pytestmark = pytest.mark.thorough

GAME = FOLDER / "title_aside_and_back.json"
SIZE = (1080, 1350)
OUTSIDE = """() => [...document.querySelectorAll(".story-picture text")].filter(text => {
  const { x, y, width, height } = text.getBBox();
  return x < 24 || x + width > 1056 || y < 24 || y + height > 1326;
}).map(text => text.textContent)"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def reading(devices: Devices, server: Server, language: str = "en", **options: object) -> Page:
    setup, events = game_in(GAME)
    host = devices.host(server, server.begin(setup, *events), language, **options)
    host.page.goto(f"{server.address}/g/{host.game.id}/story")
    return host.page


def test_it_is_saved_as_one_file_that_opens_without_a_server(devices: Devices, server: Server, tmp_path: Path) -> None:
    page = reading(devices, server)
    with page.expect_download() as download:
        page.click("a[href$='/story/file']")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    headline, told = page.inner_text("h1"), page.inner_text(".story-text")
    alone = devices.new("en", offline=True)
    asked = len(devices.requests)
    alone.set_content(saved.read_text(encoding="utf-8"))
    assert alone.inner_text("h1") == headline
    assert alone.inner_text(".story-text").split() == told.split()
    assert alone.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(247, 240, 225)"
    assert alone.locator(".story-picture polyline").count() == 8
    assert devices.requests[asked:] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_picture_is_a_png_with_words_that_stay_inside(devices: Devices, server: Server, language: str) -> None:
    page = reading(devices, server, language)
    assert page.evaluate(OUTSIDE) == []
    with page.expect_download() as download:
        page.click("[data-action=share-picture]")
    picture = Image.open(BytesIO(Path(download.value.path()).read_bytes()))
    assert (picture.format, picture.size) == ("PNG", SIZE)
    colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 24) or []}
    assert {(247, 240, 225), (255, 250, 240), (168, 30, 34), (27, 79, 159)} <= colours
    assert download.value.suggested_filename == f"narrator-{language}.png"


def test_where_a_device_can_share_it_is_asked_to(devices: Devices, server: Server) -> None:
    page = reading(devices, server)
    page.evaluate(
        """() => {
        navigator.canShare = () => true;
        navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].type, files[0].size]; };
    }"""
    )
    page.click("[data-action=share-picture]")
    page.wait_for_function("() => window.shared")
    name, kind, size = page.evaluate("() => window.shared")
    assert (name, kind) == ("narrator-en.png", "image/png")
    assert size > 10_000


def test_the_voice_reads_sentence_by_sentence_and_stops_when_told(devices: Devices, server: Server) -> None:
    page = devices.new("th")
    page.add_init_script(
        """window.said = [];
        speechSynthesis.speak = words => { window.said.push(words.text); };
        speechSynthesis.cancel = () => { window.hushed = true; };"""
    )
    setup, events = game_in(GAME)
    game = server.begin(setup, *events)
    page.context.add_cookies([{"name": f"host_{game.id}", "value": game.secret, "url": server.address}])
    page.goto(f"{server.address}/g/{game.id}/story")
    page.click("[data-action=read-story]")
    said = page.evaluate("() => window.said")
    assert len(said) > 8
    assert not re.search("[\u200b\u2060]", "".join(said))
    assert page.get_attribute("[data-action=read-story]", "aria-pressed") == "true"
    page.click("[data-action=read-story]")
    assert page.evaluate("() => window.hushed")
    assert page.get_attribute("[data-action=read-story]", "aria-pressed") == "false"


def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(devices: Devices, server: Server) -> None:
    page = reading(devices, server, "ru", viewport={"width": 360, "height": 740})
    assert page.evaluate(WIDER) <= 0
    assert problems(page, "story") == []


def test_on_paper_the_story_stands_alone(devices: Devices, server: Server) -> None:
    page = reading(devices, server)
    page.emulate_media(media="print")
    assert page.is_visible(".story-text")
    assert not page.is_visible(".story-tools")
    assert not page.is_visible("header form")
    assert len(re.findall(rb"/MediaBox", page.pdf(format="A4"))) == 1
