"""How far the corners are where somebody could still build: in roads."""

from msgspec.structs import replace

from narrator.core.play.spots import is_too_close
from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.state import Building, GameState


def roads_to(state: GameState, seat: int) -> dict[Intersection, int]:
    """Each corner that a seat's pieces lead to and where a settlement may stand, with the roads missing on the way."""
    board = state.game.board
    if board is None:
        return {}
    return {
        at: roads
        for at, roads in _steps(state, board.island, seat).items()
        if at not in state.buildings and not is_too_close(state, board.island, at)
    }


def _steps(state: GameState, island: Island, seat: int) -> dict[Intersection, int]:
    """Over free paths, corner by corner; a foreign building can be reached and not passed."""
    own = [at for at, building in state.buildings.items() if building.seat == seat]
    led_to = {end for path, number in state.roads.items() if number == seat for end in island.ends_of[path]}
    begun = [at for at in island.intersections if at in led_to]
    steps = dict.fromkeys([*own, *begun], 0)
    waiting = list(steps)
    for here in waiting:
        building = state.buildings.get(here)
        if building is not None and building.seat != seat:
            continue
        for path in island.paths_at[here]:
            low, high = island.ends_of[path]
            there = high if here == low else low
            if path not in state.roads and there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def with_road(state: GameState, seat: int, at: Path) -> GameState:
    """The same table, if a road lay there."""
    return replace(state, roads={**state.roads, at: seat})


def with_settlement(state: GameState, seat: int, at: Intersection) -> GameState:
    """The same table, if a settlement stood there."""
    return replace(state, buildings={**state.buildings, at: Building(seat)})
