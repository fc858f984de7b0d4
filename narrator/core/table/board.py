"""The board: terrain, numbers, harbors, and where the robber starts."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from narrator.core.message import Refusal, impossible
from narrator.core.table.box import PRODUCES, Box, HarbourKind, Terrain
from narrator.core.table.cards import Resource
from narrator.core.table.coordinates import Hex, Intersection, Island, Path, island_for, path_named
from narrator.core.table.events import TouchedHex

RED_NUMBERS = (6, 8)


class Producer(Struct, frozen=True):
    """A hex that pays one card per settlement on any of its six corners."""

    at: Hex
    resource: Resource
    number: int
    corners: tuple[Intersection, ...]


class Board(Struct, frozen=True, dict=True):
    """Create it with `make_board`, which derives the last two fields from the first five."""

    island: Island
    terrain: Mapping[Hex, Terrain]
    numbers: Mapping[Hex, int]
    harbours: Mapping[Path, HarbourKind]
    robber: Hex
    producers: Mapping[int, tuple[Producer, ...]]
    harbour_at: Mapping[Intersection, HarbourKind]

    def deserts(self) -> list[Hex]:
        return [at for at in self.island.hexes if self.terrain[at] == "desert"]

    def touched_hexes(self, at: Intersection) -> list[TouchedHex]:
        """Return the hexes around a corner that produce something."""
        around = (hex_ for hex_ in self.island.hexes_at[at] if hex_ in self.numbers)
        return [TouchedHex(PRODUCES[self.terrain[hex_]], self.numbers[hex_]) for hex_ in around]


# for tables whose board Narrator does not know: there is no place on it
NO_BOARD = Board(Island(()), terrain={}, numbers={}, harbours={}, robber="", producers={}, harbour_at={})


def make_board(
    terrain: Mapping[Hex, Terrain],
    numbers: Mapping[Hex, int],
    harbours: Mapping[Path, HarbourKind],
    robber: Hex | None = None,
) -> Board:
    """Build a board from pieces already checked by `box_refusals`."""
    places = island_for(len(terrain))
    producers: dict[int, list[Producer]] = {}
    for at, number in numbers.items():
        producer = Producer(at, PRODUCES[terrain[at]], number, places.corners_of[at])
        producers.setdefault(number, []).append(producer)
    return Board(
        island=places,
        terrain=terrain,
        numbers=numbers,
        harbours=harbours,
        robber=robber or next(at for at in places.hexes if terrain[at] == "desert"),
        producers={number: tuple(hexes) for number, hexes in producers.items()},
        harbour_at={end: kind for path, kind in harbours.items() for end in places.ends_of[path]},
    )


def box_refusals(
    box: Box,
    terrain: Mapping[Hex, Terrain],
    numbers: Mapping[Hex, int],
    harbours: Mapping[Path, HarbourKind],
    robber: Hex | None,
    with_harbours: bool = True,
) -> Iterator[Refusal]:
    places = island_for(box.hexes)
    strange = [at for at in terrain if at not in places.corners_of]
    if strange or len(terrain) != box.hexes:
        yield impossible("board.hexes", expected=box.hexes, found=len(terrain), strange=strange[:1])
        return
    yield from _piece_refusals("board.terrain", box.terrain, Counter(terrain.values()))
    yield from _piece_refusals("board.numbers", box.numbers, Counter(numbers.values()))
    for at, land in terrain.items():
        if (land == "desert") == (at in numbers):
            yield impossible("board.number_on_desert" if land == "desert" else "board.number_missing", hex=at)
    if robber is not None and robber not in terrain:
        yield impossible("place.unknown", place=robber)
    if with_harbours or harbours:
        yield from _piece_refusals("board.harbours", box.harbours, Counter(harbours.values()))
        yield from _harbour_refusals(places, harbours)


def _piece_refusals(code: str, expected: Mapping[Any, int], found: Mapping[Any, int]) -> Iterator[Refusal]:
    for piece in [*expected, *(set(found) - set(expected))]:
        have, want = found.get(piece, 0), expected.get(piece, 0)
        if have != want:
            yield impossible(code, piece=piece, expected=want, found=have)


def _harbour_refusals(places: Island, harbours: Mapping[Path, HarbourKind]) -> Iterator[Refusal]:
    taken: set[Intersection] = set()
    for path in harbours:
        if path not in places.coast:
            yield impossible("board.harbour_not_coastal", path=path)
            continue
        if taken.intersection(places.ends_of[path]):
            yield impossible("board.harbours_touch", path=path)
        taken.update(places.ends_of[path])


def adjacent_red_numbers(board: Board) -> list[tuple[Hex, Hex]]:
    """Return pairs of neighboring hexes that both carry a six or an eight."""
    red = [at for at in board.island.hexes if board.numbers.get(at) in RED_NUMBERS]
    beside = board.island.neighbours_of
    return [(one, other) for i, one in enumerate(red) for other in red[i + 1 :] if other in beside[one]]


def board_from_text(text: str, harbours: str) -> Board:
    """Parse rows such as `forest9 desert` and harbors such as `A1 NW any, A2 NE grain`."""
    rows = [line.split() for line in text.strip().splitlines()]
    places = island_for(sum(map(len, rows)))
    terrain: dict[Hex, Terrain] = {}
    numbers: dict[Hex, int] = {}
    for row, ids in zip(rows, places.rows, strict=True):
        for word, at in zip(row, ids, strict=True):
            land, number = re.fullmatch(r"([a-z]+)(\d*)", word).groups()  # type: ignore[union-attr]
            terrain[at] = land  # type: ignore[assignment]
            if number:
                numbers[at] = int(number)
    return make_board(terrain, numbers, harbours_from_text(places, harbours))


def harbours_from_text(places: Island, text: str) -> dict[Path, HarbourKind]:
    found: dict[Path, HarbourKind] = {}
    for word in text.replace("\n", " ").split(","):
        at, side, kind = word.split()
        found[path_named(places, f"{at} {side}")] = kind  # type: ignore[assignment]
    return found
