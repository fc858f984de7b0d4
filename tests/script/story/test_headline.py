"""The headline is drawn from what the story tells, and every headline can be drawn."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.script.story.ending import HEADLINES, find_headline
from narrator.script.story.model import Find
from narrator.script.story.wordings import WORDINGS
from tests.support.games import ANA, BORIS, CHAI
from tests.support.stories import sample
from tests.support.story_truth import HEADS as TRUE_HEADS

PARAMS = {"seat": ANA, "other": CHAI, "leader": CHAI, "n": 20, "round": 1, "points": 3, "total": 8, "resource": "ore"}
PARAMS |= {"names": (ANA, BORIS)}


def night_won_by(seat: int) -> GameStats:
    """Without a clear second, which would have a headline of its own."""
    night = game_stats(sample("road_cut").head)
    seats = tuple(replace(one, sources=night.seats[0].sources) for one in night.seats)
    return replace(night, winner=seat, seats=seats)


@pytest.mark.parametrize("kind", list(HEADLINES))
def test_every_headline_can_be_drawn(kind: str) -> None:
    winner = BORIS if kind in ("road_cut", "fallen", "long_lead", "match", "best_last") else ANA
    head = find_headline(night_won_by(winner), [Find(kind, (1,), PARAMS, 2)], "a game")
    assert head.kind == HEADLINES[kind][0]
    assert head.params == {**PARAMS, "winner": winner}


def headline_of(kind: str, winner: int = BORIS, **params: Any) -> str:
    return find_headline(night_won_by(winner), [Find(kind, (1,), {**PARAMS, **params}, 2)], "a game").kind


@pytest.mark.parametrize("kind", ["fallen", "long_lead"])
def test_a_lead_that_was_short_is_no_headline(kind: str) -> None:
    rounds = night_won_by(BORIS).rounds[-1].number
    assert headline_of(kind, n=rounds // 3 - 1) == "head_plain"
    assert headline_of(kind, n=rounds // 3 + 1) == "head_fallen"


def test_a_seven_that_the_winner_did_not_pay_is_no_headline() -> None:
    assert headline_of("discards", names=(ANA, CHAI)) == "head_plain"
    assert headline_of("discards", names=(ANA, BORIS)) == "head_seven"


def test_of_two_a_small_gap_is_no_headline() -> None:
    assert headline_of("win_two", n=3, points=7) == "head_plain"
    assert headline_of("win_two", n=4, points=6) == "head_far"


def test_where_nothing_stands_out_it_is_a_plain_one() -> None:
    assert find_headline(night_won_by(ANA), [], "a game").kind == "head_plain"


def test_two_games_that_tell_the_same_may_be_named_otherwise() -> None:
    told = [Find(kind, (1,), PARAMS, 2) for kind in ("comeback", "end_behind", "end_leap")]
    assert len({find_headline(night_won_by(ANA), told, f"game {seed}").kind for seed in range(20)}) == 3


def test_every_headline_has_what_bears_it_out() -> None:
    drawn = {head: {kind for kind in HEADLINES if HEADLINES[kind][0] == head} for head, _ in HEADLINES.values()}
    assert {head: set(TRUE_HEADS[head]) for head in drawn} == drawn
    assert {kind for kind in WORDINGS if kind.startswith("head_")} - drawn.keys() == {
        "head_plain",
        "head_running",
        "head_stopped",
    }
