"""docs/rulings.md §9, Largest Army, row by row."""

from typing import Any

import pytest

from narrator.core.message import Refused
from narrator.core.table.events import CardsDiscarded, DiceRolled, KnightPlayed, RobberMoved, TurnEnded
from narrator.core.table.state import GameState, points
from tests.support.games import ANA, BORIS, given, hexagon, new_game, play


def armies(*knights: int, turn: int = ANA, held: int = 1, **changes: Any) -> GameState:
    """How many knights each seat has played; whose turn it is holds `held` cards from earlier turns."""
    seats = {seat: {"knights": count} for seat, count in enumerate(knights)}
    seats[turn] = {"knights": knights[turn], "development_cards": held}
    return given(new_game(), turn=turn, seats=seats, **changes)


def scores(state: GameState) -> list[int]:
    return [points(state, seat) for seat in range(len(state.seats))]


@pytest.mark.parametrize("step", ["roll", "actions"])
def test_A_01_the_first_with_three_knights_takes_the_title_and_two_points_at_once(step):
    state = armies(2, 0, step=step)
    assert (state.largest_army, scores(state)) == (None, [0, 0, 0, 0])

    state = play(state, KnightPlayed(seat=ANA))

    assert (state.largest_army, state.seats[ANA].knights, scores(state)) == (ANA, 3, [2, 0, 0, 0])
    assert state.phase.step == "robber"


def test_A_01_the_second_knight_takes_nothing():
    state = play(armies(1, 0), KnightPlayed(seat=ANA))

    assert (state.largest_army, state.seats[ANA].knights, scores(state)) == (None, 2, [0, 0, 0, 0])


def test_A_01_the_least_number_is_no_option():
    with pytest.raises(Refused) as refused:
        new_game(largest_army_min=2)
    assert [(reason.code, reason.kind) for reason in refused.value.reasons] == [("rules.unknown_key", "impossible")]


def test_A_02_strictly_more_knights_take_the_title_and_its_points():
    state = armies(3, 3, turn=BORIS, largest_army=ANA)
    assert scores(state) == [2, 0, 0, 0]

    state = play(state, KnightPlayed(seat=BORIS))

    assert (state.largest_army, state.seats[BORIS].knights, scores(state)) == (BORIS, 4, [0, 2, 0, 0])


def test_A_03_the_holder_keeps_the_title_when_somebody_draws_level():
    state = play(armies(3, 2, turn=BORIS), KnightPlayed(seat=BORIS))

    assert (state.largest_army, state.seats[BORIS].knights, scores(state)) == (ANA, 3, [2, 0, 0, 0])


def test_A_04_knights_in_the_hand_count_nothing():
    state = armies(0, 2, turn=BORIS, held=3)
    assert (state.largest_army, state.seats[BORIS].knights, scores(state)) == (None, 2, [0, 0, 0, 0])

    state = play(state, KnightPlayed(seat=BORIS))

    boris = state.seats[BORIS]
    assert (state.largest_army, boris.knights, boris.development_cards) == (BORIS, 3, 2)


def test_A_05_played_knights_and_the_title_stay_where_they_are():
    state = play(armies(2, 0, hands={ANA: 8}, deck=20), KnightPlayed(seat=ANA))

    state = play(
        state,
        RobberMoved(seat=ANA, to=hexagon("A1")),
        TurnEnded(seat=ANA),
        DiceRolled(seat=BORIS, total=7),
        CardsDiscarded(seat=ANA, count=4),
        RobberMoved(seat=BORIS, to=hexagon("A2")),
        TurnEnded(seat=BORIS),
    )

    assert (state.largest_army, state.seats[ANA].knights, state.deck, scores(state)) == (ANA, 3, 20, [2, 0, 0, 0])
