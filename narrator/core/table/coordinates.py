"""Places of the island: hexes, intersections and paths, their ids and names, and what is adjacent to what.

Everything follows from cube coordinates. A hex is (x, y, z) with x + y + z = 0; an intersection is the sum of the three
hexes that meet there; a path is its two intersections. With a corner of each hex pointing up, z is the row (smallest at
the top) and x grows to the right.

People use short names: rows A, B, C … from the top, hexes 1, 2, 3 … from the left. An intersection is named by its
hexes (`A1-A2-B2`) or, on the coast, by a hex and a corner (`A1 N`); a path by the two hexes on its sides (`A2|B2`) or
by a hex and a side (`A1 NW`).
"""

from collections.abc import Iterable
from functools import cache

Hex = str  # `x,y,z`, for example `0,2,-2`
Intersection = str  # `v_X_Y_Z`, for example `v_1_1_-2`
Path = str  # `e_v_X_Y_Z_v_X_Y_Z`, the smaller triple first
Triple = tuple[int, int, int]

# offset of the neighboring hex, clockwise from the east
SIDES: dict[str, Triple] = {
    "E": (1, -1, 0),
    "SE": (0, -1, 1),
    "SW": (-1, 0, 1),
    "W": (-1, 1, 0),
    "NW": (0, 1, -1),
    "NE": (1, 0, -1),
}

# from an intersection to its neighbors: add if its coordinates are 1 modulo 3, subtract if they are 2
NEIGHBOR_OFFSETS: tuple[Triple, ...] = ((1, -2, 1), (1, 1, -2), (-2, 1, 1))


def add(a: Triple, b: Triple, times: int = 1) -> Triple:
    return (a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times)


def hex_id(at: Triple) -> Hex:
    """
    >>> hex_id((0, 2, -2))
    '0,2,-2'
    """
    return f"{at[0]},{at[1]},{at[2]}"


def intersection_id(at: Triple) -> Intersection:
    """
    >>> intersection_id((1, 1, -2))
    'v_1_1_-2'
    """
    return f"v_{at[0]}_{at[1]}_{at[2]}"


def path_id(one: Triple, other: Triple) -> Path:
    """
    >>> path_id((2, -1, -1), (1, 1, -2))
    'e_v_1_1_-2_v_2_-1_-1'
    """
    low, high = sorted((one, other))
    return f"e_{intersection_id(low)}_{intersection_id(high)}"


def corners(at: Triple) -> list[Triple]:
    """Return the six intersections of a hex, clockwise from the southeast."""
    ways = list(SIDES.values())
    return [add(add(add(at, at, 2), way), ways[(i + 1) % 6]) for i, way in enumerate(ways)]


def next_intersections(at: Triple) -> list[Triple]:
    """Return the three intersections one path away, whether on the island or not."""
    sign = 1 if at[0] % 3 == 1 else -1
    return [add(at, step, sign) for step in NEIGHBOR_OFFSETS]


def side(at: Triple, name: str) -> tuple[Triple, Triple]:
    number = list(SIDES).index(name)
    around = corners(at)
    return around[number - 1], around[number]


class Island:
    """All places of an island, each list in reading order, and every adjacency as a table."""

    def __init__(self, hexes: Iterable[Triple]) -> None:
        land = sorted(hexes, key=lambda at: (at[2], at[0]))
        points = sorted({point for at in land for point in corners(at)}, key=lambda at: (at[2], at[0]))
        on_island = set(points)
        # The island has no bays, so two of its corners that are a step apart always have a path between them.
        links = {point: [far for far in next_intersections(point) if far in on_island] for point in points}

        self.hexes: tuple[Hex, ...] = tuple(map(hex_id, land))
        self.intersections: tuple[Intersection, ...] = tuple(map(intersection_id, points))
        self.corners_of: dict[Hex, tuple[Intersection, ...]] = {
            hex_id(at): tuple(map(intersection_id, corners(at))) for at in land
        }
        self.hexes_at: dict[Intersection, tuple[Hex, ...]] = {
            intersection_id(point): tuple(hex_id(at) for at in land if point in corners(at)) for point in points
        }
        self.next_to: dict[Intersection, tuple[Intersection, ...]] = {}
        self.paths_at: dict[Intersection, tuple[Path, ...]] = {}
        self.ends_of: dict[Path, tuple[Intersection, Intersection]] = {}
        for point in points:
            here = intersection_id(point)
            self.next_to[here] = tuple(map(intersection_id, links[point]))
            self.paths_at[here] = tuple(path_id(point, far) for far in links[point])
            for far in links[point]:
                low, high = sorted((point, far))
                self.ends_of.setdefault(path_id(point, far), (intersection_id(low), intersection_id(high)))
        self.paths: tuple[Path, ...] = tuple(self.ends_of)
        self.neighbours_of: dict[Hex, tuple[Hex, ...]] = {
            hex_id(at): tuple(h for way in SIDES.values() if (h := hex_id(add(at, way))) in self.corners_of)
            for at in land
        }
        self.coast: tuple[Path, ...] = self._walk_coast()
        self.rows: tuple[tuple[Hex, ...], ...] = tuple(
            tuple(hex_id(at) for at in land if at[2] == row) for row in sorted({at[2] for at in land})
        )

    def _walk_coast(self) -> tuple[Path, ...]:
        """Return the coastal paths counterclockwise, starting west of the top left hex."""
        hexes_of = {path: self.hexes_beside(path) for path in self.paths}
        ring = [path for path in self.paths if len(hexes_of[path]) == 1]
        if not ring:
            return ()
        first, last = side(triple(self.hexes[0]), "W")
        current, here = path_id(first, last), intersection_id(first)
        walked = [current]
        while len(walked) < len(ring):
            current = next(p for p in self.paths_at[here] if p != current and len(hexes_of[p]) == 1)
            low, high = self.ends_of[current]
            here = high if here == low else low
            walked.append(current)
        return tuple(walked)

    def hexes_beside(self, path: Path) -> tuple[Hex, ...]:
        """Return the one or two land hexes next to a path."""
        low, high = self.ends_of[path]
        return tuple(at for at in self.hexes_at[low] if at in self.hexes_at[high])


@cache
def island_for(hexes: int) -> Island:
    """Return the island for three and four players (19 hexes) or for five and six (30)."""
    if hexes == 19:
        return Island((x, -x - z, z) for x in range(-2, 3) for z in range(-2, 3) if abs(x + z) <= 2)
    return Island((x, -x - z, z) for z in range(-3, 4) for x in range(max(-3, -3 - z), min(2, 2 - z) + 1))


CORNERS = ("SE", "S", "SW", "NW", "N", "NE")  # in the order of `corners`


def triple(at: Hex) -> Triple:
    x, y, z = (int(part) for part in at.split(","))
    return x, y, z


def hex_named(island: Island, name: str) -> Hex:
    """
    >>> from narrator.core.table.coordinates import island_for
    >>> hex_named(island_for(19), "A1")
    '0,2,-2'
    """
    return island.rows[ord(name[0]) - ord("A")][int(name[1:]) - 1]


def name_of_hex(island: Island, at: Hex) -> str:
    """
    >>> from narrator.core.table.coordinates import island_for
    >>> name_of_hex(island_for(19), "0,0,0")
    'C3'
    """
    return next(f"{chr(ord('A') + r)}{row.index(at) + 1}" for r, row in enumerate(island.rows) if at in row)


def intersection_named(island: Island, name: str) -> Intersection:
    """
    >>> from narrator.core.table.coordinates import island_for
    >>> intersection_named(island_for(19), "A1-A2-B2")
    'v_1_4_-5'
    """
    if " " in name:
        at, corner = name.split(" ")
        return intersection_id(corners(triple(hex_named(island, at)))[CORNERS.index(corner)])
    around = [set(island.corners_of[hex_named(island, at)]) for at in name.split("-")]
    (shared,) = set.intersection(*around)
    return shared


def path_named(island: Island, name: str) -> Path:
    """
    >>> from narrator.core.table.coordinates import island_for
    >>> path_named(island_for(19), "A2|B2")
    'e_v_1_4_-5_v_2_2_-4'
    """
    if " " in name:
        at, which = name.split(" ")
        return path_id(*side(triple(hex_named(island, at)), which))
    one, other = (triple(hex_named(island, at)) for at in name.split("|"))
    which = next(name for name, way in SIDES.items() if add(one, way) == other)
    return path_id(*side(one, which))
