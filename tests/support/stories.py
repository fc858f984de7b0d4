"""Games whose story is told."""

from typing import Any

from narrator.core.record.record import Record, fold
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup, initial_state
from tests.support.games import new_game
from tests.support.player import Policy, TrueTable
from tests.support.web import game_in
from tools.make_games import FOLDER

A_GAME = 800


def played(seed: int, players: int = 4, most: int = A_GAME, **rules: Any) -> Record:
    state = new_game(players, layout="random_tokens", seed=seed, **rules)
    return fold(state, list(TrueTable(state, seed, Policy()).events(most)))


def fold_of(setup: Setup, events: list[AnyEvent]) -> Record:
    return fold(initial_state(setup), events)


def sample(name: str) -> Record:
    return fold_of(*game_in(FOLDER / f"{name}.json"))
