"""The board under a finger: which spot a tap means, and what is seen by those who don't tell colours apart."""

import io
from math import cos, dist, pi, sin
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from narrator.core.table.box import Terrain
from narrator.web.board.drawing import BoardDrawing
from narrator.web.board.geometry import IslandDrawing, unfinished_island_drawing
from tests.browser.conftest import Devices, Hosting
from tests.support.browser.host import Host
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, path, spot
from tools.make_games import setup

ROOT = Path(__file__).parents[2]
Point = tuple[float, float]


def spots(page: Page) -> dict[str, Point]:
    """Every spot that can be tapped, by what it sends, and where its middle is."""
    return {
        value: (x, y)
        for value, x, y in page.evaluate("""() => [...document.querySelectorAll(".spot")].map(spot => {
          const box = spot.getBoundingClientRect();
          return [JSON.parse(spot.value)[0].at, box.left + box.width / 2, box.top + box.height / 2];
        })""")
    }


def placing(hosting: Hosting, **options: Any) -> Host:
    """Boris's first settlement: any corner that is not too close to Ana's."""
    return hosting(trio(), *PLACED[:3], **options)


def building(hosting: Hosting, **options: Any) -> Host:
    """Roads and cities side by side."""
    host = hosting(trio(), *ROLLED, *holding({ANA: 12}), **options)
    if host.page.query_selector(".spot") is None:
        host.lead(do="build")
    return host


def answered(page: Page, before: int) -> None:
    page.wait_for_function("before => +document.querySelector('#content').dataset.seq > before", arg=before)


def test_a_tap_beside_a_spot_means_the_nearest_one(hosting: Hosting) -> None:
    host = placing(hosting)
    corner = spot("C4-C5-D4")
    x, y = spots(host.page)[corner]
    before = host.seq
    host.page.mouse.click(x + 12, y - 15)
    answered(host.page, before)
    assert host.log[-1]["at"] == corner


def test_a_tap_that_is_thirty_pixels_off_does_nothing(hosting: Hosting) -> None:
    host = placing(hosting)
    here = spots(host.page)
    x, y = here[spot("C4-C5-D4")]
    off = max(((x + 30 * cos(n * pi / 6), y + 30 * sin(n * pi / 6)) for n in range(12)), key=lambda p: far(p, here))
    assert 22 < far(off, here) < 30.1
    before = len(host.log)
    host.page.mouse.click(*off)
    host.page.wait_for_timeout(300)
    assert len(host.log) == before
    expect(host.page.locator(".board-frame.zoomed")).to_have_count(0)


def far(point: Point, here: dict[str, Point]) -> float:
    return min(dist(point, other) for other in here.values())


def test_where_two_are_as_near_the_board_comes_nearer_and_the_second_tap_chooses(hosting: Hosting) -> None:
    host = building(hosting, viewport={"width": 1024, "height": 768})
    here = spots(host.page)
    one, other = min(((a, b) for a in here for b in here if a < b), key=lambda pair: dist(here[pair[0]], here[pair[1]]))
    assert dist(here[one], here[other]) < 44
    (x1, y1), (x2, y2) = here[one], here[other]
    before = host.seq
    host.page.mouse.click((x1 + x2) / 2, (y1 + y2) / 2)
    expect(host.page.locator(".board-frame.zoomed")).to_have_count(1)
    nearer = spots(host.page)
    assert dist(nearer[one], nearer[other]) == pytest.approx(2 * dist(here[one], here[other]), abs=1)
    back = host.page.locator(".board-frame .zoom-out").bounding_box()
    assert back is not None
    assert not back["y"] - 22 < nearer[one][1] < back["y"] + back["height"] + 22, "the way back is out of the way"
    assert host.seq == before
    host.page.wait_for_timeout(400)
    host.page.mouse.click(*nearer[other])
    answered(host.page, before)
    assert host.log[-1]["at"] == other
    expect(host.page.locator(".board-frame.zoomed")).to_have_count(0)


UPRIGHT = {"width": 820, "height": 1180}


def test_the_middle_of_ones_own_settlement_means_a_city_however_small_the_board_is(hosting: Hosting) -> None:
    host = building(hosting, viewport=UPRIGHT)
    here = spots(host.page)
    x, y = here.pop(spot("D3-D4-E3"))
    right, down = min(here.values(), key=lambda other: dist(other, (x, y)))
    before = host.seq
    host.page.mouse.click(x + (right - x) / 3, y + (down - y) / 3)
    answered(host.page, before)
    assert host.log[-1]["type"] == "city_built"


def test_an_empty_corner_builds_no_road_but_brings_the_board_nearer(hosting: Hosting) -> None:
    host = building(hosting, viewport={"width": 700, "height": 900})
    here = spots(host.page)
    road, (x, y) = next((at, middle) for at, middle in here.items() if at == path("B2|C3"))
    angle = float(
        host.page.eval_on_selector(f".spot[value*='{road}']", "e => parseFloat(e.style.getPropertyValue('--angle'))")
    )
    unit = host.page.evaluate("""() => { const layer = document.querySelector(".board-layer");
      return layer.getBoundingClientRect().width / getComputedStyle(layer).getPropertyValue("--units") }""")
    side = min(28 * unit, 21)
    ends = [(x + n * side * cos(angle * pi / 180), y + n * side * sin(angle * pi / 180)) for n in (1, -1)]
    others = {at: middle for at, middle in here.items() if at != road}
    before = host.seq
    host.page.mouse.click(*max(ends, key=lambda end: far(end, others)))
    expect(host.page.locator(".board-frame.zoomed")).to_have_count(1)
    assert host.seq == before


def test_a_tap_beside_all_spots_or_on_its_button_shows_the_whole_board_again(hosting: Hosting) -> None:
    host = building(hosting, viewport={"width": 1024, "height": 768})
    here = spots(host.page)
    pairs = ((a, b) for a in here.values() for b in here.values() if a < b)
    (x1, y1), (x2, y2) = min(pairs, key=lambda pair: dist(*pair))
    between = (x1 + x2) / 2, (y1 + y2) / 2
    before = host.seq
    near = host.page.locator(".board-frame.zoomed")
    host.page.mouse.click(*between)
    expect(near).to_have_count(1)
    host.page.locator(".board-frame .zoom-out").click()
    expect(near).to_have_count(0)
    host.page.wait_for_timeout(400)
    host.page.mouse.click(*between)
    expect(near).to_have_count(1)
    box = host.page.locator(".board-frame").bounding_box()
    assert box is not None
    nearer = spots(host.page)
    inside = [
        (box["x"] + box["width"] * n / 20, box["y"] + box["height"] * m / 20)
        for n in range(1, 15)
        for m in range(3, 20)
    ]
    host.page.mouse.click(*max(inside, key=lambda point: far(point, nearer)))
    expect(near).to_have_count(0)
    assert host.seq == before


def test_a_key_taps_the_spot_that_has_the_focus_and_it_can_be_seen(hosting: Hosting) -> None:
    host = building(hosting)
    button = host.page.locator(f".spot[value*='{path('B2|C3')}']")
    button.focus()
    host.page.keyboard.press("Shift+Tab")
    host.page.keyboard.press("Tab")
    assert float(button.evaluate("spot => parseFloat(getComputedStyle(spot).outlineWidth)")) >= 3
    before = host.seq
    host.page.keyboard.press("Enter")
    answered(host.page, before)
    assert host.log[-1] == {"type": "road_built", "seat": ANA, "at": path("B2|C3")}


SIGHTS = ("none", "protanopia", "deuteranopia", "tritanopia")
TERRAINS: tuple[Terrain, ...] = ("forest", "hills", "pasture", "fields", "mountains", "desert")
SIZE = 800
REACH = 62
"""How far from the middle anything is looked at."""


def picture_of(terrain: Terrain, look: str) -> tuple[str, IslandDrawing]:
    """An island of one terrain; its middle pays."""
    drawn = unfinished_island_drawing(19, dict.fromkeys(places(), terrain), dict.fromkeys(places(), 5), {})
    pages = Flask("pages", template_folder=str(ROOT / "templates"))
    draw = BoardDrawing(pages)
    css = "".join(
        (ROOT / "narrator" / "static" / name).read_text(encoding="utf-8") for name in ("tokens.css", "board.css")
    )
    icons = (ROOT / "templates" / "icons.svg").read_text(encoding="utf-8")
    board = f'<div style="width:{SIZE}px">{draw(drawn, lit=("0,0,0",))}</div>'
    head = f"<style>{css} * {{ margin: 0 }}</style>"
    return f'<html data-look="{look}">{head}<body>{icons}{draw.sprite()}{board}</body></html>', drawn


def places() -> list[str]:
    return [place.at for place in unfinished_island_drawing(19, {}, {}, {}).hexes]


def luminance(pixels: list[tuple[int, int, int]]) -> float:
    """Of the middle one by light: an ear of grain or a tree among them does not count."""
    found = []
    for pixel in pixels:
        parts = [part / 255 for part in pixel]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        found.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return sorted(found)[len(found) // 2]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_what_pays_is_told_apart_by_light_and_dark_with_any_sight_of_colours(devices: Devices, look: str) -> None:
    page = devices.new(viewport={"width": SIZE, "height": SIZE})
    session = page.context.new_cdp_session(page)
    for terrain in TERRAINS:
        html, drawn = picture_of(terrain, look)
        page.set_content(html)
        for sight in SIGHTS:
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
            image = Image.open(io.BytesIO(page.screenshot(clip=middle(drawn)))).convert("RGB")
            cream, ink, land, beside = (ring_at(image, drawn, out) for out in (40.7, 36.8, 31, 58))
            assert contrast(cream, ink) >= 7, (terrain, sight)
            for ground in (land, beside):
                assert max(contrast(cream, ground), contrast(ink, ground)) >= 3, (terrain, sight)


def middle(drawn: IslandDrawing) -> FloatRect:
    """The part of the page that is looked at: a picture of all of it takes much longer."""
    left, top, width, _ = drawn.box
    scale = SIZE / width
    side = 2 * REACH * scale
    return {"x": (-left - REACH) * scale, "y": (-top - REACH) * scale, "width": side, "height": side}


def ring_at(image: Image.Image, drawn: IslandDrawing, out: float) -> float:
    """How light it is so far from the middle of the island, in the six directions of its neighbours."""
    scale = SIZE / drawn.box[2]
    found = []
    for n in range(6):
        for aside in range(-12, 13, 4):
            x = out * cos(n * pi / 3) - aside * sin(n * pi / 3) + REACH
            y = out * sin(n * pi / 3) + aside * cos(n * pi / 3) + REACH
            pixel = image.getpixel((round(x * scale), round(y * scale)))
            assert isinstance(pixel, tuple)
            found.append((pixel[0], pixel[1], pixel[2]))
    return luminance(found)


ARROW = """scale => {
  const spot = document.querySelector(".spot.city"), box = spot.getBoundingClientRect();
  const [right, down] = getComputedStyle(spot, "::before").translate.split(" ").map(parseFloat);
  return [box.left + box.width / 2 + right * scale, box.top + box.height / 2 + down * scale];
}"""


def test_a_tap_on_a_citys_arrow_builds_the_city_though_a_road_may_lie_there(hosting: Hosting) -> None:
    host = building(hosting)
    home = host.page.evaluate("() => JSON.parse(document.querySelector('.spot.city').value)[0].at")
    before = host.seq
    host.page.mouse.click(*host.page.evaluate(ARROW, 1))
    if host.page.locator(".board-frame.zoomed").count():
        host.page.wait_for_timeout(300)
        host.page.mouse.click(*host.page.evaluate(ARROW, 2))
    answered(host.page, before)
    assert host.log[-1]["type"] == "city_built"
    assert host.log[-1]["at"] == home


def test_the_numbers_of_why_here_are_seen_on_a_booklets_marks(hosting: Hosting) -> None:
    host = hosting(setup(3, "beginner_6e", hints="on_request"))
    host.lay()
    host.starts(ANA)
    host.lead(hint=1)
    marks = host.page.locator(".spot.best.marked")
    ranks = [mark.get_attribute("data-rank") for mark in marks.all()]
    assert ranks
    shown = marks.evaluate_all("marks => marks.map(mark => getComputedStyle(mark, '::after').content)")
    assert shown == [f'"{rank}"' for rank in ranks]
