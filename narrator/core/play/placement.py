"""The first settlements and roads: whose go it is in the snake, and where a booklet wants them."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, irregular
from narrator.core.table.booklets import Start, starts
from narrator.core.table.island import Intersection, Path
from narrator.core.table.phase import PlacingRoad, PlacingSettlement, Rolling, SettingUp
from narrator.core.table.state import GameState, active_seats, first_active, next_seat

PLACEMENT = (SettingUp, PlacingSettlement, PlacingRoad)


def is_placement(state: GameState) -> bool:
    """Whether pieces are still free: the checklist never blocks, so it counts too."""
    return isinstance(state.phase, PLACEMENT)


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


def settlement_refusals(state: GameState, number: int, at: Intersection) -> Iterator[Refusal]:
    """What a booklet says against this corner."""
    prescribed = _prescribed(state, number)
    if prescribed and not any(at == s.settlement and round_of(state, number) in s.rounds for s in prescribed):
        yield irregular("placement.not_as_drawn", at=at)


def road_refusals(state: GameState, number: int, at: Path) -> Iterator[Refusal]:
    """A first road touches the settlement just placed, and lies as a booklet draws it."""
    board = state.game.board
    just_placed = state.phase.settlement if isinstance(state.phase, PlacingRoad) else None
    if board and just_placed and just_placed not in board.island.ends_of[at]:
        yield irregular("placement.road_elsewhere", at=at)
    prescribed = [start for start in _prescribed(state, number) if start.settlement == just_placed]
    if prescribed and at not in [start.road for start in prescribed]:
        yield irregular("placement.not_as_drawn", at=at)


def _prescribed(state: GameState, number: int) -> tuple[Start, ...]:
    return () if _places_freely(state) else _drawn(state, number)


def _drawn(state: GameState, number: int) -> tuple[Start, ...]:
    return starts(state.game.layout or "", state.seats[number].colour)


def _places_freely(state: GameState) -> bool:
    """A table that let one settlement stand elsewhere does not place by the booklet: it is asked once."""
    return any(
        drawn and at not in [start.settlement for start in drawn]
        for at, building in state.buildings.items()
        if building.seat < len(state.seats)
        for drawn in (_drawn(state, building.seat),)
    )
