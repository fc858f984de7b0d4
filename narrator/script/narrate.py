"""From what the table may see to what a host says: the steps before, now and next, cards and prompts."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.turns import after_roll
from narrator.core.reading.public_view import View
from narrator.core.table.events import AnyFact
from narrator.core.table.phase import (
    Discarding,
    MovingRobber,
    Over,
    PlacingRoad,
    PlacingSettlement,
    SettingUp,
    Stealing,
)
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import announce
from narrator.script.helper_cards import helper_cards
from narrator.script.model import HelperCard, Script, Step
from narrator.script.prompts.cases import prompts
from narrator.script.steps.robber import robber_steps
from narrator.script.steps.setup import placement_steps, setup_steps
from narrator.script.steps.turn import measure_step, over_steps, turn_steps

AHEAD = 3
"""How many steps to come are shown."""


def narrate(view: View, detail: str | None = None, before: Iterable[Step] | None = None) -> Script:
    """The script of this moment. `detail` is the table's unless a reader asks for another; who has told the past
    already hands it in as `before`."""
    state = view.state
    detail = detail or state.game.detail
    now, *following = steps(state, detail)
    return Script(
        before=tuple(told(view) if before is None else before) or (welcome(state, detail),),
        now=now,
        next=tuple(following[:AHEAD]),
        cards=fitting_cards(view, now),
        prompts=prompts(view),
    )


def told(view: View) -> Iterator[Step]:
    """What happened, as steps that have gone by; of some facts there is nothing to tell."""
    for moment in view.past:
        lines = announce(moment)
        if lines:
            yield told_step(moment.fact, lines)


def told_step(fact: AnyFact, lines: tuple[Msg, ...]) -> Step:
    return Step(f"told.{fact.type}", lines, seat=getattr(fact, "seat", None))


def welcome(state: GameState, detail: str) -> Step:
    return Step("welcome", (msg(f"step.welcome.{detail}", target=state.rules.target_vp),))


def steps(state: GameState, detail: str) -> list[Step]:
    """The step now and all that can be seen coming."""
    return list(_steps(state, detail))


def due(state: GameState, detail: str) -> Step:
    """The step now."""
    return next(_steps(state, detail))


def _steps(state: GameState, detail: str) -> Iterator[Step]:
    phase = state.phase
    asked = measure_step(state, detail)
    if asked is not None and not isinstance(phase, Over):
        yield asked
    if isinstance(phase, SettingUp):
        yield from setup_steps(state, detail)
    elif isinstance(phase, PlacingSettlement | PlacingRoad):
        yield from placement_steps(state, detail)
    elif isinstance(phase, Over):
        yield from over_steps(state, phase, detail)
    elif isinstance(phase, Discarding | MovingRobber | Stealing):
        yield from robber_steps(state, phase, detail)
        yield from _after_robber(state, phase, detail)
    else:
        yield from turn_steps(state, phase, detail)


def _after_robber(state: GameState, phase: Discarding | MovingRobber | Stealing, detail: str) -> Iterator[Step]:
    if isinstance(phase, Discarding):
        yield from turn_steps(state, after_roll(state), detail)
    else:
        yield from steps(_in_phase(state, phase), detail)


def _in_phase(state: GameState, phase: MovingRobber | Stealing) -> GameState:
    return replace(state, phase=phase.back)


def fitting_cards(view: View, now: Step) -> tuple[HelperCard, ...]:
    """The card of this step."""
    card = helper_cards(view.state).get(now.card) if now.card is not None else None
    return () if card is None else (card,)
