"""A roll: production, or the seven with its discards."""

from msgspec.structs import replace

from narrator.core.play.app_dice import drawn_after
from narrator.core.play.production import produce
from narrator.core.play.seven import begin_seven
from narrator.core.play.turns import after_roll, begin_turn, pass_turn
from narrator.core.table.events import DiceRolled
from narrator.core.table.mode import mode_of
from narrator.core.table.phase import Over, Rolling
from narrator.core.table.state import GameState


def is_repeated(state: GameState, total: int) -> bool:
    """A second roll like the first: it does not count and is made again."""
    return state.rolls == (total,) and mode_of(state).second_roll


def is_spared_seven(state: GameState, total: int) -> bool:
    """A seven in the first rounds of a table that plays without them."""
    return total == 7 and max(state.round, 1) <= state.rules.no_seven_rounds


def apply_roll(state: GameState, event: DiceRolled) -> GameState:
    state = replace(state, drawn=drawn_after(state))
    if not event.late:
        # Whoever rolls has the turn: if the table let that stand, the turn before was never entered as ended.
        if state.phase.phase != "turn":
            state = begin_turn(state, event.seat)
        elif event.seat != state.turn:
            state = pass_turn(state, event.seat)
        state = replace(state, roll=event.sum)
    if isinstance(state.phase, Over):
        return state
    if event.late:
        return state if event.sum == 7 else produce(state, event.sum)
    return settle_roll(state, event.sum)


def settle_roll(state: GameState, total: int) -> GameState:
    spared = is_spared_seven(state, total)
    if is_repeated(state, total) or (spared and state.rules.no_seven_mode == "reroll"):
        return replace(state, phase=Rolling())
    if mode_of(state).second_roll:
        state = replace(state, rolls=(*state.rolls, total))
    if spared:
        return replace(state, phase=after_roll(state))
    if total == 7:
        return begin_seven(state)
    return replace(produce(state, total), phase=after_roll(state))
