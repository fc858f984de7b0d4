"""Tables that only want to be told what comes next (`script` tracking): steps go by, nothing is counted."""

from msgspec.structs import replace

from narrator.core.play.placement import placing_seat, snake
from narrator.core.play.seven import after_discards
from narrator.core.play.turns import after_roll
from narrator.core.table.events import StepDone
from narrator.core.table.phase import (
    Discarding,
    MovingRobber,
    PlacingRoad,
    PlacingSettlement,
    Rolling,
    SettingUp,
    Stealing,
)
from narrator.core.table.state import GameState, next_seat

TOLD_STEPS = ("settlement", "road", "discard", "robber", "steal")
"""Steps that a table without counts ticks off like lines of a checklist."""


def only_tells(state: GameState) -> bool:
    return state.game.tracking == "script"


def tick_told_step(state: GameState, event: StepDone) -> GameState:
    """The step after the one that was just done."""
    phase = state.phase
    if event.step == "settlement":
        placing = phase.round if isinstance(phase, PlacingSettlement) else 1
        seat = placing_seat(state) if isinstance(phase, SettingUp) else state.turn
        return replace(state, phase=PlacingRoad(placing), turn=seat)
    if event.step == "road" and isinstance(phase, PlacingRoad):
        return _next_placement(state, phase.round)
    if event.step == "discard" and isinstance(phase, Discarding):
        return replace(state, phase=after_discards(state, settled=None))
    if event.step == "robber" and isinstance(phase, MovingRobber):
        return replace(state, phase=Stealing((), phase.back))
    if event.step == "steal" and isinstance(phase, Stealing):
        return replace(state, phase=phase.back)
    return replace(state, phase=after_roll(state)) if phase.phase == "turn" else state


def left_while_placing(state: GameState, number: int) -> GameState:
    """Nobody counts pieces, so the placement goes on where it is; what the leaver was to place is passed over."""
    while state.turn == number and isinstance(state.phase, PlacingSettlement | PlacingRoad):
        state = _next_placement(state, state.phase.round)
    return replace(state, turn=next_seat(state, number)) if state.turn == number else state


def _next_placement(state: GameState, placing: int) -> GameState:
    order = snake(state)
    half = len(order) // 2
    done = order.index(state.turn) if placing == 1 else half + order[half:].index(state.turn)
    if done + 1 == len(order):
        return replace(state, phase=Rolling(), turn=order[0], round=1)
    return replace(state, phase=PlacingSettlement(1 if done + 1 < half else 2), turn=order[done + 1])
