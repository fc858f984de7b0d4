"""Ruling K-02: what speaks for a place, for a table whose members may ask."""

import pytest

from narrator.core.reading.hints import Hint, best_places, hint
from narrator.core.record.choices import legal_events
from narrator.core.table.events import SettlementBuilt
from tests.kit import fifth_edition_board, given, new_game, spot

FIFTH = fifth_edition_board()


def test_K_02_a_corner_counts_the_dice_of_the_hexes_round_it() -> None:
    found = hint(FIFTH, spot("A1-A2-B2"))
    assert found == Hint(spot("A1-A2-B2"), cards=3 + 1 + 5, kinds=("ore", "wool", "brick"), harbour=None)
    assert found.is_varied
    assert found.score == 10, "three kinds count as much as the rarest number"


def test_K_02_the_desert_brings_nothing_and_is_no_kind() -> None:
    beside = [at for at in FIFTH.island.intersections if FIFTH.robber in FIFTH.island.hexes_at[at]]
    assert len(beside) == 6
    assert not any(hint(FIFTH, at).is_varied for at in beside)


def test_K_02_a_harbour_counts_too() -> None:
    at = next(at for at, kind in FIFTH.harbour_at.items() if kind == "any")
    found = hint(FIFTH, at)
    assert found.harbour == "any"
    assert found.score == found.cards + found.is_varied + 1


def test_K_02_the_best_come_first_and_only_free_places_count() -> None:
    free = given(new_game(hints="on_request")).game.board
    assert free is not None
    best = best_places(free, free.island.intersections)
    scores = sorted((hint(free, at).score for at in free.island.intersections), reverse=True)
    assert [found.score for found in best] == scores[:3]
    others = [at for at in free.island.intersections if at != best[0].at]
    assert best[0] not in best_places(free, others)


@pytest.mark.parametrize("count", [1, 3, 60])
def test_K_02_there_are_no_more_hints_than_places(count: int) -> None:
    state = new_game(hints="on_request")
    legal = [event.at for event in legal_events(state) if isinstance(event, SettlementBuilt) and event.at]
    assert len(best_places(FIFTH, legal, count)) == min(count, 54)
