"""Catan for Two: the neutral colours' first settlements, the piece that follows a player's own, their roads."""

from collections.abc import Iterator

from narrator.core.message import msg
from narrator.core.play.checklist import only_tells
from narrator.core.play.neutral_building import missing_colours
from narrator.core.record.facts import types_of
from narrator.core.table.phase import PlacingNeutral
from narrator.core.table.state import GameState, acting_seat, mode_of, owner
from narrator.script.model import Step


def neutral_start_steps(state: GameState, detail: str) -> Iterator[Step]:
    """A settlement for each colour that nobody plays, where pieces are entered."""
    if only_tells(state):
        return
    for colour in missing_colours(state):
        yield Step(
            id="setup.neutral",
            lines=(msg(f"step.neutral_start.{detail}", colour=colour),),
            why=msg("step.neutral.why"),
            events=("neutral_settlement_built",),
            card="two_players",
        )


def neutral_step(state: GameState, phase: PlacingNeutral, detail: str) -> Step:
    """The same piece for a neutral colour; without a board nobody can tell which fits."""
    either = phase.piece == "settlement" and phase.maybe
    name = "neutral_either" if either else f"neutral_{phase.piece}"
    events = ("neutral_settlement_built", "neutral_road_built") if either else (f"neutral_{phase.piece}_built",)
    return Step(
        id="turn.neutral",
        seat=acting_seat(state),
        lines=(msg(f"step.{name}.{detail}", seat=acting_seat(state)),),
        why=msg("step.neutral_piece.why"),
        events=events,
        card="two_players",
    )


def measure_neutral_step(state: GameState, number: int, detail: str) -> Step:
    return Step(
        id="turn.measure",
        lines=(msg(f"step.measure_neutral.{detail}", colour=owner(state, number).colour),),
        why=msg("step.measure.why"),
        events=("neutral_road_reported",),
        card="longest_road",
    )


def token_events(state: GameState) -> tuple[str, ...]:
    return types_of("token") if mode_of(state).tokens else ()
