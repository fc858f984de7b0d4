"""The first settlements and roads: whose go it is in the snake, and where a booklet wants them."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from narrator.core.message import Refusal, irregular
from narrator.core.play.spots import free_corners
from narrator.core.table.coordinates import Intersection, Path
from narrator.core.table.layouts import Start, starts
from narrator.core.table.phase import PlacingRoad, PlacingSettlement, Rolling, SettingUp
from narrator.core.table.state import GameState, active_seats, first_active, next_seat

PLACEMENT = (SettingUp, PlacingSettlement, PlacingRoad)


def is_placement(state: GameState) -> bool:
    """Whether pieces are still free: the checklist never blocks, so it counts too."""
    return type(state.phase) in PLACEMENT


def snake(state: GameState) -> list[int]:
    """Clockwise from the first player, then back again."""
    order = []
    seat = first_active(state)
    for _ in active_seats(state):
        order.append(seat)
        seat = next_seat(state, seat)
    return order + order[::-1]


def placing_seat(state: GameState) -> int:
    """Whose go it is; during the checklist, who will begin."""
    return first_active(state) if isinstance(state.phase, SettingUp) else state.turn


def round_of(state: GameState, seat: int) -> int:
    """Whether the next settlement of a seat is its first or its second."""
    return min(state.seats[seat].settlements, 1) + 1


def advance(state: GameState) -> GameState:
    """Go to the first placement of the snake that is not done; after the last one the first turn begins."""
    order = snake(state)
    for place, number in enumerate(order):
        due = 1 if place < len(order) // 2 else 2
        seat = state.seats[number]
        if seat.settlements + seat.cities < due:
            return replace(state, phase=PlacingSettlement(due), turn=number)
        if seat.roads < due:
            return replace(state, phase=PlacingRoad(due, bare_settlement(state, number)), turn=number)
    return replace(state, phase=Rolling(), turn=order[0], round=1)


def bare_settlement(state: GameState, number: int) -> Intersection | None:
    """The settlement of a seat that has no road yet: the one just placed."""
    board = state.game.board
    if board is None:
        return None
    for at, building in state.buildings.items():
        if building.seat == number and not any(state.roads.get(p) == number for p in board.island.paths_at[at]):
            return at
    return None


def first_settlement_spots(state: GameState, number: int) -> list[Intersection]:
    """Where the next settlement of a seat may stand: on a free corner, and as a booklet draws it."""
    spots = free_corners(state)
    if placing_way(state, number) != "drawn":
        return spots
    marked = marked_settlements(state, number)
    return [at for at in spots if at in marked] if marked else spots


def settlement_refusals(state: GameState, number: int, at: Intersection) -> Iterator[Refusal]:
    """What a booklet says against this corner, once the table places by it."""
    marked = marked_settlements(state, number)
    if marked and at not in marked and placing_way(state, number) == "drawn":
        yield irregular("placement.not_as_drawn", at=at)


def road_refusals(state: GameState, number: int, at: Path) -> Iterator[Refusal]:
    """A first road touches the settlement just placed, and lies as a booklet draws it."""
    board = state.game.board
    just_placed = state.phase.settlement if isinstance(state.phase, PlacingRoad) else None
    if board and just_placed and just_placed not in board.island.ends_of[at]:
        yield irregular("placement.road_elsewhere", at=at)
    marked = marked_roads(state, number)
    if marked and at not in marked and placing_way(state, number) == "drawn":
        yield irregular("placement.not_as_drawn", at=at)


def placing_way(state: GameState, number: int) -> Literal["free", "open", "drawn"]:
    """How a seat places its first pieces: freely; where a booklet draws them; or, before the first settlement and its
    road lie on a booklet's board, either way. That first placement holds for all. A piece that was let stand elsewhere
    later frees the others too, so that a table is asked once."""
    if not _drawn(state, number):
        return "free"
    marked = [seat for seat in active_seats(state) if _drawn(state, seat)]
    if not all(_as_drawn(state, seat) for seat in marked):
        return "free"
    return "drawn" if any(seat in marked for seat in state.roads.values()) else "open"


def marked_settlements(state: GameState, number: int) -> tuple[Intersection, ...]:
    """Where a booklet wants the next settlement of a seat, while the table may place by it."""
    if placing_way(state, number) == "free":
        return ()
    return tuple(start.settlement for start in _drawn(state, number) if round_of(state, number) in start.rounds)


def marked_roads(state: GameState, number: int) -> tuple[Path, ...]:
    """Where a booklet wants the road of the settlement just placed."""
    just_placed = bare_settlement(state, number)
    if placing_way(state, number) == "free":
        return ()
    return tuple(start.road for start in _drawn(state, number) if start.settlement == just_placed)


def _drawn(state: GameState, number: int) -> tuple[Start, ...]:
    return starts(state.game.layout or "", state.seats[number].colour)


def _as_drawn(state: GameState, number: int) -> bool:
    """Pieces stand in the order in which they were placed; the booklet means each settlement for a round."""
    drawn = _drawn(state, number)
    settlements = [at for at, building in state.buildings.items() if building.seat == number]
    in_rounds = [[start.settlement for start in drawn if round_ in start.rounds] for round_ in (1, 2)]
    roads = [at for at, seat in state.roads.items() if seat == number]
    return all(at in marked for at, marked in zip(settlements, in_rounds, strict=False)) and all(
        at in [start.road for start in drawn] for at in roads
    )
