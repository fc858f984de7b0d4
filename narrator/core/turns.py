"""Turns: who begins, ticking the checklist, handing over the dice, declaring the win."""

from collections.abc import Iterator

from msgspec.structs import replace

from .events import FirstPlayerChosen, StepDone, TurnEnded, VictoryDeclared
from .message import Refusal, impossible, irregular
from .phase import Building, Over, Rolling, Trading
from .placement import is_placement
from .scoring import crown_at_end_of_turn, has_target, win
from .state import GameState, first_active, next_seat, points

CHECKLIST = (
    "frame",
    "hexes",
    "numbers",
    "harbours",
    "robber",
    "resources",
    "development",
    "awards",
    "pieces",
    "costs",
)
"""The lines to tick before the first settlement, in the order of laying the table."""


def begin_turn(state: GameState, seat: int) -> GameState:
    """A turn of this seat, at its roll; past the first player a new round begins."""
    rounds = max(state.round, 1)
    if state.phase.phase == "turn" and _passes_start(state, seat):
        rounds += 1
    seats = tuple(replace(s, bought_this_turn=0) if s.bought_this_turn else s for s in state.seats)
    return replace(state, seats=seats, turn=seat, round=rounds, phase=Rolling(), cards_played=0)


def _passes_start(state: GameState, seat: int) -> bool:
    count = len(state.seats)
    start = first_active(state)
    return (seat - start) % count <= (state.turn - start) % count


def apply_turn_ended(state: GameState, event: TurnEnded) -> GameState:
    state = crown_at_end_of_turn(state)
    if isinstance(state.phase, Over):
        return state
    return begin_turn(state, next_seat(state, event.seat))


def refuse_first_player(state: GameState, event: FirstPlayerChosen) -> Iterator[Refusal]:
    rolls = event.rolls or {}
    if any(seat >= len(state.seats) for seat in rolls):
        yield impossible("seat.unknown", seat=max(rolls))
        return
    if not rolls or state.rules.first_player != "highest_roll":
        return
    best = max(rolls.values())
    leaders = sorted(seat for seat, total in rolls.items() if total == best)
    if len(leaders) > 1:
        yield irregular("first_player.tie", seats=leaders, total=best)
    elif event.seat not in leaders:
        yield irregular("first_player.not_highest", seat=event.seat, highest=leaders[0], total=best)


def apply_first_player(state: GameState, event: FirstPlayerChosen) -> GameState:
    state = replace(state, first=event.seat)
    return replace(state, turn=event.seat) if is_placement(state) else state


def refuse_step_done(state: GameState, event: StepDone) -> Iterator[Refusal]:
    if event.step == "trade":
        if not isinstance(state.phase, Trading):
            yield irregular("step.not_now", step=event.step, now=state.phase.step)
    elif event.step not in CHECKLIST:
        yield impossible("step.unknown", step=event.step)


def apply_step_done(state: GameState, event: StepDone) -> GameState:
    if event.step == "trade":
        return replace(state, phase=Building()) if isinstance(state.phase, Trading) else state
    return replace(state, done=(*(step for step in state.done if step != event.step), event.step))


def refuse_victory(state: GameState, event: VictoryDeclared) -> Iterator[Refusal]:
    if not has_target(state, event.seat):
        have = points(state, event.seat)
        yield irregular("victory.too_few_points", seat=event.seat, have=have, need=state.rules.target_vp)


def apply_victory(state: GameState, event: VictoryDeclared) -> GameState:
    return win(state, event.seat)
