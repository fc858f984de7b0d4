"""Boards that are not drawn in a booklet: the letter spiral, all tokens at random, harbours shuffled.

A seed stands for the shuffling that hands do at a table: the same seed gives the same island everywhere, so these
functions are pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Literal, TypeVar

from narrator.core.table.board import Board, lay, red_clashes
from narrator.core.table.booklets import beginner_board
from narrator.core.table.box import BASE_BOX, Box, HarbourKind, Terrain
from narrator.core.table.coordinates import SIDES, Hex, Island, Path, Triple, add, hex_id, island_for

T = TypeVar("T")
Seed = int | str
Direction = Literal["ccw", "cw"]

LETTERS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
"""The numbers on the backs of the tokens A to R."""
CLUMP = 2
"""So many hexes of one kind may lie together where the land is mixed."""


def shuffled(things: Iterable[T], luck: Random) -> list[T]:
    """Sorting by draws: only `random()` itself is promised to stay the same in every Python."""
    return sorted(things, key=lambda _: luck.random())


def spiral(start: int, direction: Direction = "ccw") -> list[Hex]:
    """All 19 hexes from one of the six corners (0 is the top left, then counter-clockwise) inward to the centre."""
    ways = list(SIDES.values())
    turns = [ways[(4 - i) % 6] for i in range(6)]  # NW, W, SW, SE, E, NE
    step = 1 if direction == "ccw" else -1
    order: list[Hex] = []
    for radius in (2, 1):
        for i in range(6):
            here, there = turns[(start + step * i) % 6], turns[(start + step * (i + 1)) % 6]
            at = _scaled(here, radius)
            for _ in range(radius):
                order.append(hex_id(at))
                at = add(add(at, there), here, -1)
    return [*order, "0,0,0"]


def _scaled(way: Triple, radius: int) -> Triple:
    return way[0] * radius, way[1] * radius, way[2] * radius


def spiral_numbers(terrain: Mapping[Hex, Terrain], start: int, direction: Direction = "ccw") -> dict[Hex, int]:
    """Tokens A to R along the spiral; the desert takes none and the next letter goes on the next hex."""
    land = [at for at in spiral(start, direction) if terrain[at] != "desert"]
    return dict(zip(land, LETTERS, strict=True))


def _tiles(box: Box) -> list[Terrain]:
    return [land for land, count in box.terrain.items() for _ in range(count)]


def _tokens(box: Box) -> list[int]:
    return [number for number, count in box.numbers.items() for _ in range(count)]


def random_terrain(box: Box, luck: Random) -> dict[Hex, Terrain]:
    return dict(zip(island_for(box.hexes).hexes, shuffled(_tiles(box), luck), strict=True))


def mixed_terrain(box: Box, luck: Random) -> dict[Hex, Terrain]:
    """Shuffled, then mended as hands would: a hex of a clump changes places until no three lie together."""
    terrain = random_terrain(box, luck)
    places = island_for(box.hexes)
    while crowded := _crowded(places, terrain):
        one, other = _drawn(crowded, luck), _drawn(places.hexes, luck)
        swapped = {**terrain, one: terrain[other], other: terrain[one]}
        if len(_crowded(places, swapped)) <= len(crowded):
            terrain = swapped
    return terrain


def _drawn(things: Sequence[Hex], luck: Random) -> Hex:
    return things[int(luck.random() * len(things))]


def clumps(places: Island, terrain: Mapping[Hex, Terrain]) -> list[set[Hex]]:
    """The hexes of one kind that lie together, each clump once."""
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


def _crowded(places: Island, terrain: Mapping[Hex, Terrain]) -> list[Hex]:
    """In reading order, so that a seed mends the same everywhere."""
    crowd = {at for clump in clumps(places, terrain) if len(clump) > CLUMP for at in clump}
    return [at for at in places.hexes if at in crowd]


def random_harbours(box: Box, setup: str, luck: Random) -> dict[Path, HarbourKind]:
    """`printed` as the booklet's board has them; `shuffle_tokens` on the same places; `shuffle_frame` moves whole frame
    pieces of five coastal paths. The larger frame's pieces are not known to us, so there its tokens are shuffled."""
    printed = beginner_board("beginner_5e" if box is BASE_BOX else "beginner_56").harbours
    if setup == "printed":
        return dict(printed)
    if setup == "shuffle_frame" and box is BASE_BOX:
        return _shuffled_frame(island_for(box.hexes), luck)
    return dict(zip(printed, shuffled(printed.values(), luck), strict=True))


def _shuffled_frame(places: Island, luck: Random) -> dict[Path, HarbourKind]:
    """The sixth edition's harbours in its order, on the places of the fifth's: two sides of the sixth's are in doubt,
    and pieces cut at those would put harbours side by side."""
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
    return lay(terrain, spiral_numbers(terrain, corner, direction), random_harbours(box, harbours, luck), None)


def random_board(box: Box, seed: Seed, mixed: bool, red_apart: bool, harbours: str) -> Board:
    luck = Random(seed)
    terrain = _terrain(box, luck, mixed)
    frame = random_harbours(box, harbours, luck)
    land = [at for at in terrain if terrain[at] != "desert"]
    while True:
        board = lay(terrain, _numbered(land, shuffled(_tokens(box), luck)), frame, None)
        if not (red_apart and red_clashes(board)):
            return board


def _terrain(box: Box, luck: Random, mixed: bool) -> dict[Hex, Terrain]:
    return mixed_terrain(box, luck) if mixed else random_terrain(box, luck)


def _numbered(land: Sequence[Hex], tokens: Sequence[int]) -> dict[Hex, int]:
    return dict(zip(land, tokens, strict=True))
