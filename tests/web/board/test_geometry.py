"""The drawn island: where things lie, how it turns, and that what is drawn is sound."""

import gzip
import re
from collections import Counter
from itertools import pairwise
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask
from jinja2 import StrictUndefined
from msgspec.structs import replace

import narrator
from narrator.core.record.record import fold
from narrator.core.table.board import Board
from narrator.core.table.booklets import beginner_board
from narrator.core.table.box import COLOURS, HarbourKind, Terrain
from narrator.core.table.cards import RESOURCES
from narrator.core.table.place_names import hex_named, intersection_named, name_of_hex, path_named
from narrator.core.table.setup import start
from narrator.core.table.state import Building, GameState
from narrator.store.game_file import read_event, read_game
from narrator.web.board.drawing import BoardDrawing
from narrator.web.board.geometry import ROUNDING, SIDE, Drawing, Pieces, island, island_of, pieces, rows, rows_of
from tests.kit import new_game

ROOT = Path(__file__).parents[3]
SMALL, LARGE = beginner_board("beginner_5e"), beginner_board("beginner_56")
BOARDS = pytest.mark.parametrize("board", [SMALL, LARGE], ids=["19", "30"])
TURNS = pytest.mark.parametrize("turn", range(6))
SVG = "{http://www.w3.org/2000/svg}"

pages = Flask("pages", template_folder=str(ROOT / "templates"))
pages.jinja_env.undefined = StrictUndefined
draw_board = BoardDrawing(pages)


def draw(drawn: Drawing, standing: Pieces | None = None, **how) -> ElementTree.Element:
    return ElementTree.fromstring(svg(drawn, standing, **how))


def svg(drawn: Drawing, standing: Pieces | None = None, **how) -> str:
    return str(draw_board(drawn, standing, **how))


def sample_game() -> GameState:
    """The end of the evening that comes with the package."""
    file = read_game((Path(narrator.__file__).parent / "samples" / "evening.json").read_bytes())
    return fold(start(file.setup), map(read_event, file.events)).state


def crowded() -> GameState:
    """A large board with all six colours on it: 18 buildings and 24 roads."""
    state = new_game(6, layout="beginner_56")
    spots, paths = LARGE.island.intersections[::4][:18], LARGE.island.paths[::4][:24]
    return replace(
        state,
        buildings={at: Building(n % 6, city=n % 3 == 0) for n, at in enumerate(spots)},
        roads={at: n % 6 for n, at in enumerate(paths)},
        robber=hex_named(LARGE.island, "C2"),
    )


def spots(drawn: Drawing) -> dict[str, tuple[float, float]]:
    return {place.at: (place.x, place.y) for place in drawn.intersections}


@pytest.mark.parametrize(
    ("board", "turn", "name", "x", "y", "left", "top"),
    [
        (SMALL, 0, "A1", -97.0, -168.0, 34.87, 20.42),
        (SMALL, 0, "C5", 194.0, 0.0, 80.26, 50.0),
        (SMALL, 1, "A1", 97.0, -168.0, 65.13, 20.42),
        (SMALL, 1, "C5", 97.0, 168.0, 65.13, 79.58),
        (LARGE, 0, "D1", -291.0, 0.0, 17.14, 50.0),
        (LARGE, 0, "G3", 48.5, 252.0, 63.14, 84.24),
        (LARGE, 1, "D1", -145.5, -252.0, 34.58, 17.79),
        (LARGE, 1, "G3", -194.0, 168.0, 28.42, 82.21),
    ],
)
def test_a_hex_lies_where_it_should(board, turn, name, x, y, left, top):
    at = hex_named(board.island, name)
    (found,) = (one for one in island(board, turn).hexes if one.at == at)
    assert (found.x, found.y, found.left, found.top) == (x, y, left, top)


@pytest.mark.parametrize(
    ("board", "turn", "name", "x", "y", "left", "top"),
    [
        (SMALL, 0, "A1 N", -97.0, -224.0, 34.87, 10.56),
        (SMALL, 0, "A1-A2-B2", -48.5, -140.0, 42.43, 25.35),
        (SMALL, 1, "A1 N", 145.5, -196.0, 72.7, 15.49),
        (SMALL, 1, "A1-A2-B2", 97.0, -112.0, 65.13, 30.28),
        (LARGE, 0, "A1 N", -145.5, -308.0, 36.86, 8.15),
        (LARGE, 1, "A1 N", 194.0, -280.0, 77.75, 13.5),
    ],
)
def test_an_intersection_lies_where_it_should(board, turn, name, x, y, left, top):
    at = intersection_named(board.island, name)
    (found,) = (one for one in island(board, turn).intersections if one.at == at)
    assert (found.x, found.y, found.left, found.top) == (x, y, left, top)


@pytest.mark.parametrize(
    ("board", "turn", "name", "ends", "middle", "angle"),
    [
        (SMALL, 0, "A1 NW", {(-145.5, -196.0), (-97.0, -224.0)}, (-121.2, -210.0), -30),
        (SMALL, 0, "A1 NE", {(-97.0, -224.0), (-48.5, -196.0)}, (-72.7, -210.0), 30),
        (SMALL, 0, "C2|C3", {(-48.5, -28.0), (-48.5, 28.0)}, (-48.5, 0.0), 90),
        (SMALL, 1, "A1 NW", {(97.0, -224.0), (145.5, -196.0)}, (121.2, -210.0), 30),
        (SMALL, 1, "A1 NE", {(145.5, -196.0), (145.5, -140.0)}, (145.5, -168.0), 90),
        (SMALL, 1, "C2|C3", {(-48.5, -28.0), (0.0, -56.0)}, (-24.2, -42.0), -30),
        (LARGE, 0, "A1 NW", {(-194.0, -280.0), (-145.5, -308.0)}, (-169.7, -294.0), -30),
        (LARGE, 1, "A1 NW", {(145.5, -308.0), (194.0, -280.0)}, (169.7, -294.0), 30),
    ],
)
def test_a_path_lies_where_it_should(board, turn, name, ends, middle, angle):
    at = path_named(board.island, name)
    (found,) = (one for one in island(board, turn).paths if one.at == at)
    assert {(found.x1, found.y1), (found.x2, found.y2)} == ends
    assert (found.x, found.y) == middle
    assert found.angle == angle


@BOARDS
def test_six_turns_come_back_and_no_fewer(board):
    assert island(board, 6) == island(board, 0)
    assert island(board, -1) == island(board, 5)
    assert len({island(board, turn).hexes for turn in range(6)}) == 6


@BOARDS
@TURNS
def test_a_turn_moves_everything_together(board, turn):
    """Whatever touched before touches still: each hex has its own corners around it, each path its own ends."""
    drawn = island(board, turn)
    where = spots(drawn)
    for one in drawn.hexes:
        for corner in board.island.corners_of[one.at]:
            assert dist((one.x, one.y), where[corner]) == pytest.approx(SIDE, abs=0.15)
    for way in drawn.paths:
        low, high = board.island.ends_of[way.at]
        assert ((way.x1, way.y1), (way.x2, way.y2)) == (where[low], where[high])


@BOARDS
@TURNS
def test_neighbouring_intersections_are_one_side_apart(board, turn):
    where = spots(island(board, turn))
    for here, following in board.island.next_to.items():
        for there in following:
            assert dist(where[here], where[there]) == pytest.approx(SIDE, abs=0.15)


@BOARDS
@TURNS
def test_everything_lies_inside_the_picture_and_percents_say_where(board, turn):
    drawn = island(board, turn)
    left, top, width, height = drawn.box
    discs = [(one, 24) for one in drawn.harbours]
    points = [(one, 0) for one in (*drawn.hexes, *drawn.intersections, *drawn.paths)]
    for one, radius in [*discs, *points]:
        assert left + radius < one.x < left + width - radius
        assert top + radius < one.y < top + height - radius
        assert one.left == pytest.approx((one.x - left) / width * 100, abs=0.02)
        assert one.top == pytest.approx((one.y - top) / height * 100, abs=0.02)
    assert drawn.view_box == f"{left:g} {top:g} {width:g} {height:g}"


@pytest.mark.parametrize(("board", "counts"), [(SMALL, (19, 54, 72, 30, 9)), (LARGE, (30, 80, 109, 38, 11))])
def test_nothing_is_missing(board, counts):
    drawn = island(board)
    lists = (drawn.hexes, drawn.intersections, drawn.paths, drawn.coastal, drawn.harbours)
    assert tuple(map(len, lists)) == counts
    assert all(len({(one.x, one.y) for one in places}) == len(places) for places in lists)


def test_rows_are_read_as_the_contract_names_them():
    lines = rows(SMALL)
    assert [len(line) for line in lines] == [3, 4, 5, 4, 3]
    assert (lines[0][0].at, lines[2][2].at, lines[4][2].at) == ("0,2,-2", "0,0,0", "0,-2,2")
    assert [(one.terrain, one.number) for one in lines[0]] == [("mountains", 10), ("pasture", 2), ("forest", 9)]
    assert [len(line) for line in rows(LARGE)] == [3, 4, 5, 6, 5, 4, 3]
    for board in (SMALL, LARGE):
        assert tuple(tuple(one.at for one in line) for line in rows(board)) == board.island.rows


def test_rows_are_read_as_they_lie_on_a_turned_device():
    names = [[name_of_hex(SMALL.island, one.at) for one in line] for line in rows(SMALL, 1)]
    assert names[0] == ["C1", "B1", "A1"]
    assert names[2] == ["E1", "D2", "C3", "B3", "A3"]
    assert names[4] == ["E3", "D4", "C5"]
    assert [len(line) for line in rows(LARGE, 1)] == [4, 5, 6, 6, 5, 4]
    assert [line[::-1] for line in rows_at(SMALL, 0)[::-1]] == rows_at(SMALL, 3)


def rows_at(board: Board, turn: int) -> list[list[str]]:
    return [[one.at for one in line] for line in rows(board, turn)]


@BOARDS
@TURNS
def test_a_harbours_disc_lies_in_the_sea_beside_its_own_path(board, turn):
    drawn = island(board, turn)
    where = spots(drawn)
    assert {one.at: one.kind for one in drawn.harbours} == board.harbours
    for one in drawn.harbours:
        here = (one.x, one.y)
        # A hex reaches 56 at most from its middle and 48.5 at least: outside of all is the sea.
        assert min(dist(here, (land.x, land.y)) for land in drawn.hexes) > SIDE + 24
        assert one.ends == tuple(where[end] for end in board.island.ends_of[one.at])
        assert dist(here, one.ends[0]) == pytest.approx(dist(here, one.ends[1]), abs=0.15)
        ends = sorted(where, key=lambda at: dist(here, where[at]))[:2]
        assert set(ends) == set(board.island.ends_of[one.at])
        assert one.rate == (3 if one.kind == "any" else 2)


@BOARDS
@TURNS
def test_any_two_harbours_that_may_stand_together_have_room_for_their_discs(board, turn):
    every: dict[str, HarbourKind] = dict.fromkeys(board.island.coast, "any")
    drawn = island_of(len(board.terrain), {}, {}, every, turn)
    for one in drawn.harbours:
        for other in drawn.harbours:
            if not set(one.ends) & set(other.ends):
                assert dist((one.x, one.y), (other.x, other.y)) > 48


@BOARDS
@TURNS
def test_the_sea_holds_every_disc(board, turn):
    """All within the hexagon of the sea, which is drawn wider by its rounding."""
    every: dict[str, HarbourKind] = dict.fromkeys(board.island.coast, "any")
    drawn = island_of(len(board.terrain), {}, {}, every, turn)
    rim = [tuple(map(float, point.split(","))) for point in drawn.sea.split()]
    for one in drawn.harbours:
        for (x1, y1), (x2, y2) in pairwise([*rim, rim[0]]):
            out = ((x2 - x1) * (one.y - y1) - (y2 - y1) * (one.x - x1)) / dist((x1, y1), (x2, y2))
            assert out > 24 - ROUNDING


def test_dots_and_red_numbers():
    found = {one.number: (one.dots, one.red) for one in island(SMALL).hexes}
    expected: dict[int | None, tuple[int, bool]] = {
        **{2: (1, False), 3: (2, False), 4: (3, False), 5: (4, False), 6: (5, True)},
        **{8: (5, True), 9: (4, False), 10: (3, False), 11: (2, False), 12: (1, False)},
        None: (0, False),
    }
    assert found == expected


def test_the_coast_is_walked_once_around():
    drawn = island(SMALL)
    where = spots(drawn)
    around = [tuple(map(float, point.split(","))) for point in drawn.coast.split()]
    assert len(set(around)) == 30
    assert set(around) <= set(where.values())
    assert all(dist(a, b) == pytest.approx(SIDE, abs=0.15) for a, b in pairwise([*around, around[0]]))
    assert [way.at for way in drawn.coastal] == list(SMALL.island.coast)


def test_an_island_that_is_not_laid_yet_is_drawn_as_far_as_it_is():
    laid: dict[str, Terrain | None] = {"0,0,0": "forest", "1,-1,0": None}
    drawn = island_of(19, laid, {"0,0,0": 5}, {}, turn=2)
    assert Counter(one.terrain for one in drawn.hexes) == {None: 18, "forest": 1}
    assert len(rows_of(drawn)) == 5
    assert drawn.harbours == ()
    used = [use.get("href") for use in draw(drawn).iter(f"{SVG}use")]
    assert used.count("#t-forest") == 1
    assert len(list(draw(drawn).iter(f"{SVG}text"))) == 1
    assert len([use for use in draw(drawn).iter(f"{SVG}use") if use.get("class") == "unlaid"]) == 18


def test_pieces_stand_where_the_game_has_them():
    state = crowded()
    for turn in (0, 1):
        drawn, standing = island(LARGE, turn), pieces(state, turn)
        where, ways = spots(drawn), {way.at: way for way in drawn.paths}
        assert {one.at: (one.seat, one.city) for one in standing.houses} == {
            at: (one.seat, one.city) for at, one in state.buildings.items()
        }
        assert all((one.x, one.y) == where[one.at] for one in standing.houses)
        assert [one.y for one in standing.houses] == sorted(one.y for one in standing.houses)
        assert {one.at: one.seat for one in standing.roads} == state.roads
        assert all((one.x, one.y, one.angle) == (w.x, w.y, w.angle) for one in standing.roads for w in [ways[one.at]])
        owned = [(one.seat, one.colour) for one in standing.houses] + [(one.seat, one.colour) for one in standing.roads]
        assert {colour for _, colour in owned} == set(COLOURS)
        assert all(colour == state.seats[seat].colour for seat, colour in owned)
        assert standing.robber is not None
        assert standing.robber.at == state.robber


def test_a_table_without_a_board_has_no_pieces_on_it():
    assert pieces(new_game(tracking="counts")) == Pieces()


@pytest.mark.parametrize("theme", ["classic", "clawtan"])
@pytest.mark.parametrize("turn", [0, 1])
def test_the_sample_game_is_drawn_whole(theme, turn):
    state = sample_game()
    assert state.game.board is not None
    standing = pieces(state, turn)
    picture = draw(island(state.game.board, turn), standing, lit=("0,0,0",), label="Catan & <all>", theme=theme)
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == "Catan & <all>"
    ids = [one.get("id") for one in picture.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    used = Counter(use.get("href", "") for use in picture.iter(f"{SVG}use"))
    sprite = {one.get("id") for one in icons().iter(f"{SVG}symbol")}
    assert {at.removeprefix("#") for at in used} <= {*ids, *sprite}
    assert used["#b-road"] == len(state.roads)
    assert used["#b-settlement"] + used["#b-city"] == len(state.buildings)
    assert used["#b-robber"] == 1
    assert sum(count for at, count in used.items() if at.startswith("#t-")) == 19
    numbers = [int(text.text) for text in picture.iter(f"{SVG}text") if text.text and text.text.isdigit()]
    assert sorted(numbers) == sorted(state.game.board.numbers.values())
    assert len([one for one in picture.iter() if one.get("class") == "lit"]) == 1


def test_without_a_label_the_picture_is_passed_over():
    assert draw(island(SMALL)).get("aria-hidden") == "true"
    assert draw(island(SMALL)).get("role") is None


def test_beside_the_robber_the_number_moves_aside():
    at = hex_named(SMALL.island, "B2")
    (here,) = (one for one in island(SMALL).hexes if one.at == at)
    standing = pieces(replace(sample_game(), robber=at, buildings={}, roads={}))
    (robber,) = (one for one in draw(island(SMALL), standing).iter() if one.get("class") == "robber")
    number = next(text for text in draw(island(SMALL), standing).iter(f"{SVG}text") if text.text == "6")
    assert float(robber.get("x", "")) + 15 < float(number.get("x", "")) - 22
    assert abs(float(number.get("x", "")) - here.x) + 24 < 48.5
    assert abs(float(robber.get("x", "")) - here.x) + 15 < 48.5


def test_a_full_board_is_small():
    drawn, standing = island(LARGE), pieces(crowded())
    assert len(standing.roads) + len(standing.houses) >= 40
    for theme in ("classic", "clawtan"):
        assert len(gzip.compress(svg(drawn, standing, label="Catan", theme=theme).encode())) < 6000


def icons() -> ElementTree.Element:
    return ElementTree.fromstring((ROOT / "templates" / "icons.svg").read_text(encoding="utf-8"))


def test_the_sprite_is_small_and_has_every_name_once():
    text = (ROOT / "templates" / "icons.svg").read_bytes()
    assert len(text) < 14_000
    assert len(gzip.compress(text)) < 5000
    names = [one.get("id") for one in icons()]
    assert len(names) == len(set(names))
    assert {f"i-{resource}{theme}" for resource in RESOURCES for theme in ("", "-clawtan")} <= set(names)
    assert {f"i-shape-{colour}" for colour in COLOURS} <= set(names)
    assert {f"i-die{number}" for number in range(1, 7)} <= set(names)
    assert all(one.get("viewBox") == "0 0 48 48" for one in icons())


def test_both_lists_of_colours_by_night_agree_and_miss_nothing():
    css = (ROOT / "narrator" / "static" / "board.css").read_text(encoding="utf-8")
    lists = [dict(re.findall(r"(--[\w-]+): (#\w+)", part)) for part in re.findall(r"\{([^{}]*--sea:[^{}]*)\}", css)]
    day, clawtan, night, clawtan_night, *by_choice = lists
    assert by_choice == [night, clawtan_night]
    assert list(night) == list(day)
    assert list(clawtan_night) == list(clawtan)
    assert set(clawtan) < set(day)
    used = set(re.findall(r"var\((--[\w-]+)\)", css)) - {"--p", "--p-ink"}
    assert used <= set(day)
