"""Where pieces may be placed on the board: distance, reach and connection."""

from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.state import GameState, is_neutral, owner, owners


def is_too_close(state: GameState, island: Island, at: Intersection) -> bool:
    """Distance rule: return whether a building is one path away."""
    return any(near in state.buildings for near in island.next_to[at])


def is_reached(state: GameState, island: Island, number: int, at: Intersection) -> bool:
    return any(state.roads.get(path) == number for path in island.paths_at[at])


def is_connected(state: GameState, island: Island, number: int, path: Path) -> bool:
    """Return whether a road may start here: at an own building, or at an own road's end without a foreign building."""
    for end in island.ends_of[path]:
        building = state.buildings.get(end)
        if building is not None:
            if building.seat == number:
                return True
        elif is_reached(state, island, number, end):
            return True
    return False


def road_spots(state: GameState, number: int) -> list[Path]:
    island = state.game.board.island
    own = {at for at, building in state.buildings.items() if building.seat == number}
    starts = own | (_reached(state, number) - state.buildings.keys())
    near = {path for at in starts for path in island.paths_at[at]}
    return [path for path in island.paths if path in near and path not in state.roads]


def settlement_spots(state: GameState, number: int) -> list[Intersection]:
    reached = _reached(state, number)
    return [at for at in free_corners(state) if at in reached]


def free_corners(state: GameState) -> list[Intersection]:
    island = state.game.board.island
    taken = {near for at in state.buildings for near in (at, *island.next_to[at])}
    return [at for at in island.intersections if at not in taken]


def _reached(state: GameState, number: int) -> set[Intersection]:
    ends_of = state.game.board.island.ends_of
    return {end for path, whose in state.roads.items() if whose == number for end in ends_of[path]}


def neutral_road_spots(state: GameState) -> dict[int, list[Path]]:
    """Return where each neutral colour may build a road; colours without such a place are left out."""
    found = {number: road_spots(state, number) for number in _neutrals_with(state, "roads_left")}
    return {number: paths for number, paths in found.items() if paths}


def neutral_settlement_spots(state: GameState) -> dict[int, list[Intersection]]:
    found = {number: settlement_spots(state, number) for number in _neutrals_with(state, "settlements_left")}
    return {number: corners for number, corners in found.items() if corners}


def _neutrals_with(state: GameState, left: str) -> list[int]:
    return [n for n in owners(state) if is_neutral(n) and getattr(owner(state, n), left)]
