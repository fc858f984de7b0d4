"""Where pieces may stand on the board, whosever they are: distance, reach and connection."""

from narrator.core.table.island import Intersection, Island, Path
from narrator.core.table.owners import is_neutral, owner, owners
from narrator.core.table.state import GameState


def is_too_close(state: GameState, island: Island, at: Intersection) -> bool:
    """The distance rule: a settlement or city, whosever, one path away."""
    return any(near in state.buildings for near in island.next_to[at])


def is_reached(state: GameState, island: Island, number: int, at: Intersection) -> bool:
    """Whether an own road leads to a corner."""
    return any(state.roads.get(path) == number for path in island.paths_at[at])


def is_connected(state: GameState, island: Island, number: int, path: Path) -> bool:
    """Whether a road may start here: from an own building, or on from an own road past no foreign building."""
    for end in island.ends_of[path]:
        building = state.buildings.get(end)
        if building is not None:
            if building.seat == number:
                return True
        elif is_reached(state, island, number, end):
            return True
    return False


def road_spots(state: GameState, number: int) -> list[Path]:
    board = state.game.board
    if board is None:
        return []
    return [p for p in board.island.paths if p not in state.roads and is_connected(state, board.island, number, p)]


def settlement_spots(state: GameState, number: int) -> list[Intersection]:
    """Free corners that an own road reaches, with an empty corner all round."""
    board = state.game.board
    if board is None:
        return []
    return [
        at
        for at in board.island.intersections
        if at not in state.buildings
        and is_reached(state, board.island, number, at)
        and not is_too_close(state, board.island, at)
    ]


def neutral_road_spots(state: GameState) -> list[tuple[int, Path]]:
    """Every neutral colour's road that could be placed now."""
    return [(n, at) for n in _neutrals_with(state, "roads_left") for at in road_spots(state, n)]


def neutral_settlement_spots(state: GameState) -> list[tuple[int, Intersection]]:
    return [(n, at) for n in _neutrals_with(state, "settlements_left") for at in settlement_spots(state, n)]


def _neutrals_with(state: GameState, left: str) -> list[int]:
    return [n for n in owners(state) if is_neutral(n) and getattr(owner(state, n), left)]
