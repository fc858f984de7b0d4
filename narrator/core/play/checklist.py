"""Steps to tick off: setting the table, the end of trading, and all steps if nothing is counted (`script` tracking)."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.placement import placing_seat, snake_order
from narrator.core.play.roll_and_discard import phase_after_discards
from narrator.core.play.turns import phase_after_roll, step_for
from narrator.core.table import phase as phases
from narrator.core.table.events import StepDone
from narrator.core.table.state import GameState, mode_of, next_seat

# before the first settlement, in order
CHECKLIST = ("frame", "hexes", "numbers", "harbours", "robber", "resources", "development", "awards", "pieces", "costs")


def checklist_of(state: GameState) -> tuple[str, ...]:
    """Return this table's lines. Neutral settlements are entered as pieces, and ticked only with `script` tracking."""
    if not mode_of(state).tokens:
        return CHECKLIST
    return (*CHECKLIST, "tokens", "neutral") if is_script_only(state) else (*CHECKLIST, "tokens")


def is_checklist_line(state: GameState, step: str) -> bool:
    """Return whether a step is a checklist line; with `script` tracking "robber" is also a step of a turn."""
    return step in checklist_of(state) and not (is_script_only(state) and step == state.phase.step)


def refuse_step_done(state: GameState, event: StepDone) -> Iterator[Refusal]:
    if is_checklist_line(state, event.step):
        return
    if event.step != "trade" and not (is_script_only(state) and event.step in SCRIPT_STEPS):
        yield impossible("step.unknown", step=event.step)
    elif event.late or (event.step == "settlement" and isinstance(state.phase, phases.SettingUp)):
        return
    elif event.step != step_for(state, StepDone):
        yield irregular("step.not_now", event=event.type, now=state.phase.step)


def apply_step_done(state: GameState, event: StepDone) -> GameState:
    if event.step == "trade":
        return replace(state, phase=phases.BuildingOnly()) if isinstance(state.phase, phases.Trading) else state
    if not is_checklist_line(state, event.step):
        return tick_script_step(state, event)
    return replace(state, finished_steps=(*(step for step in state.finished_steps if step != event.step), event.step))


SCRIPT_STEPS = ("settlement", "road", "discard", "robber", "steal")  # ticked off with `script` tracking


def is_script_only(state: GameState) -> bool:
    return state.game.tracking == "script"


def tick_script_step(state: GameState, event: StepDone) -> GameState:
    phase = state.phase
    if event.step == "settlement":
        placing = phase.round if isinstance(phase, phases.PlacingSettlement) else 1
        seat = placing_seat(state) if isinstance(phase, phases.SettingUp) else state.turn
        return replace(state, phase=phases.PlacingRoad(placing), turn=seat)
    if event.step == "road" and isinstance(phase, phases.PlacingRoad):
        return _next_placement(state, phase.round)
    if event.step == "discard" and isinstance(phase, phases.Discarding):
        return replace(state, phase=phase_after_discards(state, done_seats=None))
    if event.step == "robber" and isinstance(phase, phases.MovingRobber):
        return replace(state, phase=phases.Stealing((), phase.return_to))
    if event.step == "steal" and isinstance(phase, phases.Stealing):
        return replace(state, phase=phase.return_to)
    return replace(state, phase=phase_after_roll(state)) if phase.part_of_game == "turn" else state


def skip_placements_of(state: GameState, number: int) -> GameState:
    """Continue the placement without the seat that left; with `script` tracking nobody counts pieces."""
    while state.turn == number and isinstance(state.phase, phases.PlacingSettlement | phases.PlacingRoad):
        state = _next_placement(state, state.phase.round)
    return replace(state, turn=next_seat(state, number)) if state.turn == number else state


def _next_placement(state: GameState, placing: int) -> GameState:
    order = snake_order(state)
    half = len(order) // 2
    done = order.index(state.turn) if placing == 1 else half + order[half:].index(state.turn)
    if done + 1 == len(order):
        return replace(state, phase=phases.Rolling(), turn=order[0], round=1)
    return replace(state, phase=phases.PlacingSettlement(1 if done + 1 < half else 2), turn=order[done + 1])
