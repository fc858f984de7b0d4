"""Board layouts: the booklets' beginner boards, the letter spiral, random tokens, shuffled harbors.

A seed replaces shuffling by hand: the same seed gives the same island everywhere, so these functions are pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Literal, TypeVar

from msgspec import Struct

from narrator.core.table.board import Board, adjacent_red_numbers, board_from_text, make_board
from narrator.core.table.box import BASE_BOX, Box, Colour, HarbourKind, Terrain
from narrator.core.table.coordinates import (
    SIDES,
    Hex,
    Intersection,
    Island,
    Path,
    add,
    hex_id,
    intersection_named,
    island_for,
    path_named,
)

T = TypeVar("T")
Seed = int | str
Direction = Literal["ccw", "cw"]

LETTERS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)  # numbers on the backs of the tokens A to R
MAX_CLUMP = 2  # how many hexes of one terrain may be adjacent on a mixed board


def shuffled(things: Iterable[T], luck: Random) -> list[T]:
    """Shuffle by sorting: of `Random`, only `random()` is guaranteed to stay the same in every Python version."""
    return sorted(things, key=lambda _: luck.random())


def spiral(start: int, direction: Direction = "ccw") -> list[Hex]:
    """Return all 19 hexes from one of the six corners (0 is the top left, then counterclockwise) to the center."""
    ways = list(SIDES.values())
    turns = [ways[(4 - i) % 6] for i in range(6)]  # NW, W, SW, SE, E, NE
    step = 1 if direction == "ccw" else -1
    order: list[Hex] = []
    for radius in (2, 1):
        for i in range(6):
            here, there = turns[(start + step * i) % 6], turns[(start + step * (i + 1)) % 6]
            at = add((0, 0, 0), here, radius)
            for _ in range(radius):
                order.append(hex_id(at))
                at = add(add(at, there), here, -1)
    return [*order, "0,0,0"]


def spiral_numbers(terrain: Mapping[Hex, Terrain], start: int, direction: Direction = "ccw") -> dict[Hex, int]:
    land = [at for at in spiral(start, direction) if terrain[at] != "desert"]
    return dict(zip(land, LETTERS, strict=True))


def random_terrain(box: Box, luck: Random) -> dict[Hex, Terrain]:
    tiles = [land for land, count in box.terrain.items() for _ in range(count)]
    return dict(zip(island_for(box.hexes).hexes, shuffled(tiles, luck), strict=True))


def mixed_terrain(box: Box, luck: Random) -> dict[Hex, Terrain]:
    """Shuffle the terrain, then swap hexes until no three of one kind are adjacent."""
    terrain = random_terrain(box, luck)
    places = island_for(box.hexes)
    while crowded := _crowded_hexes(places, terrain):
        one, other = _pick(crowded, luck), _pick(places.hexes, luck)
        swapped = {**terrain, one: terrain[other], other: terrain[one]}
        if len(_crowded_hexes(places, swapped)) <= len(crowded):
            terrain = swapped
    return terrain


def _pick(things: Sequence[Hex], luck: Random) -> Hex:
    return things[int(luck.random() * len(things))]


def clumps(places: Island, terrain: Mapping[Hex, Terrain]) -> list[set[Hex]]:
    """Return the groups of adjacent hexes of one terrain."""
    left, found = list(places.hexes), []
    while left:
        clump, edge = set[Hex](), [left[0]]
        while edge:
            at = edge.pop()
            clump.add(at)
            edge += [far for far in places.neighbours_of[at] if terrain[far] == terrain[at] and far not in clump]
        left = [at for at in left if at not in clump]
        found.append(clump)
    return found


def _crowded_hexes(places: Island, terrain: Mapping[Hex, Terrain]) -> list[Hex]:
    """Return the hexes of too large clumps, in reading order, so that a seed swaps the same ones everywhere."""
    crowd = {at for clump in clumps(places, terrain) if len(clump) > MAX_CLUMP for at in clump}
    return [at for at in places.hexes if at in crowd]


def random_harbours(box: Box, setup: str, luck: Random) -> dict[Path, HarbourKind]:
    """Return the harbors: `printed` as in the booklet, `shuffle_tokens` on the same places, or `shuffle_frame`, which
    moves whole frame pieces of five coastal paths. We don't know the pieces of the larger frame, so there the tokens
    are shuffled."""
    printed = beginner_board("beginner_5e" if box is BASE_BOX else "beginner_56").harbours
    if setup == "printed":
        return dict(printed)
    if setup == "shuffle_frame" and box is BASE_BOX:
        return _shuffled_frame(island_for(box.hexes), luck)
    return dict(zip(printed, shuffled(printed.values(), luck), strict=True))


def _shuffled_frame(places: Island, luck: Random) -> dict[Path, HarbourKind]:
    """Put the sixth edition's harbors on the fifth's places: only that frame is known well enough to be cut."""
    coast = places.coast
    spots = sorted(map(coast.index, beginner_board("beginner_5e").harbours))
    drawn = beginner_board("beginner_6e").harbours
    kinds = dict(zip(spots, (drawn[path] for path in sorted(drawn, key=coast.index)), strict=True))
    pieces = [range(first, first + 5) for first in range(0, len(coast), 5)]
    return {
        coast[new]: kinds[old]
        for piece, place in zip(shuffled(pieces, luck), pieces, strict=True)
        for old, new in zip(piece, place, strict=True)
        if old in kinds
    }


def spiral_board(box: Box, seed: Seed, mixed: bool, direction: Direction, harbours: str) -> Board:
    luck = Random(seed)
    terrain = _terrain(box, luck, mixed)
    corner = int(luck.random() * 6)
    return make_board(terrain, spiral_numbers(terrain, corner, direction), random_harbours(box, harbours, luck), None)


def random_board(box: Box, seed: Seed, mixed: bool, red_apart: bool, harbours: str) -> Board:
    luck = Random(seed)
    terrain = _terrain(box, luck, mixed)
    frame = random_harbours(box, harbours, luck)
    land = [at for at in terrain if terrain[at] != "desert"]
    tokens = [number for number, count in box.numbers.items() for _ in range(count)]
    while True:
        board = make_board(terrain, dict(zip(land, shuffled(tokens, luck), strict=True)), frame, None)
        if not (red_apart and adjacent_red_numbers(board)):
            return board


def _terrain(box: Box, luck: Random, mixed: bool) -> dict[Hex, Terrain]:
    return mixed_terrain(box, luck) if mixed else random_terrain(box, luck)


BeginnerLayout = Literal["beginner_5e", "beginner_6e", "beginner_56"]

FIFTH_EDITION = """
    mountains10 pasture2 forest9
  fields12 hills6 pasture4 hills10
fields9 forest11 desert forest3 mountains8
  forest8 mountains3 fields4 pasture5
    hills5 fields6 pasture11
"""
FIFTH_HARBOURS = (
    """A1 NW any, A2 NE grain, B4 NE ore, C5 E any, D4 SE wool, E2 SE any, E1 SW any, D1 W brick, B1 W lumber"""
)

SIXTH_EDITION = """
    desert fields8 pasture11
  hills6 pasture3 forest4 mountains9
forest10 fields5 hills12 forest11 pasture5
  fields2 hills9 mountains4 forest8
    mountains6 fields3 pasture10
"""
SIXTH_HARBOURS = (
    """A1 NW any, A3 NW wool, B4 NE any, C5 E any, E3 E brick, E2 SE lumber, E1 SW any, D1 W grain, B1 W ore"""
)

LARGE = """
      hills10 pasture6 desert
    hills6 fields2 mountains9 hills11
  forest3 mountains11 forest5 fields10 pasture4
desert pasture5 fields4 mountains6 pasture3 fields8
  forest12 mountains10 pasture2 hills4 forest11
    forest8 fields3 forest9 fields5
      hills9 pasture12 mountains8
"""
LARGE_HARBOURS = """A1 NW any, A2 NE wool, B4 NE any, D6 E any, E5 SE brick, G3 E wool, G2 SE lumber, G1 SW any,
F1 W grain, D1 SW any, C1 W ore"""


class StartingPlace(Struct, frozen=True):
    """A settlement and its road, and the rounds in which the booklet may mean it."""

    settlement: Intersection
    road: Path
    rounds: tuple[int, ...]


STARTING_PLACES: dict[str, dict[Colour, str]] = {
    "beginner_5e": {
        "red": "A1-A2-B2 A2|B2 1, C1-C2-D1 C2|D1 2",
        "orange": "A3-B3-B4 A3|B3 1, D2-D3-E2 D3|E2 2",
        "blue": "D3-D4-E3 D3|D4 1, D1-D2-E1 D2|E1 2",
        "white": "B1-B2-C2 B1|C2 12, C4-C5-D4 C4|C5 12",
    },
    "beginner_6e": {
        "red": "D1-D2-E1 D1|E1 1, A2-A3-B3 A2|B3 2",
        "blue": "C4-C5-D4 C4|D4 1, D2-D3-E2 D2|E2 2",
        "orange": "B3-B4-C4 B3|B4 1, B1-B2-C2 B1|C2 2",
        "white": "D3-D4-E3 D3|E3 1, C2-C3-D2 C2|D2 2",
    },
    "beginner_56": {},
}
LEFT_OUT_WITH_THREE: dict[str, Colour] = {"beginner_5e": "red", "beginner_6e": "white"}


@cache
def beginner_board(layout: BeginnerLayout) -> Board:
    text, harbours = {
        "beginner_5e": (FIFTH_EDITION, FIFTH_HARBOURS),
        "beginner_6e": (SIXTH_EDITION, SIXTH_HARBOURS),
        "beginner_56": (LARGE, LARGE_HARBOURS),
    }[layout]
    return board_from_text(text, harbours)


@cache
def starting_places(layout: str, colour: Colour) -> tuple[StartingPlace, ...]:
    """Return the booklet's two placements of a colour, or nothing if it prescribes none."""
    written = STARTING_PLACES.get(layout, {}).get(colour)
    if written is None:
        return ()
    island = beginner_board(layout).island
    found = []
    for words in written.split(", "):
        settlement, road, rounds = words.split()
        in_rounds = tuple(int(number) for number in rounds)
        found.append(StartingPlace(intersection_named(island, settlement), path_named(island, road), in_rounds))
    return tuple(found)


def colours_offered(layout: str, players: int, colours: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """Leave out the colour that the booklet leaves out when three play."""
    left_out = LEFT_OUT_WITH_THREE.get(layout) if players == 3 else None
    return tuple(colour for colour in colours if colour != left_out)
