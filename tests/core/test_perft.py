"""Counting all ways to place the first pieces: a wrong neighbour anywhere would change these numbers."""

import pytest

from narrator.core.apply import apply
from narrator.core.choices import legal_events
from narrator.core.events import RoadBuilt, SettlementBuilt
from narrator.core.state import GameState
from tests.kit import new_game


def perft(state: GameState, depth: int) -> int:
    """How many sequences of so many building events there are."""
    events = [event for event in legal_events(state) if isinstance(event, SettlementBuilt | RoadBuilt)]
    return len(events) if depth == 1 else sum(perft(apply(state, event), depth - 1) for event in events)


@pytest.mark.parametrize(("depth", "count"), [(1, 54), (2, 144), (3, 7_236), (4, 19_248), (5, 897_180)])
def test_placements_on_nineteen_hexes(depth: int, count: int) -> None:
    assert perft(new_game(4), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 80), (2, 218), (3, 16_612), (4, 45_204)])
def test_placements_on_thirty_hexes(depth: int, count: int) -> None:
    assert perft(new_game(6, layout="random_tokens"), depth) == count
