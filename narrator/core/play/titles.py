"""The two titles: who holds Longest Road and Largest Army."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from narrator.core.play.roads import length_with, longest_trail
from narrator.core.table.coordinates import Path
from narrator.core.table.owners import owner, owners, with_owner
from narrator.core.table.state import GameState

LONGEST_ROAD_MIN = 5
LARGEST_ARMY_MIN = 3


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


def road_laid(state: GameState, number: int, at: Path | None) -> GameState:
    """The same where a road was laid: it can only have made its owner's longer."""
    board = state.game.board
    if board is None or at is None:
        return state
    known = owner(state, number).road_length
    length = length_with(at, known, board.island, number, state.roads, state.buildings)
    return settle_longest_road(with_owner(state, number, road_length=length)) if length != known else state


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
