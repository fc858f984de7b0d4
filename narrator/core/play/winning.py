"""The win: who has enough points, when that ends the game, and the last round where a table plays one."""

from msgspec.structs import replace

from narrator.core.table.phase import Over, SpecialBuilding, between_turns
from narrator.core.table.state import GameState, active_seats, passes_start, points


def has_target(state: GameState, seat: int) -> bool:
    return points(state, seat) >= state.rules.target_vp


def crown(state: GameState) -> GameState:
    """End the game if the entry just applied has won it."""
    if state.phase.phase != "turn" or state.rules.auto_win != "on" or state.rules.win_timing != "immediate":
        return state
    return _first_there(state)


def crown_at_end_of_part(state: GameState) -> GameState:
    """What `win_timing: end_of_turn` asks when somebody is done."""
    at_end = state.rules.auto_win == "on" and state.rules.win_timing == "end_of_turn"
    return _first_there(state) if at_end else state


def _first_there(state: GameState) -> GameState:
    for seat in may_win(state):
        if has_target(state, seat):
            return win(state, seat)
    return state


def may_win(state: GameState) -> list[int]:
    """Who wins with enough points now, the first of them where several have."""
    acting = _acting(state)
    return acting + active_seats(state) if state.rules.win_on_whose_turn == "any" else acting


def _acting(state: GameState) -> list[int]:
    part = between_turns(state.phase)
    if part is None:
        return [state.turn]
    if isinstance(part, SpecialBuilding):
        return []
    if state.rules.paired_tie == "player_one" and has_target(state, part.seat) and not state.seats[state.turn].left:
        return [state.turn, part.seat]  # where both of the pair are there, the turn's owner goes first
    return [part.seat]


def end_last_round(state: GameState, to: int) -> GameState:
    """Where the table plays a last round, it is over before the turn comes round again."""
    if state.final_round is not None and passes_start(state, to):
        return replace(state, phase=Over(leader(state)))
    return state


def win(state: GameState, seat: int) -> GameState:
    """The game is over, or, where the table plays one, its last round begins."""
    if state.rules.final_round == "on":
        return state if state.final_round is not None else replace(state, final_round=seat)
    return replace(state, phase=Over(seat))


def leader(state: GameState) -> int:
    """Most points after the last round; a tie goes to the one who called it."""
    return max(active_seats(state), key=lambda seat: (points(state, seat), seat == state.final_round))
