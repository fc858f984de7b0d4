"""Turns: who begins, handing over the dice, declaring the win."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.between_turns import first_part, part_after
from narrator.core.play.held import aged
from narrator.core.play.placement import advance, is_placement
from narrator.core.play.trade import trades_left_out
from narrator.core.play.unseen_cards import settle_unseen
from narrator.core.play.winning import crown_at_end_of_part, end_last_round, has_target, win
from narrator.core.table.events import FirstPlayerChosen, TurnEnded, VictoryDeclared
from narrator.core.table.mode import mode_of
from narrator.core.table.phase import Acting, Over, Part, Phase, Rolling, SettingUp, Trading, between_turns
from narrator.core.table.state import GameState, acting_seat, first_active, next_seat, passes_start, points


def begin_turn(state: GameState, seat: int) -> GameState:
    """A turn of this seat, at its roll; past the first player a new round begins."""
    rounds = max(state.round, 1)
    if state.phase.phase == "turn" and passes_start(state, seat):
        rounds += 1
    state = _with_fresh_cards(state)
    return replace(state, turn=seat, round=rounds, phase=Rolling(), rolls=(), knight_given_up=False)


def begin_part(state: GameState, part: Part) -> GameState:
    """Somebody acts between two turns: they may play a card of their own."""
    return replace(_with_fresh_cards(state), phase=part)


def _with_fresh_cards(state: GameState) -> GameState:
    """No card was played yet, and what was bought before may be."""
    seats = [replace(seat, bought_this_turn=0) if seat.bought_this_turn else seat for seat in state.seats]
    state = replace(state, seats=tuple(seats), cards_played=0)
    return aged(state) if state.held else state


def pass_turn(state: GameState, to: int) -> GameState:
    """The turn that ends may have won the game; else the next one begins."""
    state = end_last_round(crown_at_end_of_part(settle_unseen(trades_left_out(state))), to)
    return state if isinstance(state.phase, Over) else begin_turn(state, to)


def end_part(state: GameState) -> GameState:
    """Whoever acts is done: with five or six others may follow, then the next turn begins."""
    part = between_turns(state.phase)
    following = first_part(state) if part is None else part_after(state, part)
    if following is None:
        return pass_turn(state, next_seat(state, state.turn))
    state = crown_at_end_of_part(trades_left_out(state) if part is None else state)
    return state if isinstance(state.phase, Over) else begin_part(state, following)


def apply_turn_ended(state: GameState, event: TurnEnded) -> GameState:
    if event.seat == acting_seat(state):
        return end_part(state)
    return pass_turn(state, next_seat(state, event.seat))  # let stand by the table, so theirs was the last turn


def after_roll(state: GameState) -> Phase:
    """What a turn goes on with once the roll is settled: in Catan for Two, with the second one."""
    if mode_of(state).second_roll and len(state.rolls) < 2:
        return Rolling()
    return Trading() if state.rules.turn_phases == "separate" else Acting()


FIRST_PLAYER = "first_player"
"""Ticked off like a line of the checklist once somebody was chosen."""


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
    ticked = (*(step for step in state.done if step != FIRST_PLAYER), FIRST_PLAYER)
    state = replace(state, first=event.seat, done=ticked)
    if not is_placement(state):
        return state
    if isinstance(state.phase, SettingUp) or state.game.tracking == "script":
        return replace(state, turn=first_active(state))
    return advance(state)  # chosen after the first settlement: the snake begins elsewhere


def refuse_victory(state: GameState, event: VictoryDeclared) -> Iterator[Refusal]:
    if state.game.tracking != "script" and not has_target(state, event.seat):
        have = points(state, event.seat)
        yield irregular("victory.too_few_points", seat=event.seat, have=have, need=state.rules.target_vp)


def apply_victory(state: GameState, event: VictoryDeclared) -> GameState:
    return win(state, event.seat)
