"""Judging: every reason against an event, before anything changes."""

from typing import get_args

from narrator.core.message import Refusal, impossible
from narrator.core.play.counts_tracking import field_refusals
from narrator.core.play.script_tracking import only_tells
from narrator.core.record.facts import traits_of
from narrator.core.record.when_regular import timing_refusals
from narrator.core.table.events import AnyEvent, AnyFact, Corrected, SeatJoined
from narrator.core.table.state import GameState

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
