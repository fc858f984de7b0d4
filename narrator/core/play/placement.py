"""Initial placement: whose turn it is in the snake order, and the booklets' prescribed places."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from narrator.core.message import Refusal, irregular
from narrator.core.play.spots import free_corners, is_reached
from narrator.core.table.coordinates import Intersection, Path
from narrator.core.table.layouts import StartingPlace, starting_places
from narrator.core.table.phase import PlacingRoad, PlacingSettlement, Rolling, SettingUp
from narrator.core.table.state import GameState, active_seats, first_active_seat, next_seat

PLACEMENT = (SettingUp, PlacingSettlement, PlacingRoad)


def is_placement(state: GameState) -> bool:
    """Return whether pieces are still free. The checklist never blocks, so it counts too."""
    return type(state.phase) in PLACEMENT


def snake_order(state: GameState) -> list[int]:
    """Return the seats clockwise from the first player, then back again."""
    order = []
    seat = first_active_seat(state)
    for _ in active_seats(state):
        order.append(seat)
        seat = next_seat(state, seat)
    return order + order[::-1]


def placing_seat(state: GameState) -> int:
    return first_active_seat(state) if isinstance(state.phase, SettingUp) else state.turn


def advance_placement(state: GameState) -> GameState:
    """Go to the first unfinished placement in snake order, or begin the first turn."""
    order = snake_order(state)
    for place, number in enumerate(order):
        due = 1 if place < len(order) // 2 else 2
        seat = state.seats[number]
        if seat.settlements + seat.cities < due:
            return replace(state, phase=PlacingSettlement(due), turn=number)
        if seat.roads < due:
            return replace(state, phase=PlacingRoad(due, settlement_without_road(state, number)), turn=number)
    return replace(state, phase=Rolling(), turn=order[0], round=1)


def settlement_without_road(state: GameState, number: int) -> Intersection | None:
    """Return the settlement of a seat without a road: the one just placed."""
    island = state.game.board.island
    for at, building in state.buildings.items():
        if building.seat == number and not is_reached(state, island, number, at):
            return at
    return None


def first_settlement_spots(state: GameState, number: int) -> list[Intersection]:
    spots = free_corners(state)
    if placement_mode(state, number) != "drawn":
        return spots
    marked = booklet_settlements(state, number)
    return [at for at in spots if at in marked] if marked else spots


def settlement_refusals(state: GameState, number: int, at: Intersection) -> Iterator[Refusal]:
    marked = booklet_settlements(state, number)
    if marked and at not in marked and placement_mode(state, number) == "drawn":
        yield irregular("placement.not_as_drawn", at=at)


def road_refusals(state: GameState, number: int, at: Path) -> Iterator[Refusal]:
    """An initial road touches the settlement just placed, and follows the booklet."""
    just_placed = state.phase.settlement if isinstance(state.phase, PlacingRoad) else None
    if just_placed and just_placed not in state.game.board.island.ends_of[at]:
        yield irregular("placement.road_elsewhere", at=at)
    marked = booklet_roads(state, number)
    if marked and at not in marked and placement_mode(state, number) == "drawn":
        yield irregular("placement.not_as_drawn", at=at)


def placement_mode(state: GameState, number: int) -> Literal["free", "open", "drawn"]:
    """Return "drawn" if a booklet decides, "open" while the table may choose; one waived piece frees all others."""
    if not _booklet_places(state, number):
        return "free"
    marked = [seat for seat in active_seats(state) if _booklet_places(state, seat)]
    if not all(_follows_booklet(state, seat) for seat in marked):
        return "free"
    return "drawn" if any(seat in marked for seat in state.roads.values()) else "open"


def booklet_settlements(state: GameState, number: int) -> tuple[Intersection, ...]:
    if placement_mode(state, number) == "free":
        return ()
    round_ = min(state.seats[number].settlements, 1) + 1
    return tuple(start.settlement for start in _booklet_places(state, number) if round_ in start.rounds)


def booklet_roads(state: GameState, number: int) -> tuple[Path, ...]:
    just_placed = settlement_without_road(state, number)
    if placement_mode(state, number) == "free":
        return ()
    return tuple(start.road for start in _booklet_places(state, number) if start.settlement == just_placed)


def _booklet_places(state: GameState, number: int) -> tuple[StartingPlace, ...]:
    return starting_places(state.game.layout or "", state.seats[number].colour)


def _follows_booklet(state: GameState, number: int) -> bool:
    """Return whether all pieces follow the booklet, which assigns each settlement to a round."""
    drawn = _booklet_places(state, number)
    settlements = [at for at, building in state.buildings.items() if building.seat == number]
    in_rounds = [[start.settlement for start in drawn if round_ in start.rounds] for round_ in (1, 2)]
    roads_drawn = {start.road for start in drawn}
    is_settled = all(at in marked for at, marked in zip(settlements, in_rounds, strict=False))
    return is_settled and all(at in roads_drawn for at, seat in state.roads.items() if seat == number)
