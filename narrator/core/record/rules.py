"""Judging: every reason against an event, before anything changes."""

from typing import get_args

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.checklist import only_tells
from narrator.core.play.counts_tracking import field_refusals
from narrator.core.play.dice import reopen_seven
from narrator.core.play.placement import placing_seat
from narrator.core.play.robber import chooses_desert
from narrator.core.play.turns import OPEN_ENDED, broken_off, crown, step_for
from narrator.core.record.facts import FACTS, traits_of
from narrator.core.table.events import (
    AnyEvent,
    AnyFact,
    CardsGained,
    Corrected,
    Event,
    PlayersTraded,
    RobberMoved,
    SeatJoined,
    StepDone,
    VictoryDeclared,
)
from narrator.core.table.phase import Over, SettingUp, between_turns
from narrator.core.table.state import GameState, acting_seat

NAMING_SEATS: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in ("seat", "victim", "partner") if field in kind.__struct_fields__)
    for kind in get_args(AnyFact)
    if kind is not SeatJoined  # who may sit down where is a question of its own
}
NAMING_SEATS[SeatJoined] = ()


def refusals(state: GameState, event: AnyFact) -> tuple[Refusal, ...]:
    """Every reason against this event now; empty where it is regular. `late` events are not judged by time and turn."""
    misplaced = _stranger_refusals(state, event) + _untold_refusals(state, event) + field_refusals(state, event)
    if misplaced:
        return tuple(misplaced)
    found = [] if event.late else timing_refusals(state, event)
    refuse = traits_of(event).refuse
    if refuse is not None:
        found.extend(refuse(state, event))
    return tuple(found)


def _stranger_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """Seats that nobody sits on."""
    found = []
    for field in NAMING_SEATS[type(event)]:
        seat = getattr(event, field)
        if seat is not None and seat >= len(state.seats):
            found.append(impossible("seat.unknown", seat=seat))
    return found


def _untold_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """A table that only wants to be told counts nothing."""
    if not only_tells(state):
        return []
    a_count = isinstance(event, Corrected) and event.what not in ("turn", "step")
    if traits_of(event).told and not a_count:
        return []
    return [impossible("tracking.script", event=event.type)]


def standing(state: GameState, event: AnyFact) -> tuple[Refusal, ...]:
    """The reasons that keep an event out of this state."""
    return keeping_out(event, refusals(state, event))


def keeping_out(event: AnyEvent, reasons: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Of all reasons, those that keep an event out: where the host let it stand, only the impossible ones."""
    return tuple(reason for reason in reasons if reason.kind == "impossible") if event.waived else reasons


def timing_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """Whether this may happen now, by this seat."""
    traits, now = traits_of(event), state.phase.step
    if now == Over.step:
        return [] if traits.after_the_end else [irregular("game.over")]
    if traits.when is None or (type(event) is RobberMoved and chooses_desert(state)):
        return []
    found = []
    is_time = step_for(state, type(event)) in traits.when
    if not is_time and not only_tells(state) and not is_late_income(state, event):
        found.append(irregular("step.not_now", event=event.type, now=now))
    if not traits.anybodys:
        found += _turn_refusals(state, event)
    return found


def _turn_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """Whether it is this seat that acts."""
    seat = getattr(event, "seat", None)
    whose = placing_seat(state) if state.phase.step == SettingUp.step else acting_seat(state)
    if seat is None or seat == whose or (only_tells(state) and state.phase.phase != "turn"):
        return []
    if isinstance(event, PlayersTraded) and event.partner == state.turn:
        return []
    if isinstance(event, VictoryDeclared) and state.rules.win_on_whose_turn == "any":
        return []
    between = between_turns(state.phase) is not None
    return [irregular("part.not_yours" if between else "turn.not_yours", seat=seat, turn=whose)]


def is_time_for(state: GameState, kind: type[Event]) -> bool:
    """Whether the step that an event of this kind meets is one of its own."""
    steps = FACTS[kind].when
    return steps is None or step_for(state, kind) in steps


def is_late_income(state: GameState, event: AnyFact) -> bool:
    """Forgotten income that the table still pays: before the next player has rolled. Between the two rolls of Catan for
    Two it is not even late."""
    if not isinstance(event, CardsGained) or state.phase.step != "roll":
        return False
    return is_between_rolls(state) or (state.rules.late_income == "until_next_roll" and state.roll is not None)


def is_between_rolls(state: GameState) -> bool:
    return state.phase.step == "roll" and bool(state.rolls)


def apply(state: GameState, event: AnyFact) -> GameState:
    """The table after this event. What is entered after the end changes counts, never the winner."""
    traits = traits_of(event)
    if event.late and traits.when is not None and not traits.ends and state.phase.phase == "turn":
        after = _counted_late(state, traits.apply(state, event))
    else:
        after = traits.apply(_broken_off(state, event), event)
    if state.phase.step == Over.step and not isinstance(event, Corrected):
        return replace(after, phase=state.phase, turn=state.turn, round=state.round, seq=state.seq + 1)
    return replace(crown(after), seq=state.seq + 1)


def _counted_late(state: GameState, after: GameState) -> GameState:
    """What happened earlier counts, but the turn goes on where it is; who owes what after a seven is seen anew."""
    return reopen_seven(replace(after, phase=state.phase, turn=state.turn, round=state.round))


def _broken_off(state: GameState, event: AnyFact) -> GameState:
    """Whatever else happens in a turn ends a sub-flow that nobody has to finish."""
    if type(state.phase) in OPEN_ENDED and _acts(event):
        return replace(state, phase=broken_off(state, type(event)))
    return state


def _acts(event: AnyFact) -> bool:
    """Whether this is something that a player does in a turn, rather than talk about rules or counts."""
    return traits_of(event).when is not None or (isinstance(event, StepDone) and event.step == "trade")
