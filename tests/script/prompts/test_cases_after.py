"""Which entries bring a prompt about stands in a table beside the conditions: here both are held against each other."""

import pytest

from narrator.core.reading.public_view import view_for
from narrator.core.record.record import Record
from narrator.core.table.setup import start
from narrator.script.prompts.cases import applies, cases_of, prompts
from tests.fits.games import Game, all_games


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games()])
def test_no_prompt_is_left_out_that_applies_at_any_entry_of_a_game(game: Game) -> None:
    record = Record(start(game.setup))
    for number, event in enumerate(game.events):
        record.enter(event)
        view = view_for(record.head)
        state = view.state
        there = [name for name in cases_of(state.rules, len(state.seats)) if applies(name, view)]
        assert [prompt.id for prompt in prompts(view)] == there, (number, event)
