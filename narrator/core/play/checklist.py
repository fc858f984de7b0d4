"""Steps that are ticked off: laying the table, the end of trading, and all else where a table only wants to be told."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.script_tracking import TOLD_STEPS, only_tells, tick_told_step
from narrator.core.play.sub_flows import step_for
from narrator.core.table.events import StepDone
from narrator.core.table.mode import mode_of
from narrator.core.table.phase import BuildingOnly, SettingUp, Trading
from narrator.core.table.state import GameState

CHECKLIST = (
    "frame",
    "hexes",
    "numbers",
    "harbours",
    "robber",
    "resources",
    "development",
    "awards",
    "pieces",
    "costs",
)
"""The lines to tick before the first settlement, in the order of laying the table."""


def checklist_of(state: GameState) -> tuple[str, ...]:
    """The lines of this table. In Catan for Two also its tokens; the neutral colours' first settlements are entered
    as pieces, and ticked only where nothing but steps is told."""
    if not mode_of(state).tokens:
        return CHECKLIST
    return (*CHECKLIST, "tokens", "neutral") if only_tells(state) else (*CHECKLIST, "tokens")


def is_tick(state: GameState, step: str) -> bool:
    """A line of the checklist; after a seven, "robber" is a step of the turn where steps are told."""
    return step in checklist_of(state) and not (only_tells(state) and step == state.phase.step)


def refuse_step_done(state: GameState, event: StepDone) -> Iterator[Refusal]:
    if is_tick(state, event.step):
        return
    if event.step != "trade" and not (only_tells(state) and event.step in TOLD_STEPS):
        yield impossible("step.unknown", step=event.step)
    elif event.late or (event.step == "settlement" and isinstance(state.phase, SettingUp)):
        return
    elif event.step != step_for(state, StepDone):
        yield irregular("step.not_now", event=event.type, now=state.phase.step)


def apply_step_done(state: GameState, event: StepDone) -> GameState:
    if event.step == "trade":
        return replace(state, phase=BuildingOnly()) if isinstance(state.phase, Trading) else state
    if not is_tick(state, event.step):
        return tick_told_step(state, event)
    return replace(state, done=(*(step for step in state.done if step != event.step), event.step))
