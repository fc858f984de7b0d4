"""The host's script: the steps before, now and next, helper cards and prompts; and the whole script without a game."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.turns import phase_after_roll
from narrator.core.reading.public_view import PublicView
from narrator.core.table import phase as phases
from narrator.core.table.events import AnyFact
from narrator.core.table.state import GameState, mode_of
from narrator.script.announcements.announce import announce
from narrator.script.helper_cards import helper_cards
from narrator.script.model import HelperCard, Prompt, Script, Step
from narrator.script.prompts.cases import current_prompts, possible_cases, prompt_for
from narrator.script.steps import turn
from narrator.script.steps.player_count import neutral_step
from narrator.script.steps.setup import placement_steps, setup_steps

MAX_NEXT_STEPS = 3


def narrate(view: PublicView, detail: str | None = None, before: Iterable[Step] | None = None) -> Script:
    """Return the script of this moment. `before` replaces the announced past if the caller already has it."""
    state = view.state
    detail = detail or state.game.detail
    now, *following = steps(state, detail)
    return Script(
        before=tuple(past_steps(view) if before is None else before) or (welcome_step(state, detail),),
        now=now,
        next=tuple(following[:MAX_NEXT_STEPS]),
        cards=cards_for_step(view, now),
        prompts=current_prompts(view),
    )


def past_steps(view: PublicView) -> Iterator[Step]:
    for transition in view.transitions:
        lines = announce(transition)
        if lines:
            yield past_step(transition.fact, lines)


def past_step(fact: AnyFact, lines: tuple[Msg, ...]) -> Step:
    return Step(f"told.{fact.type}", lines, seat=getattr(fact, "seat", None))


def welcome_step(state: GameState, detail: str) -> Step:
    return Step("welcome", (msg(f"step.welcome.{detail}", target=state.rules.target_vp),))


def steps(state: GameState, detail: str) -> list[Step]:
    return list(_steps(state, detail))


def current_step(state: GameState, detail: str) -> Step:
    return next(_steps(state, detail))


def _steps(state: GameState, detail: str) -> Iterator[Step]:
    phase = state.phase
    asked = turn.measure_step(state, detail)
    if asked is not None and not isinstance(phase, phases.Over):
        yield asked
    if isinstance(phase, phases.SettingUp):
        yield from setup_steps(state, detail)
    elif isinstance(phase, phases.PlacingSettlement | phases.PlacingRoad):
        yield from placement_steps(state, detail)
    elif isinstance(phase, phases.Over):
        yield from turn.over_steps(state, phase, detail)
    elif isinstance(phase, phases.Discarding | phases.MovingRobber | phases.Stealing):
        yield from turn.robber_steps(state, phase, detail)
        yield from _after_robber(state, phase, detail)
    else:
        yield from turn.turn_steps(state, phase, detail)


def _after_robber(
    state: GameState, phase: phases.Discarding | phases.MovingRobber | phases.Stealing, detail: str
) -> Iterator[Step]:
    if isinstance(phase, phases.Discarding):
        yield from turn.turn_steps(state, phase_after_roll(state), detail)
    else:
        yield from _steps(replace(state, phase=phase.return_to), detail)


def cards_for_step(view: PublicView, now: Step) -> tuple[HelperCard, ...]:
    card = helper_cards(view.state).get(now.card) if now.card is not None else None
    return () if card is None else (card,)


PIECES: tuple[Literal["settlement", "road"], ...] = ("settlement", "road")


class Section(Struct, frozen=True):
    """A part of the script, with the heading `heading.<id>`."""

    id: str
    steps: tuple[Step, ...]


class WholeScript(Struct, frozen=True):
    sections: tuple[Section, ...]
    prompts: tuple[Prompt, ...]
    cards: tuple[HelperCard, ...]


def whole_script(state: GameState, detail: str) -> WholeScript:
    """Return everything that a host may have to say at this table. Where a name is needed, it is the first player's."""
    return WholeScript(
        sections=tuple(Section(name, tuple(steps)) for name, steps in _sections(state, detail)),
        prompts=tuple(prompt_for(name, state) for name in possible_cases(state.rules, len(state.seats))),
        cards=tuple(helper_cards(state).values()),
    )


def _sections(state: GameState, detail: str) -> Iterator[tuple[str, Iterator[Step]]]:
    before = replace(state, phase=phases.SettingUp())
    *checklist, _first_settlement = setup_steps(before, detail)
    yield "setup", iter(checklist)
    yield "placement", placement_steps(before, detail)
    yield "turn", turn.turn_steps(state, phases.Rolling(), detail)
    if state.rules.robber == "on":
        yield "robber", _robber_section(state, detail)
    if state.rules.development_cards == "on":
        yield "free_roads", iter([turn.free_roads_step(state, phases.PlacingFreeRoads(2, phases.Acting()), detail)])
    if mode_of(state).neutrals:
        placing = [phases.PlacingNeutral(piece, phases.Acting()) for piece in PIECES]
        yield "neutral", (neutral_step(state, phase, detail) for phase in placing)
    yield "over", turn.over_steps(_after_win(state), phases.Over(state.first_seat), detail)


def _robber_section(state: GameState, detail: str) -> Iterator[Step]:
    if state.rules.discards == "on":
        yield turn.discard_step(state, phases.Discarding({}), detail)
    yield turn.move_robber_step(state, detail)
    yield turn.steal_step(state, phases.MovingRobber(phases.Acting()), detail)
    yield turn.resume_turn_step(state, detail)


def _after_win(state: GameState) -> GameState:
    winner = replace(state.seats[state.first_seat], revealed_points=state.rules.target_vp)
    return replace(state, seats=(*state.seats[: state.first_seat], winner, *state.seats[state.first_seat + 1 :]))
