"""The next roll: who rolls, and which turns have to end before it."""

from msgspec import Struct

from narrator.core.memo import memo
from narrator.core.play.turns import phase_for
from narrator.core.record.judging import apply, refusals
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.core.table.phase import Rolling
from narrator.core.table.state import GameState, acting_seat


class NextRoll(Struct, frozen=True):
    seat: int
    turn_ends: tuple[TurnEnded, ...]  # to be entered before the roll, if the host skips the button for them


@memo
def next_roll(state: GameState) -> NextRoll | None:
    """Return the next roll, or None if something else has to happen first. Free roads may be skipped if the rules
    allow that."""
    turn_ends: list[TurnEnded] = []
    while not isinstance(phase_for(state, DiceRolled), Rolling):
        end = TurnEnded(seat=acting_seat(state))
        if len(turn_ends) > len(state.seats) or refusals(state, end):
            return None
        turn_ends.append(end)
        state = apply(state, end)
    return NextRoll(state.turn, tuple(turn_ends))
