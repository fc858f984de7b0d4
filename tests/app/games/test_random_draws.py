"""Drawing who starts, and shuffling who sits where."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.app.games.games import Games
from narrator.app.games.random_draws import draw_first_player
from narrator.app.games.results import Stale
from narrator.core.table.events import FirstPlayerChosen, StepDone
from tests.support.app import LAID, games_in

LAST = 2


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    opened = games_in(tmp_path)
    yield opened
    opened.storage.close()


def last_of(count: int) -> int:
    return count - 1


def test_a_draw_enters_what_a_tap_on_the_name_would_and_says_that_it_was_drawn(games: Games) -> None:
    game = games.create(LAID).id
    record = draw_first_player(games, game, 0, last_of).record
    *ticks, chosen = record.log
    assert ticks
    assert all(isinstance(tick, StepDone) for tick in ticks)
    assert isinstance(chosen, FirstPlayerChosen)
    assert (chosen.seat, chosen.drawn) == (LAST, True)
    assert record.state.first_seat == LAST
    assert {entry.group for entry in record.log} == {1}, "one undo takes all of it back"


def test_every_player_has_the_same_chance(games: Games) -> None:
    asked = []

    def pick(count: int) -> int:
        asked.append(count)
        return 0

    draw_first_player(games, games.create(LAID).id, 0, pick)
    assert asked == [3]


def test_nobody_is_drawn_twice(games: Games) -> None:
    game = games.create(LAID).id
    entered = draw_first_player(games, game, 0, last_of)
    for seen in (0, len(entered.record.log), None):
        with pytest.raises(Stale):
            draw_first_player(games, game, seen, last_of)
    assert len(games.record_of(game).log) == len(entered.record.log)
