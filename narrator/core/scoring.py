"""Titles and the win: who holds Longest Road and Largest Army, and when a game is over."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from .owners import owner, owners, with_owner
from .phase import Over, PartnerActing, SpecialBuilding, between_turns
from .roads import longest_trail
from .rules import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN
from .state import GameState, acting_seat, active_seats, passes_start, points


def title_holder(holder: int | None, counts: Sequence[int], least: int) -> int | None:
    """Who holds a title: its holder while nobody has more, else the only leader; with several leaders, nobody.

    >>> title_holder(0, [6, 6, 0], least=5), title_holder(0, [4, 6, 5], least=5), title_holder(0, [4, 6, 6], least=5)
    (0, 1, None)
    """
    best = max(counts)
    if best < least:
        return None
    if holder is not None and counts[holder] == best:
        return holder
    leaders = [seat for seat, count in enumerate(counts) if count == best]
    return leaders[0] if len(leaders) == 1 else None


def measure_roads(state: GameState, numbers: Iterable[int]) -> GameState:
    """Measure the roads of these owners again and hand the title on if one of them changed."""
    board = state.game.board
    if board is None:
        return state
    changed = False
    for number in numbers:
        length = len(longest_trail(board.island, number, state.roads, state.buildings))
        if length != owner(state, number).road_length:
            state = with_owner(state, number, road_length=length)
            changed = True
    return settle_longest_road(state) if changed else state


def settle_longest_road(state: GameState) -> GameState:
    """Hand the title to whom it belongs; a neutral colour may hold it too."""
    numbers = owners(state)
    lengths = [owner(state, number).road_length for number in numbers]
    holder = None if state.longest_road is None else numbers.index(state.longest_road)
    found = title_holder(holder, lengths, LONGEST_ROAD_MIN)
    return replace(state, longest_road=None if found is None else numbers[found])


def settle_largest_army(state: GameState) -> GameState:
    knights = [seat.knights for seat in state.seats]
    return replace(state, largest_army=title_holder(state.largest_army, knights, LARGEST_ARMY_MIN))


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
    part = between_turns(state.phase)
    acting = [] if isinstance(part, SpecialBuilding) else [acting_seat(state)]
    if isinstance(part, PartnerActing) and state.rules.paired_tie == "player_one" and has_target(state, part.seat):
        # Where both of the pair are there, the turn's owner goes first.
        acting = [state.turn, *acting] if not state.seats[state.turn].left else acting
    return acting + active_seats(state) if state.rules.win_on_whose_turn == "any" else acting


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
