"""Where everything of the island lies, and how it turns."""

from collections import Counter
from itertools import pairwise
from math import cos, dist, pi, sin

import pytest

from narrator.core.table.board import Board
from narrator.core.table.box import COLOURS, HarbourKind, Terrain
from narrator.core.table.coordinates import hex_named, intersection_named, name_of_hex, path_named
from narrator.web.board.geometry import (
    HARBOUR_RADIUS,
    HEX_SIDE,
    HEX_WIDTH,
    IslandDrawing,
    Pieces,
    hex_rows,
    hex_rows_of,
    island_drawing,
    pieces_on_board,
    unfinished_island_drawing,
)
from tests.support.board import LARGE, SMALL, crowded
from tests.support.games import new_game

BOARDS = pytest.mark.parametrize("board", [SMALL, LARGE], ids=["19", "30"])
TURNS = pytest.mark.parametrize("turn", range(6))


def spots(drawn: IslandDrawing) -> dict[str, tuple[float, float]]:
    return {place.at: (place.x, place.y) for place in drawn.intersections}


@pytest.mark.parametrize(
    ("board", "turn", "name", "x", "y", "left", "top"),
    [
        (SMALL, 0, "A1", -97.0, -168.0, 34.18, 18.8),
        (SMALL, 0, "C5", 194.0, 0.0, 81.65, 50.0),
        (SMALL, 1, "A1", 97.0, -168.0, 65.82, 18.8),
        (SMALL, 1, "C5", 97.0, 168.0, 65.82, 81.2),
        (LARGE, 0, "D1", -291.0, 0.0, 15.85, 50.0),
        (LARGE, 0, "G3", 48.5, 252.0, 63.66, 85.67),
        (LARGE, 1, "D1", -145.5, -252.0, 34.02, 16.26),
        (LARGE, 1, "G3", -194.0, 168.0, 27.62, 83.74),
    ],
)
def test_a_hex_lies_where_it_should(board, turn, name, x, y, left, top):
    at = hex_named(board.island, name)
    (found,) = (one for one in island_drawing(board, turn).hexes if one.at == at)
    assert (found.x, found.y, found.left, found.top) == (x, y, left, top)


@pytest.mark.parametrize(
    ("board", "turn", "name", "x", "y", "left", "top"),
    [
        (SMALL, 0, "A1 N", -97.0, -224.0, 34.18, 8.4),
        (SMALL, 0, "A1-A2-B2", -48.5, -140.0, 42.09, 24.0),
        (SMALL, 1, "A1 N", 145.5, -196.0, 73.73, 13.6),
        (SMALL, 1, "A1-A2-B2", 97.0, -112.0, 65.82, 29.2),
        (LARGE, 0, "A1 N", -145.5, -308.0, 36.34, 6.4),
        (LARGE, 1, "A1 N", 194.0, -280.0, 78.77, 11.76),
    ],
)
def test_an_intersection_lies_where_it_should(board, turn, name, x, y, left, top):
    at = intersection_named(board.island, name)
    (found,) = (one for one in island_drawing(board, turn).intersections if one.at == at)
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
    (found,) = (one for one in island_drawing(board, turn).paths if one.at == at)
    assert {(found.x1, found.y1), (found.x2, found.y2)} == ends
    assert (found.x, found.y) == middle
    assert found.angle == angle


@BOARDS
def test_six_turns_come_back_and_no_fewer(board):
    assert island_drawing(board, 6) == island_drawing(board, 0)
    assert island_drawing(board, -1) == island_drawing(board, 5)
    assert len({island_drawing(board, turn).hexes for turn in range(6)}) == 6


@BOARDS
@TURNS
def test_a_turn_moves_everything_together(board, turn):
    """Whatever touched before touches still: each hex has its own corners around it, each path its own ends."""
    drawn = island_drawing(board, turn)
    where = spots(drawn)
    for one in drawn.hexes:
        for corner in board.island.corners_of[one.at]:
            assert dist((one.x, one.y), where[corner]) == pytest.approx(HEX_SIDE, abs=0.15)
    for way in drawn.paths:
        low, high = board.island.ends_of[way.at]
        assert ((way.x1, way.y1), (way.x2, way.y2)) == (where[low], where[high])


@BOARDS
@TURNS
def test_neighbouring_intersections_are_one_side_apart(board, turn):
    where = spots(island_drawing(board, turn))
    for here, following in board.island.next_to.items():
        for there in following:
            assert dist(where[here], where[there]) == pytest.approx(HEX_SIDE, abs=0.15)


@BOARDS
@TURNS
def test_everything_lies_inside_the_picture_and_percents_say_where(board, turn):
    drawn = island_drawing(board, turn)
    left, top, width, height = drawn.box
    discs = [(one, HARBOUR_RADIUS) for one in drawn.harbours]
    points = [(one, 0) for one in (*drawn.hexes, *drawn.intersections, *drawn.paths)]
    for one, radius in [*discs, *points]:
        assert left + radius < one.x < left + width - radius
        assert top + radius < one.y < top + height - radius
        assert one.left == pytest.approx((one.x - left) / width * 100, abs=0.02)
        assert one.top == pytest.approx((one.y - top) / height * 100, abs=0.02)
    assert drawn.view_box == f"{left:g} {top:g} {width:g} {height:g}"


@pytest.mark.parametrize(("board", "counts"), [(SMALL, (19, 54, 72, 30, 9)), (LARGE, (30, 80, 109, 38, 11))])
def test_nothing_is_missing(board, counts):
    drawn = island_drawing(board)
    lists = (drawn.hexes, drawn.intersections, drawn.paths, drawn.coastal, drawn.harbours)
    assert tuple(map(len, lists)) == counts
    assert all(len({(one.x, one.y) for one in places}) == len(places) for places in lists)


def test_rows_are_read_as_the_contract_names_them():
    lines = hex_rows(SMALL)
    assert [len(line) for line in lines] == [3, 4, 5, 4, 3]
    assert (lines[0][0].at, lines[2][2].at, lines[4][2].at) == ("0,2,-2", "0,0,0", "0,-2,2")
    assert [(one.terrain, one.number) for one in lines[0]] == [("mountains", 10), ("pasture", 2), ("forest", 9)]
    assert [len(line) for line in hex_rows(LARGE)] == [3, 4, 5, 6, 5, 4, 3]
    for board in (SMALL, LARGE):
        assert tuple(tuple(one.at for one in line) for line in hex_rows(board)) == board.island.rows


def test_rows_are_read_as_they_lie_on_a_turned_device():
    names = [[name_of_hex(SMALL.island, one.at) for one in line] for line in hex_rows(SMALL, 1)]
    assert names[0] == ["C1", "B1", "A1"]
    assert names[2] == ["E1", "D2", "C3", "B3", "A3"]
    assert names[4] == ["E3", "D4", "C5"]
    assert [len(line) for line in hex_rows(LARGE, 1)] == [4, 5, 6, 6, 5, 4]
    assert [line[::-1] for line in rows_at(SMALL, 0)[::-1]] == rows_at(SMALL, 3)


def rows_at(board: Board, turn: int) -> list[list[str]]:
    return [[one.at for one in line] for line in hex_rows(board, turn)]


@BOARDS
@TURNS
def test_a_harbours_disc_lies_in_the_sea_beside_its_own_path(board, turn):
    drawn = island_drawing(board, turn)
    where = spots(drawn)
    assert {one.at: one.kind for one in drawn.harbours} == board.harbours
    for one in drawn.harbours:
        here = (one.x, one.y)
        # A hex reaches 56 at most from its middle and 48.5 at least: outside of all is the sea.
        assert min(dist(here, (land.x, land.y)) for land in drawn.hexes) > HEX_SIDE + HARBOUR_RADIUS
        assert one.ends == tuple(where[end] for end in board.island.ends_of[one.at])
        assert dist(here, one.ends[0]) == pytest.approx(dist(here, one.ends[1]), abs=0.15)
        ends = sorted(where, key=lambda at: dist(here, where[at]))[:2]
        assert set(ends) == set(board.island.ends_of[one.at])
        assert one.rate == (3 if one.kind == "any" else 2)


def all_round(board: Board, turn: int) -> IslandDrawing:
    """A harbour on every coastal path: whatever a layout has is among them."""
    every: dict[str, HarbourKind] = dict.fromkeys(board.island.coast, "any")
    return unfinished_island_drawing(len(board.terrain), {}, {}, every, turn)


@BOARDS
@TURNS
def test_any_two_harbours_that_may_stand_together_have_room_for_their_discs(board, turn):
    drawn = all_round(board, turn)
    for one in drawn.harbours:
        for other in drawn.harbours:
            if not set(one.ends) & set(other.ends):
                assert dist((one.x, one.y), (other.x, other.y)) > 2 * HARBOUR_RADIUS + 4


@BOARDS
@TURNS
def test_no_harbour_lies_on_a_hex(board, turn):
    drawn = all_round(board, turn)
    outwards = [(cos(n * pi / 3), sin(n * pi / 3)) for n in range(6)]
    for one in drawn.harbours:
        for land in drawn.hexes:
            off = max((one.x - land.x) * x + (one.y - land.y) * y for x, y in outwards) - HEX_WIDTH / 2
            assert off > HARBOUR_RADIUS + 8, "the shore lies between them"


@BOARDS
@TURNS
def test_the_picture_holds_every_disc_and_little_more(board, turn):
    drawn = all_round(board, turn)
    left, top, width, height = drawn.box
    gaps = [
        min(one.x for one in drawn.harbours) - HARBOUR_RADIUS - left,
        min(one.y for one in drawn.harbours) - HARBOUR_RADIUS - top,
        left + width - HARBOUR_RADIUS - max(one.x for one in drawn.harbours),
        top + height - HARBOUR_RADIUS - max(one.y for one in drawn.harbours),
    ]
    assert all(4 < gap < 10 for gap in gaps)


def test_dots_and_red_numbers():
    found = {one.number: (one.dots, one.red) for one in island_drawing(SMALL).hexes}
    expected: dict[int | None, tuple[int, bool]] = {
        **{2: (1, False), 3: (2, False), 4: (3, False), 5: (4, False), 6: (5, True)},
        **{8: (5, True), 9: (4, False), 10: (3, False), 11: (2, False), 12: (1, False)},
        None: (0, False),
    }
    assert found == expected


def test_the_coast_is_walked_once_around():
    drawn = island_drawing(SMALL)
    where = spots(drawn)
    around = [tuple(map(float, point.split(","))) for point in drawn.coast.split()]
    assert len(set(around)) == 30
    assert set(around) <= set(where.values())
    assert all(dist(a, b) == pytest.approx(HEX_SIDE, abs=0.15) for a, b in pairwise([*around, around[0]]))
    assert [way.at for way in drawn.coastal] == list(SMALL.island.coast)


def test_an_island_that_is_not_laid_yet_is_drawn_as_far_as_it_is():
    laid: dict[str, Terrain | None] = {"0,0,0": "forest", "1,-1,0": None}
    drawn = unfinished_island_drawing(19, laid, {"0,0,0": 5}, {}, rotation=2)
    assert Counter(one.terrain for one in drawn.hexes) == {None: 18, "forest": 1}
    assert len(hex_rows_of(drawn)) == 5
    assert drawn.harbours == ()


def test_pieces_stand_where_the_game_has_them():
    state = crowded()
    for turn in (0, 1):
        drawn, standing = island_drawing(LARGE, turn), pieces_on_board(state, turn)
        where, ways = spots(drawn), {way.at: way for way in drawn.paths}
        assert {one.at: (one.seat, one.city) for one in standing.buildings} == {
            at: (one.seat, one.city) for at, one in state.buildings.items()
        }
        assert all((one.x, one.y) == where[one.at] for one in standing.buildings)
        assert [one.y for one in standing.buildings] == sorted(one.y for one in standing.buildings)
        assert {one.at: one.seat for one in standing.roads} == state.roads
        assert all((one.x, one.y, one.angle) == (w.x, w.y, w.angle) for one in standing.roads for w in [ways[one.at]])
        owned = [(one.seat, one.colour) for one in standing.buildings]
        owned += [(one.seat, one.colour) for one in standing.roads]
        assert {colour for _, colour in owned} == set(COLOURS)
        assert all(colour == state.seats[seat].colour for seat, colour in owned)
        assert standing.robber is not None
        assert standing.robber.at == state.robber


def test_a_table_without_a_board_has_no_pieces_on_it():
    assert pieces_on_board(new_game(tracking="counts")) == Pieces()
