"""Three hundred entries of the sample evening with the time of each, as a table in earnest writes them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from msgspec.structs import replace

from narrator.storage.files.game_file import read_event, read_game, write_game

ENTRIES = 300


def _long_game() -> bytes:
    chance, time = Random(7), datetime(2026, 5, 1, 18, tzinfo=UTC)
    file = read_game(Path("narrator/samples/evening.json").read_bytes())
    events = []
    for raw in file.events[:ENTRIES]:
        time += timedelta(seconds=chance.expovariate(1 / 18))
        events.append(replace(read_event(raw), time=time))
    return write_game(file.setup, events)


LONG_GAME = _long_game()
