"""Turns, in message keys: steps that are done, who sits down or leaves, whose turn it is, the end."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.checklist import is_tick, only_tells
from narrator.core.table.events import FirstPlayerChosen, PlayerLeft, SeatJoined, StepDone, TurnEnded, VictoryDeclared
from narrator.core.table.phase import Over, between_turns
from narrator.core.table.state import GameState, points


def tell_step_done(fact: StepDone, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.step == "trade":
        yield msg("event.trading_over", seat=before.turn)
    else:
        yield msg("event.step_done" if is_tick(before, fact.step) else "event.told")


def tell_first_player(fact: FirstPlayerChosen, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.first_player_drawn" if fact.drawn else "event.first_player_chosen", seat=fact.seat)


def tell_joined(fact: SeatJoined, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.seat_joined", seat=fact.seat, colour=fact.colour)


def tell_left(fact: PlayerLeft, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg(f"event.player_left.{before.rules.leaver}", seat=fact.seat)


def tell_turn_ended(fact: TurnEnded, before: GameState, after: GameState) -> Iterator[Msg]:
    if isinstance(after.phase, Over):
        return
    part = between_turns(after.phase)
    if part is not None:
        yield msg(f"event.{part.step}", seat=fact.seat, other=part.seat)
        return
    yield msg("event.turn_ended", other=after.turn)
    if after.round > before.round > 0:
        yield msg("event.round", n=after.round)


def tell_victory(fact: VictoryDeclared, before: GameState, after: GameState) -> Iterator[Msg]:
    return iter(())


def tell_end(before: GameState, after: GameState) -> Iterator[Msg]:
    if isinstance(after.phase, Over) and not isinstance(before.phase, Over) and after.phase.winner is not None:
        yield won(after, after.phase.winner)
    elif after.final_round is not None and before.final_round is None:
        yield msg("event.final_round", seat=after.final_round)
    elif before.phase.phase != "turn" and after.phase.phase == "turn" and after.round == 1 and before.round == 0:
        yield msg("event.first_turn", seat=after.turn)


def won(state: GameState, winner: int) -> Msg:
    """Where nothing is counted, nobody wins with nought points."""
    if only_tells(state):
        return msg("event.won_told", seat=winner)
    return msg("event.won", seat=winner, n=points(state, winner))
