"""Boards to draw, and a table that is full."""

from msgspec.structs import replace

from narrator.core.table.coordinates import hex_named
from narrator.core.table.layouts import beginner_board
from narrator.core.table.state import Building, GameState
from tests.support.games import new_game

SMALL, LARGE = beginner_board("beginner_5e"), beginner_board("beginner_56")


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
