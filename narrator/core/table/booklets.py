"""The beginner boards that the boxes' booklets draw, and where each colour's first pieces stand on them.

The sixth edition's island and the one for five and six were copied from one transcription each; White's starred
settlement of the fifth edition is not settled, so either of its two may pay.
"""

from functools import cache
from typing import Literal

from msgspec import Struct

from narrator.core.table.board import Board, board_from_text
from narrator.core.table.box import Colour
from narrator.core.table.coordinates import Intersection, Path
from narrator.core.table.place_names import intersection_named, path_named

BeginnerLayout = Literal["beginner_5e", "beginner_6e", "beginner_56"]

FIFTH = """
    mountains10 pasture2 forest9
  fields12 hills6 pasture4 hills10
fields9 forest11 desert forest3 mountains8
  forest8 mountains3 fields4 pasture5
    hills5 fields6 pasture11
"""
FIFTH_HARBOURS = (
    """A1 NW any, A2 NE grain, B4 NE ore, C5 E any, D4 SE wool, E2 SE any, E1 SW any, D1 W brick, B1 W lumber"""
)

SIXTH = """
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


class Start(Struct, frozen=True):
    """A settlement and its road, and in which rounds the booklet may mean it."""

    settlement: Intersection
    road: Path
    rounds: tuple[int, ...]


STARTS: dict[str, dict[Colour, str]] = {
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
        "beginner_5e": (FIFTH, FIFTH_HARBOURS),
        "beginner_6e": (SIXTH, SIXTH_HARBOURS),
        "beginner_56": (LARGE, LARGE_HARBOURS),
    }[layout]
    return board_from_text(text, harbours)


@cache
def starts(layout: str, colour: Colour) -> tuple[Start, ...]:
    """The booklet's two placements of a colour; empty where it prescribes none."""
    written = STARTS.get(layout, {}).get(colour)
    if written is None:
        return ()
    island = beginner_board(layout).island
    found = []
    for words in written.split(", "):
        settlement, road, rounds = words.split()
        found.append(
            Start(
                intersection_named(island, settlement),
                path_named(island, road),
                tuple(int(r) for r in rounds),
            )
        )
    return tuple(found)


def colours_offered(layout: str, players: int, colours: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """The booklets leave one colour out when three play."""
    left_out = LEFT_OUT_WITH_THREE.get(layout) if players == 3 else None
    return tuple(colour for colour in colours if colour != left_out)
