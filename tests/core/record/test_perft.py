"""Counting all ways to place the first pieces: a wrong neighbour anywhere would change these numbers."""

import pytest

from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply
from narrator.core.table.events import RoadBuilt, SettlementBuilt
from narrator.core.table.state import GameState
from tests.support.games import new_game


def perft(state: GameState, depth: int) -> int:
    """How many sequences of so many building events there are."""
    events = [event for event in legal_events(state) if isinstance(event, SettlementBuilt | RoadBuilt)]
    return len(events) if depth == 1 else sum(perft(apply(state, event), depth - 1) for event in events)


def quick_perft(state: GameState, depth: int, known: dict[object, int]) -> int:
    """The same, counting once what must be alike: where first settlements may go does not depend on any road, a first
    road not on other roads, nor either of them on whose the pieces are."""
    bare = getattr(state.phase, "settlement", None)
    key = (depth, bare, frozenset(state.buildings))
    if key not in known:
        events = [event for event in legal_events(state) if isinstance(event, SettlementBuilt | RoadBuilt)]
        known[key] = (
            len(events) if depth == 1 else sum(quick_perft(apply(state, event), depth - 1, known) for event in events)
        )
    return known[key]


ON_NINETEEN = [(1, 54), (2, 144), (3, 7_236), (4, 19_248), (5, 897_180)]
ON_THIRTY = [(1, 80), (2, 218), (3, 16_612), (4, 45_204), (5, 3_276_320)]


@pytest.mark.parametrize(("depth", "count"), ON_NINETEEN[:4])
def test_placements_on_nineteen_hexes(depth: int, count: int) -> None:
    assert perft(new_game(4), depth) == count


@pytest.mark.parametrize(("depth", "count"), ON_THIRTY[:3])
def test_placements_on_thirty_hexes(depth: int, count: int) -> None:
    assert perft(new_game(6, layout="random_tokens"), depth) == count


@pytest.mark.parametrize(("depth", "count"), ON_NINETEEN)
def test_placements_on_nineteen_hexes_counted_quickly(depth: int, count: int) -> None:
    assert quick_perft(new_game(4), depth, {}) == count


@pytest.mark.parametrize(("depth", "count"), ON_THIRTY[3:])
def test_placements_on_thirty_hexes_counted_quickly(depth: int, count: int) -> None:
    assert quick_perft(new_game(5, layout="random_tokens"), depth, {}) == count
