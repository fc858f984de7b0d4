"""A board laid by hand: painted hex by hex, and stored as a short code in the address."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from narrator.core.table.box import Box, HarbourKind, Terrain
from narrator.core.table.coordinates import Hex, Path, island_for
from narrator.core.table.setup import BoardSetup, Harbour, Tile
from narrator.web.rendering.page_query import parse_number

TERRAIN_OF_LETTER: dict[str, Terrain] = {
    "f": "forest",
    "h": "hills",
    "p": "pasture",
    "g": "fields",
    "m": "mountains",
    "d": "desert",
}
HARBOUR_OF_LETTER: dict[str, HarbourKind] = {
    "a": "any",
    "l": "lumber",
    "b": "brick",
    "w": "wool",
    "g": "grain",
    "o": "ore",
}
NUMBER_OF_LETTER = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "8": 8, "9": 9, "a": 10, "b": 11, "c": 12}
LETTER_OF_TERRAIN = {terrain: letter for letter, terrain in TERRAIN_OF_LETTER.items()}
LETTER_OF_NUMBER = {number: letter for letter, number in NUMBER_OF_LETTER.items()}
LETTER_OF_HARBOUR = {kind: letter for letter, kind in HARBOUR_OF_LETTER.items()}
NO_LETTER = "-"


class Painting(Struct, frozen=True):
    """A board, possibly unfinished."""

    terrain: Mapping[Hex, Terrain]
    numbers: Mapping[Hex, int]
    harbours: Mapping[Path, HarbourKind]


def parse_painting(box: Box, tiles: str, harbours: str) -> Painting:
    """Parse two letters per hex, terrain and number; and harbors as `3a.7w`, by their index along the coast."""
    island = island_for(box.hexes)
    terrain: dict[Hex, Terrain] = {}
    numbers: dict[Hex, int] = {}
    for place, at in enumerate(island.hexes):
        land, number = tiles[2 * place : 2 * place + 1], tiles[2 * place + 1 : 2 * place + 2]
        if land in TERRAIN_OF_LETTER:
            terrain[at] = TERRAIN_OF_LETTER[land]
        if number in NUMBER_OF_LETTER:
            numbers[at] = NUMBER_OF_LETTER[number]
    found: dict[Path, HarbourKind] = {}
    for part in harbours.split(".")[: len(island.coast)]:
        index, letter = parse_number(part[:-1]), part[-1:]
        if letter in HARBOUR_OF_LETTER and index is not None and index < len(island.coast):
            found[island.coast[index]] = HARBOUR_OF_LETTER[letter]
    return Painting(terrain, numbers, found)


def encode_painting(box: Box, painting: Painting) -> tuple[str, str]:
    island = island_for(box.hexes)
    tiles = "".join(_tile(painting, at) for at in island.hexes)
    harbours = ".".join(
        f"{place}{LETTER_OF_HARBOUR[painting.harbours[path]]}"
        for place, path in enumerate(island.coast)
        if path in painting.harbours
    )
    return tiles, harbours


def _tile(painting: Painting, at: Hex) -> str:
    land, number = painting.terrain.get(at), painting.numbers.get(at)
    return (LETTER_OF_TERRAIN[land] if land else NO_LETTER) + (LETTER_OF_NUMBER[number] if number else NO_LETTER)


def apply_brush(painting: Painting, brush: str, at: str) -> Painting:
    kind, _, what = brush.partition("-")
    terrain, numbers, harbours = dict(painting.terrain), dict(painting.numbers), dict(painting.harbours)
    if kind == "land" and what in TERRAIN_OF_LETTER.values() and "," in at:
        _toggle(terrain, at, what)
        if what == "desert":
            numbers.pop(at, None)
    elif kind == "number" and parse_number(what) in LETTER_OF_NUMBER and "," in at and terrain.get(at) != "desert":
        _toggle(numbers, at, int(what))
    elif kind == "harbour" and what in HARBOUR_OF_LETTER.values() and at.startswith("e_"):
        _toggle(harbours, at, what)
    return Painting(terrain, numbers, harbours)


def _toggle(things: dict[str, Any], at: str, what: Any) -> None:
    if things.get(at) == what:
        del things[at]
    else:
        things[at] = what


def count_left_pieces(box: Box, painting: Painting) -> dict[str, int]:
    lands, numbers, kinds = painting.terrain.values(), painting.numbers.values(), painting.harbours.values()
    return {
        **{f"land-{land}": count - list(lands).count(land) for land, count in box.terrain.items()},
        **{f"number-{number}": count - list(numbers).count(number) for number, count in box.numbers.items()},
        **{f"harbour-{kind}": count - list(kinds).count(kind) for kind, count in box.harbours.items()},
    }


def board_setup(painting: Painting, box: Box) -> BoardSetup:
    return BoardSetup(
        layout="manual",
        hexes=[
            Tile(at, painting.terrain[at], painting.numbers.get(at))
            for at in island_for(box.hexes).hexes
            if at in painting.terrain
        ],
        harbours=[Harbour(path, kind) for path, kind in painting.harbours.items()],
    )
