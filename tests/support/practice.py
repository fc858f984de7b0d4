"""A table ready for the practice turn."""

from functools import cache
from typing import Any

from narrator.core.record.record import Record
from narrator.core.table.setup import initial_state
from tests.support.player import TrueTable
from tools.make_games import setup


@cache
def placed(players: int = 4, seed: int = 0, **rules: Any) -> Record:
    """Everybody has placed and nobody has rolled."""
    record = Record(initial_state(setup(players, "spiral" if players < 5 else "random_tokens", seed, **rules)))
    table = TrueTable(record.state, seed)
    while record.state.phase.part_of_game != "turn":
        for event in table.events(1):
            record.add(event)
    return record
