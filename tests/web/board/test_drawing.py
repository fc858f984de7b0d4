"""The picture of the island: whole, sound and small, and nothing on it hides what people read."""

import gzip
import re
from collections import Counter
from math import dist
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from flask import Flask
from jinja2 import StrictUndefined
from msgspec.structs import replace

import narrator
from narrator.core.record.record import fold
from narrator.core.table.box import COLOURS, Terrain
from narrator.core.table.cards import RESOURCES
from narrator.core.table.coordinates import hex_named
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.script.scenes.model import Sign
from narrator.storage.files.game_file import read_event, read_game
from narrator.web.board.drawing import BoardDrawing
from narrator.web.board.geometry import (
    IslandDrawing,
    Pieces,
    island_drawing,
    pieces_on_board,
    unfinished_island_drawing,
)
from narrator.web.rendering.template_helpers import no_breaks
from tests.support.board import LARGE, SMALL, crowded

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
TOKEN, ROBBER, HALF = 21.5, 15, 48.5
"""From the middle: of a number's disc and of the robber to the rim, of a hex to its side."""

pages = Flask("pages", template_folder=str(ROOT / "templates"))
pages.jinja_env.undefined = StrictUndefined
pages.jinja_env.filters.update(no_breaks=no_breaks)
draw_board = BoardDrawing(pages)


def draw(drawn: IslandDrawing, standing: Pieces | None = None, **how) -> ElementTree.Element:
    return ElementTree.fromstring(svg(drawn, standing, **how))


def svg(drawn: IslandDrawing, standing: Pieces | None = None, **how) -> str:
    return str(draw_board(drawn, standing, **how))


def uses(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return list(picture.iter(f"{SVG}use"))


def of_class(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in picture.iter() if name in one.get("class", "").split()]


def place(one: ElementTree.Element) -> tuple[float, float]:
    return float(one.get("x", "")), float(one.get("y", ""))


def sample_game() -> GameState:
    """The end of the evening that comes with the package."""
    file = read_game((Path(narrator.__file__).parent / "samples" / "evening.json").read_bytes())
    return fold(initial_state(file.setup), map(read_event, file.events)).state


def icons() -> ElementTree.Element:
    return ElementTree.fromstring((ROOT / "templates" / "icons.svg").read_text(encoding="utf-8"))


def land() -> ElementTree.Element:
    return ElementTree.fromstring(str(draw_board.sprite()))


def ids_on_the_page() -> list[str]:
    return [one.get("id", "") for sprite in (icons(), land()) for one in sprite.iter() if one.get("id")]


@pytest.mark.parametrize("theme", ["classic", "clawtan"])
@pytest.mark.parametrize("turn", [0, 1])
def test_the_sample_game_is_drawn_whole(theme, turn):
    state = sample_game()
    standing = pieces_on_board(state, turn)
    picture = draw(island_drawing(state.game.board, turn), standing, lit=("0,0,0",), label="Catan & <all>", theme=theme)
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == "Catan & <all>"
    ids = [*ids_on_the_page(), *(one.get("id", "") for one in picture.iter() if one.get("id"))]
    assert len(ids) == len(set(ids))
    used = Counter(use.get("href", "").removeprefix("#") for use in uses(picture))
    assert set(used) <= set(ids)
    assert sum(count for name, count in used.items() if name.startswith("b-road-")) == len(state.roads)
    houses = [name for name in used.elements() if re.match("b-(settlement|city)-", name)]
    assert len(houses) == len(state.buildings)
    assert len(of_class(picture, "robber")) == 1
    assert sum(count for name, count in used.items() if name.startswith("t-")) == 19
    numbers = [int(text.text) for text in picture.iter(f"{SVG}text") if text.text and text.text.isdigit()]
    assert sorted(numbers) == sorted(state.game.board.numbers.values())


def test_what_the_land_repeats_is_there():
    assert {use.get("href", "").removeprefix("#") for use in uses(land())} <= set(ids_on_the_page())


def test_every_piece_has_its_colour_its_shape_and_its_place():
    state = crowded()
    standing = pieces_on_board(state)
    drawn = {one.get("data-at"): one for one in of_class(draw(island_drawing(LARGE), standing), "pieces")[0]}
    assert set(drawn) == {*state.buildings, *state.roads}
    for at, building in state.buildings.items():
        kind, colour = "city" if building.city else "settlement", state.seats[building.seat].colour
        assert drawn[at].get("href") == f"#b-{kind}-{colour}"
        assert drawn[at].get("class") == f"p-{colour}"


@pytest.mark.parametrize("colour", COLOURS)
def test_a_players_pieces_wear_the_shape_that_stands_beside_the_name(colour):
    (shape,) = lines_of(icons(), f"i-shape-{colour}")
    for piece in ("road-{}30", "road-{}-30", "road-{}90", "settlement-{}", "city-{}"):
        assert shape in lines_of(land(), f"b-{piece.format(colour)}")


def test_the_sheep_on_the_land_are_those_on_the_cards():
    on_the_land = " ".join(lines_of(land(), "t-pasture"))
    for line in lines_of(icons(), "i-wool"):
        assert line.removeprefix("M") in on_the_land


def lines_of(sprite: ElementTree.Element, name: str) -> list[str]:
    (found,) = (one for one in sprite.iter() if one.get("id") == name)
    return [path.get("d", "") for path in found.iter(f"{SVG}path")]


def test_hexes_that_pay_have_two_rings_and_a_larger_number_and_all_others_lie_under_a_veil():
    at, other = hex_named(SMALL.island, "B2"), hex_named(SMALL.island, "D3")
    picture = draw(island_drawing(SMALL), lit=(at, other))
    lit = of_class(picture, "lit")
    assert {one.get("data-hex") for one in lit} == {at, other}
    for one in lit:
        assert [ring.get("class") for ring in one if ring.get("href") == "#b-ring"] == ["b-rim", "b-glow"]
        assert "scale(1.2)" in ElementTree.tostring(one).decode()
    order = list(picture)
    (veil,) = of_class(picture, "veil")
    over = [one for one in order[order.index(veil) :] if one.get("href", "").startswith("#t-")]
    assert len(over) == 2
    assert of_class(draw(island_drawing(SMALL)), "veil") == []


def test_a_road_that_counts_lies_under_its_pieces():
    standing = pieces_on_board(crowded())
    counted = tuple(road.at for road in standing.roads[:3])
    picture = draw(island_drawing(LARGE), standing, road=counted)
    rim, line = of_class(picture, "counted")
    assert rim.get("d") == line.get("d")
    assert line.get("d", "").count("M") == 3
    order = list(picture)
    assert order.index(line) < order.index(of_class(picture, "pieces")[0])
    assert of_class(draw(island_drawing(LARGE), standing), "counted") == []


def test_without_a_label_the_picture_is_passed_over():
    assert draw(island_drawing(SMALL)).get("aria-hidden") == "true"
    assert draw(island_drawing(SMALL)).get("role") is None


@pytest.mark.parametrize("lit", [(), (hex_named(SMALL.island, "B2"),)], ids=["quiet", "lit"])
def test_beside_the_robber_the_number_stays_whole_and_both_lie_on_their_hex(lit):
    at = hex_named(SMALL.island, "B2")
    (here,) = (one for one in island_drawing(SMALL).hexes if one.at == at)
    standing = pieces_on_board(replace(sample_game(), robber=at, buildings={}, roads={}))
    picture = draw(island_drawing(SMALL), standing, lit=lit)
    (robber,) = of_class(picture, "robber")
    number, size = (19, 1.0) if not lit else token_of_lit(picture, here.x)
    assert place(robber)[0] - here.x + ROBBER < number - TOKEN * size
    assert number + TOKEN * size < HALF
    assert here.x - place(robber)[0] + ROBBER < HALF
    if not lit:
        texts = [one for one in picture.iter(f"{SVG}text") if one.text == "6"]
        assert min(dist(place(one), (here.x + number, here.y)) for one in texts) < 10


def token_of_lit(picture: ElementTree.Element, middle: float) -> tuple[float, float]:
    (found,) = (one.get("transform", "") for one in of_class(picture, "lit")[0].iter() if one.get("transform"))
    x, _, size = map(float, re.findall(r"-?[\d.]+", found))
    return x - middle, size


def test_an_island_that_is_not_laid_yet_is_drawn_as_far_as_it_is():
    laid: dict[str, Terrain | None] = {"0,0,0": "forest", "1,-1,0": None}
    picture = draw(unfinished_island_drawing(19, laid, {"0,0,0": 5}, {}, rotation=2))
    used = [use.get("href") for use in uses(picture)]
    assert used.count("#t-forest") == 1
    assert len(list(picture.iter(f"{SVG}text"))) == 1
    assert len(of_class(picture, "unlaid")) == 18


def test_a_full_board_is_small():
    drawn, standing = island_drawing(LARGE), pieces_on_board(crowded())
    assert len(standing.roads) + len(standing.buildings) >= 40
    for theme in ("classic", "clawtan"):
        assert len(gzip.compress(svg(drawn, standing, label="Catan", theme=theme).encode())) < 3500


def test_what_stands_once_on_a_page_is_small():
    assert len(gzip.compress(str(draw_board.sprite()).encode())) < 5500
    text = (ROOT / "templates" / "icons.svg").read_bytes()
    assert len(text) < 17_000
    assert len(gzip.compress(text)) < 5000


def test_the_sprite_has_every_name_once():
    names = [one.get("id") for one in icons()]
    assert len(names) == len(set(names))
    assert {f"i-{resource}{theme}" for resource in RESOURCES for theme in ("", "-clawtan")} <= set(names)
    assert {f"i-shape-{colour}" for colour in COLOURS} <= set(names)
    assert {f"i-die{number}" for number in range(1, 7)} <= set(names)
    assert {f"i-{sign}" for sign in get_args(Sign)} <= set(names)
    assert all(one.get("viewBox") == "0 0 48 48" for one in icons())


def css(name: str) -> str:
    return (ROOT / "narrator" / "static" / f"{name}.css").read_text(encoding="utf-8")


def colours() -> list[dict[str, str]]:
    """By day and by night, then the theme by day and by night; without an entry of its own, a night's is the day's."""
    blocks = [dict(re.findall(r"(--[\w-]+): (#\w+|light-dark\([^)]*\));", part)) for part in css("tokens").split("}")]
    found = []
    for block in (blocks[0], blocks[-2]):
        pairs = {name: re.findall(r"#\w+", value) for name, value in block.items()}
        found += [{name: pair[0] for name, pair in pairs.items()}, {name: pair[-1] for name, pair in pairs.items()}]
    return found


def test_the_theme_has_only_known_colours_and_the_board_uses_no_others():
    day, night, clawtan, clawtan_night = colours()
    assert set(clawtan) == set(clawtan_night) < set(day) == set(night)
    assert day["--sea"] != night["--sea"] != clawtan_night["--sea"] != clawtan["--sea"]
    set_here = set(re.findall(r"(--[\w-]+):", css("tokens") + css("board")))
    used = set(re.findall(r"var\((--[\w-]+)", css("board"))) - {"--ratio", "--units", "--angle"}
    assert used <= set_here
    assert {f"--p-{colour}" for colour in COLOURS} <= set(day)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", COLOURS)
def test_words_on_a_players_colour_can_be_read_over_the_table(colour):
    always = colours()[0]
    assert contrast(always[f"--p-{colour}"], always[f"--p-{colour}-ink"]) >= 7


@pytest.mark.parametrize("look", [0, 1], ids=["day", "night"])
def test_numbers_and_marks_are_read_by_light_and_dark_alone(look):
    found = colours()[look]
    assert contrast(found["--ink-token"], found["--token"]) >= 7
    assert contrast(found["--red-token"], found["--token"]) >= 4.5
    assert contrast(found["--rim"], found["--glow"]) >= 7
