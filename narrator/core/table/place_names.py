"""Short names for places, as people read a drawn island: rows A, B, C … from the top, hexes 1, 2, 3 … from the left.

An intersection is named by the hexes that meet there (`A1-A2-B2`), on the coast by a hex and a corner (`A1 N`); a path
by the two hexes it lies between (`A2|B2`) or by a hex and a side (`A1 NW`). Used by the booklets' boards and the tests.
"""

from narrator.core.table.coordinates import (
    SIDES,
    Hex,
    Intersection,
    Island,
    Path,
    Triple,
    corners,
    hex_id,
    intersection_id,
    path_id,
    side,
)

CORNERS = ("SE", "S", "SW", "NW", "N", "NE")
"""The corners of a hex in the order of `places.corners`."""


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
    which = next(
        s for s, way in SIDES.items() if hex_id((one[0] + way[0], one[1] + way[1], one[2] + way[2])) == hex_id(other)
    )
    return path_id(*side(one, which))
