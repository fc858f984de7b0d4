"""Positions of everything on a picture of the island, without drawing: a hex has a corner at the top and sides of 56.
Rotations are exact, since they happen on cube coordinates; numbers and labels stay upright. Each place also has `left`
and `top` in percent of the picture, for buttons above it."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from math import sqrt

from msgspec import Struct

from narrator.core.memo import memo
from narrator.core.table.board import RED_NUMBERS, Board
from narrator.core.table.box import PIPS, Colour, HarbourKind, Terrain
from narrator.core.table.coordinates import (
    Hex,
    Intersection,
    Island,
    Path,
    Triple,
    corners,
    intersection_id,
    island_for,
    triple,
)
from narrator.core.table.state import GameState, owner, owners

HEX_SIDE = 56
HEX_WIDTH = HEX_SIDE * sqrt(3)  # rows are one and a half sides apart
HARBOUR_DISTANCE = 36  # from the middle of a coastal path to the middle of a harbor's disc
HARBOUR_RADIUS = 21
MARGIN = 7  # between the outermost discs and the edge of the picture, for rims and shadows

Point = tuple[float, float]


class Place(Struct, frozen=True):
    at: str
    x: float
    y: float
    left: float
    top: float

    @property
    def style(self) -> str:
        return f"left:{self.left}%;top:{self.top}%"


class HexShape(Place, frozen=True):
    """A hex; terrain and number are None until the board is laid."""

    terrain: Terrain | None
    number: int | None
    dots: int
    red: bool


class PathShape(Place, frozen=True):
    """A path, placed at its middle."""

    x1: float
    y1: float
    x2: float
    y2: float
    angle: int

    @property
    def style(self) -> str:
        return f"left:{self.left}%;top:{self.top}%;--angle:{self.angle}deg"


class HarbourShape(Place, frozen=True):
    """A harbor, placed at the middle of its disc; its piers run to the two ends of its path."""

    kind: HarbourKind
    rate: int
    ends: tuple[Point, Point]


class IslandDrawing(Struct, frozen=True, dict=True):
    """A picture of the island without pieces; each list is in the order of the core's places."""

    rotation: int
    box: tuple[float, float, float, float]  # left, top, width, height
    hexagon: str  # corners of a hex around its middle, as SVG points
    coast: str  # the island's outline, as SVG points
    hexes: tuple[HexShape, ...]
    intersections: tuple[Place, ...]
    paths: tuple[PathShape, ...]
    coastal: tuple[PathShape, ...]  # in order around the island
    harbours: tuple[HarbourShape, ...]

    @property
    def view_box(self) -> str:
        return " ".join(f"{length:g}" for length in self.box)


class RoadShape(Struct, frozen=True):
    at: Path
    x: float
    y: float
    angle: int
    seat: int
    colour: Colour


class BuildingShape(Struct, frozen=True):
    at: Intersection
    x: float
    y: float
    city: bool
    seat: int
    colour: Colour


class Pieces(Struct, frozen=True, cache_hash=True):
    """Roads, buildings and the robber, from back to front."""

    roads: tuple[RoadShape, ...] = ()
    buildings: tuple[BuildingShape, ...] = ()
    robber: Place | None = None


def rotate(at: Triple, rotation: int) -> Triple:
    """Rotate clockwise in steps of 60°.

    >>> rotate((1, -1, 0), 1)
    (0, -1, 1)
    """
    for _ in range(rotation % 6):
        at = (-at[2], -at[0], -at[1])
    return at


def _hex_point(at: Hex, rotation: int) -> Point:
    x, y, z = rotate(triple(at), rotation)
    return HEX_WIDTH * (x - y) / 2, HEX_SIDE * z * 1.5


def _corner_point(at: Intersection, rotation: int) -> Point:
    x, y, z = (int(part) for part in at.split("_")[1:])
    x, y, z = rotate((x, y, z), rotation)
    return HEX_WIDTH * (x - y) / 6, HEX_SIDE * z / 2


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _rounded(point: Point) -> Point:
    return round(point[0], 1) + 0.0, round(point[1], 1) + 0.0  # + 0.0 removes the sign of a negative zero


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in map(_rounded, points))


def _box(docks: Collection[Point]) -> tuple[float, float, float, float]:
    """Return a box with room for a harbor's disc at each coastal path, which is farther out than anything else."""
    rim = HARBOUR_RADIUS + MARGIN
    left, right = min(x for x, _ in docks) - rim, max(x for x, _ in docks) + rim
    top, bottom = min(y for _, y in docks) - rim, max(y for _, y in docks) + rim
    return (*_rounded((left, top)), *_rounded((right - left, bottom - top)))


def _outline(shape: Island, rotation: int) -> list[Point]:
    first, second = (shape.ends_of[path] for path in shape.coast[:2])
    here = next(end for end in first if end not in second)
    around = []
    for path in shape.coast:
        around.append(_corner_point(here, rotation))
        low, high = shape.ends_of[path]
        here = high if here == low else low
    return around


class _Positions:
    """Positions on an island of one shape and rotation, which don't depend on the tiles."""

    def __init__(self, shape: Island, rotation: int) -> None:
        self.shape = shape
        points = {at: _corner_point(at, rotation) for at in shape.intersections}
        docks = {at: self._dock(at, rotation) for at in shape.coast}
        self.coast = _points(_outline(shape, rotation))
        self.box = _box(docks.values())
        self.hexes = {at: self.place(at, _hex_point(at, rotation)) for at in shape.hexes}
        self.intersections = {at: self.place(at, point) for at, point in points.items()}
        self.paths = {at: self._path_shape(at, points[low], points[high]) for at, (low, high) in shape.ends_of.items()}
        self.coastal = tuple(self.paths[at] for at in shape.coast)
        self.docks = {at: self.place(at, point) for at, point in docks.items()}

    def place(self, at: str, point: Point) -> Place:
        x, y = _rounded(point)
        left, top, width, height = self.box
        return Place(at, x, y, round((point[0] - left) / width * 100, 2), round((point[1] - top) / height * 100, 2))

    def _path_shape(self, at: Path, low: Point, high: Point) -> PathShape:
        here = self.place(at, _middle(low, high))
        (x1, y1), (x2, y2) = _rounded(low), _rounded(high)
        upright, rising = abs(x1 - x2) < 1, (x2 - x1) * (y2 - y1) < 0
        angle = 90 if upright else -30 if rising else 30
        return PathShape(here.at, here.x, here.y, here.left, here.top, x1, y1, x2, y2, angle)

    def _dock(self, at: Path, rotation: int) -> Point:
        """Return the middle of a harbor's disc, straight out to sea from a coastal path."""
        (land,) = self.shape.hexes_beside(at)
        low, high = self.shape.ends_of[at]
        x, y = _middle(_corner_point(low, rotation), _corner_point(high, rotation))
        from_x, from_y = _hex_point(land, rotation)
        times = HARBOUR_DISTANCE / (HEX_WIDTH / 2)
        return x + (x - from_x) * times, y + (y - from_y) * times


@cache
def _positions(hexes: int, rotation: int) -> _Positions:
    return _Positions(island_for(hexes), rotation)


@memo
def island_drawing(board: Board, rotation: int = 0) -> IslandDrawing:
    return unfinished_island_drawing(len(board.terrain), board.terrain, board.numbers, board.harbours, rotation)


def unfinished_island_drawing(
    hexes: int,
    terrain: Mapping[Hex, Terrain | None],
    numbers: Mapping[Hex, int | None],
    harbours: Mapping[Path, HarbourKind],
    rotation: int = 0,
) -> IslandDrawing:
    """Return the picture of a board of 19 or 30 hexes, which may be unfinished."""
    positions = _positions(hexes, rotation % 6)
    return IslandDrawing(
        rotation=rotation % 6,
        box=positions.box,
        hexagon=_points(_corner_point(intersection_id(at), 0) for at in corners((0, 0, 0))),
        coast=positions.coast,
        hexes=tuple(_hexagon(here, terrain.get(at), numbers.get(at)) for at, here in positions.hexes.items()),
        intersections=tuple(positions.intersections.values()),
        paths=tuple(positions.paths.values()),
        coastal=positions.coastal,
        harbours=tuple(_harbour(positions, at, kind) for at, kind in harbours.items()),
    )


def _hexagon(here: Place, terrain: Terrain | None, number: int | None) -> HexShape:
    dots = PIPS[number] if number else 0
    return HexShape(here.at, here.x, here.y, here.left, here.top, terrain, number, dots, number in RED_NUMBERS)


def _harbour(positions: _Positions, at: Path, kind: HarbourKind) -> HarbourShape:
    here, path_shape = positions.docks[at], positions.paths[at]
    ends = ((path_shape.x1, path_shape.y1), (path_shape.x2, path_shape.y2))
    return HarbourShape(at, here.x, here.y, here.left, here.top, kind, 3 if kind == "any" else 2, ends)


def hex_rows(board: Board, rotation: int = 0) -> tuple[tuple[HexShape, ...], ...]:
    """Return the hexes row by row from the top, as they lie on this device: for reading them out."""
    return hex_rows_of(island_drawing(board, rotation))


def hex_rows_of(drawing: IslandDrawing) -> tuple[tuple[HexShape, ...], ...]:
    rows: dict[float, list[HexShape]] = {}
    for shape in sorted(drawing.hexes, key=lambda shape: (shape.y, shape.x)):
        rows.setdefault(shape.y, []).append(shape)
    return tuple(map(tuple, rows.values()))


def pieces_on_board(state: GameState, rotation: int = 0) -> Pieces:
    if not state.game.has_board:
        return Pieces()
    positions = _positions(len(state.game.board.terrain), rotation % 6)
    colours = {number: owner(state, number).colour for number in owners(state)}
    roads, buildings = [], []
    for path, seat in state.roads.items():
        path_shape = positions.paths[path]
        roads.append(RoadShape(path, path_shape.x, path_shape.y, path_shape.angle, seat, colours[seat]))
    for corner, building in state.buildings.items():
        here, seat = positions.intersections[corner], building.seat
        buildings.append(BuildingShape(corner, here.x, here.y, building.city, seat, colours[seat]))
    buildings.sort(key=lambda shape: shape.y)
    return Pieces(tuple(roads), tuple(buildings), positions.hexes[state.robber] if state.robber else None)


def island_and_pieces(state: GameState, rotation: int) -> tuple[IslandDrawing | None, Pieces | None]:
    """Return the picture and its pieces, or nothing if the table plays without a drawn board."""
    if not state.game.has_board:
        return None, None
    return island_drawing(state.game.board, rotation), pieces_on_board(state, rotation)


def places_of(drawing: IslandDrawing | None) -> dict[str, Place]:
    return {} if drawing is None else _places(drawing)


@memo
def _places(drawing: IslandDrawing) -> dict[str, Place]:
    return {place.at: place for place in (*drawing.hexes, *drawing.intersections, *drawing.paths)}
