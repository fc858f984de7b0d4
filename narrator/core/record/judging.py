"""Judging and applying: the reasons against an event, and the state it leads to."""

from typing import get_args

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.checklist import is_script_only
from narrator.core.play.counts_tracking import place_field_refusals
from narrator.core.play.placement import placing_seat
from narrator.core.play.robber import is_choosing_desert
from narrator.core.play.roll_and_discard import recompute_discards
from narrator.core.play.turns import OPTIONAL_FLOWS, end_if_won, phase_for, step_for
from narrator.core.record.event_specs import EVENT_SPECS, spec_of
from narrator.core.table import events
from narrator.core.table.phase import Over, SettingUp, interlude_of
from narrator.core.table.state import GameState, acting_seat

SEAT_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in ("seat", "victim", "partner") if field in kind.__struct_fields__)
    for kind in get_args(events.AnyFact)
}
SEAT_FIELDS[events.SeatJoined] = ()  # has its own check


def refusals(state: GameState, event: events.AnyFact) -> tuple[Refusal, ...]:
    """Return every reason against this event now. `late` events are not judged by time and turn."""
    misplaced = (
        _unknown_seat_refusals(state, event) + _tracking_refusals(state, event) + place_field_refusals(state, event)
    )
    if misplaced:
        return tuple(misplaced)
    found = [] if event.late else timing_refusals(state, event)
    reasons_against = spec_of(event).reasons_against
    if reasons_against is not None:
        found.extend(reasons_against(state, event))
    return tuple(found)


def _unknown_seat_refusals(state: GameState, event: events.AnyFact) -> list[Refusal]:
    found = []
    for field in SEAT_FIELDS[type(event)]:
        seat = getattr(event, field)
        if seat is not None and seat >= len(state.seats):
            found.append(impossible("seat.unknown", seat=seat))
    return found


def _tracking_refusals(state: GameState, event: events.AnyFact) -> list[Refusal]:
    if not is_script_only(state):
        return []
    a_count = isinstance(event, events.Corrected) and event.what not in ("turn", "step")
    if spec_of(event).is_allowed_in_script and not a_count:
        return []
    return [impossible("tracking.script", event=event.type)]


def blocking_reasons(event: events.AnyEvent, reasons: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Return the reasons that block an event: only the impossible ones if the host waived the rest."""
    return tuple(reason for reason in reasons if reason.kind == "impossible") if event.waived else reasons


def timing_refusals(state: GameState, event: events.AnyFact) -> list[Refusal]:
    spec, now = spec_of(event), state.phase.step
    if now == Over.step:
        return [] if spec.is_allowed_after_end else [irregular("game.over")]
    if spec.steps is None or (type(event) is events.RobberMoved and is_choosing_desert(state)):
        return []
    found = []
    is_time = step_for(state, type(event)) in spec.steps
    if not is_time and not is_script_only(state) and not is_late_income(state, event):
        found.append(irregular("step.not_now", event=event.type, now=now))
    if not spec.by_any_seat:
        found += _turn_refusals(state, event)
    return found


def _turn_refusals(state: GameState, event: events.AnyFact) -> list[Refusal]:
    seat = getattr(event, "seat", None)
    whose = placing_seat(state) if state.phase.step == SettingUp.step else acting_seat(state)
    if seat is None or seat == whose or (is_script_only(state) and state.phase.part_of_game != "turn"):
        return []
    if isinstance(event, events.PlayersTraded) and event.partner == state.turn:
        return []
    if isinstance(event, events.VictoryDeclared) and state.rules.win_on_whose_turn == "any":
        return []
    between = interlude_of(state.phase) is not None
    return [irregular("part.not_yours" if between else "turn.not_yours", seat=seat, turn=whose)]


def is_time_for(state: GameState, kind: type[events.Event]) -> bool:
    steps = EVENT_SPECS[kind].steps
    return steps is None or step_for(state, kind) in steps


def is_late_income(state: GameState, event: events.AnyFact) -> bool:
    """Return whether this is forgotten income, payable until the next roll; between two rolls it is not even late."""
    if not isinstance(event, events.CardsGained) or state.phase.step != "roll":
        return False
    return is_between_rolls(state) or (state.rules.late_income == "until_next_roll" and state.roll is not None)


def is_between_rolls(state: GameState) -> bool:
    return state.phase.step == "roll" and bool(state.rolls)


def apply(state: GameState, event: events.AnyFact) -> GameState:
    """Return the state after a judged event. After the end, events change counts but not the winner."""
    spec = spec_of(event)
    if event.late and spec.steps is not None and not spec.ends_turn and state.phase.part_of_game == "turn":
        # Count it, but keep the turn where it is; after a seven, compute again who owes what.
        late = spec.apply(state, event)
        after = recompute_discards(replace(late, phase=state.phase, turn=state.turn, round=state.round))
    else:
        after = spec.apply(_skip_optional_flow(state, event), event)
    if state.phase.step == Over.step and not isinstance(event, events.Corrected):
        return replace(after, phase=state.phase, turn=state.turn, round=state.round, last_entry=state.last_entry + 1)
    return replace(end_if_won(after), last_entry=state.last_entry + 1)


def _skip_optional_flow(state: GameState, event: events.AnyFact) -> GameState:
    """Skip an optional sub-flow if the event is something else that a player does in a turn."""
    is_step = isinstance(event, events.StepDone) and event.step == "trade"
    if type(state.phase) in OPTIONAL_FLOWS and (is_step or spec_of(event).steps is not None):
        return replace(state, phase=phase_for(state, type(event)))
    return state
