"""Steps that depend on the number of players: neutral pieces for two, parts between turns for five and six."""

from collections.abc import Iterator

from narrator.core.message import msg
from narrator.core.play.checklist import is_script_only
from narrator.core.play.development import playable_cards
from narrator.core.play.neutral_building import missing_colours
from narrator.core.record.event_specs import event_types_of
from narrator.core.table.phase import Interlude, PartnerActing, PlacingNeutral
from narrator.core.table.state import GameState, acting_seat, mode_of, owner
from narrator.script.model import Step


def neutral_start_steps(state: GameState, detail: str) -> Iterator[Step]:
    if is_script_only(state):
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
    """Return the step of placing a neutral piece; without a board either piece may fit."""
    either = phase.piece == "settlement" and phase.is_optional
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
    return event_types_of("token") if mode_of(state).tokens else ()


def can_play(state: GameState, seat: int) -> bool:
    """Return whether there may be a card to play, which includes tables that do not count them."""
    if state.rules.development_cards == "off":
        return False
    is_unsure = is_script_only(state) or f"development_cards.{seat}" in state.unsure
    return is_unsure or playable_cards(state, seat) > 0


def part_step(state: GameState, part: Interlude, detail: str) -> Step:
    partner = isinstance(part, PartnerActing)
    with_cards = can_play(state, part.seat) if partner else state.rules.development_cards == "on"
    cards = event_types_of("card") if partner else ()
    name = part.step if with_cards else f"{part.step}_no_cards"
    return Step(
        id=f"turn.{part.step}",
        seat=part.seat,
        lines=(msg(f"step.{name}.{detail}", seat=part.seat),),
        why=msg(f"step.{part.step}.why"),
        events=(*(("bank_traded",) if partner else ()), *event_types_of("build"), *cards, "turn_ended"),
        card="five_six",
    )
