"""The whole host's script without a game: every step in its order, every odd case, every helper card."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table.phase import (
    Acting,
    Discarding,
    MovingRobber,
    Over,
    PlacingFreeRoads,
    PlacingNeutral,
    Rolling,
    SettingUp,
)
from narrator.core.table.state import GameState, mode_of
from narrator.script.helper_cards import helper_cards
from narrator.script.model import HelperCard, Prompt, Step
from narrator.script.prompts.cases import call, cases_of
from narrator.script.steps.for_two import neutral_step
from narrator.script.steps.robber import discard_step, move_step, steal_step
from narrator.script.steps.setup import placement_steps, setup_steps
from narrator.script.steps.turn import back_step, free_roads_step, over_steps, turn_steps

PIECES: tuple[Literal["settlement", "road"], ...] = ("settlement", "road")


class Section(Struct, frozen=True):
    """A part of the evening: its name (`heading.<id>`) and its steps."""

    id: str
    steps: tuple[Step, ...]


class WholeScript(Struct, frozen=True):
    sections: tuple[Section, ...]
    prompts: tuple[Prompt, ...]
    cards: tuple[HelperCard, ...]


def whole_script(state: GameState, detail: str) -> WholeScript:
    """Everything that a host may have to say at this table, told of its first player where a name is needed."""
    return WholeScript(
        sections=tuple(Section(name, tuple(steps)) for name, steps in _sections(state, detail)),
        prompts=tuple(call(name, state) for name in cases_of(state.rules, len(state.seats))),
        cards=tuple(helper_cards(state).values()),
    )


def _sections(state: GameState, detail: str) -> Iterator[tuple[str, Iterator[Step]]]:
    before = replace(state, phase=SettingUp())
    *laying, _first_settlement = setup_steps(before, detail)
    yield "setup", iter(laying)
    yield "placement", placement_steps(before, detail)
    yield "turn", turn_steps(state, Rolling(), detail)
    if state.rules.robber == "on":
        yield "robber", _robber(state, detail)
    if state.rules.development_cards == "on":
        yield "free_roads", iter([free_roads_step(state, PlacingFreeRoads(2, Acting()), detail)])
    if mode_of(state).neutrals:
        yield "neutral", iter([neutral_step(state, PlacingNeutral(piece, Acting()), detail) for piece in PIECES])
    yield "over", over_steps(_won(state), Over(state.first), detail)


def _robber(state: GameState, detail: str) -> Iterator[Step]:
    if state.rules.discards == "on":
        yield discard_step(state, Discarding({}), detail)
    yield move_step(state, detail)
    yield steal_step(state, MovingRobber(Acting()), detail)
    yield back_step(state, detail)


def _won(state: GameState) -> GameState:
    """The same table, where the first player has enough points to end the game."""
    winner = replace(state.seats[state.first], revealed_points=state.rules.target_vp)
    return replace(state, seats=(*state.seats[: state.first], winner, *state.seats[state.first + 1 :]))
