"""A game that was written to a file, gone on with here."""

from narrator.core.table.events import AnyEvent
from narrator.store.game_file import read_event, read_game

from .answers import NewGame
from .games import Games


def begin_from_file(games: Games, text: bytes, most: int | None = None) -> NewGame:
    """A new game with what happened in another one, up to so many entries. Raises `Refused`."""
    file = read_game(text)
    events: list[AnyEvent] = [read_event(raw) for raw in file.events[:most]]
    return games.create(file.setup, events)
