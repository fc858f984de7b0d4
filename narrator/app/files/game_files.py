"""Game files: a game that goes on here, and the copy of one that every phone keeps."""

from collections.abc import Sequence

from msgspec.structs import replace

from narrator.app.files.limits import FileBudget, check_counts
from narrator.app.games.games import Games
from narrator.app.games.record_cache import extended
from narrator.app.games.results import NewGame
from narrator.core.play.development import are_shown
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, in_utc
from narrator.core.table.setup import Setup, start
from narrator.storage.files.game_file import read_event, read_game, write_game


def begin_from_file(games: Games, text: bytes, most: int | None = None) -> NewGame:
    """A new game with what happened in another one, up to so many entries. Raises `Refused`."""
    file = read_game(text)
    events: list[AnyEvent] = [read_event(raw) for raw in file.events[:most]]
    return games.create(file.setup, events)


def folded_file(text: bytes) -> Record:
    """What happened in a file, for whoever only wants to look. Raises `Refused`."""
    file = read_game(text)
    events = [in_utc(read_event(raw)) for raw in file.events]
    check_counts(events)
    return extended(Record(start(file.setup)), events, FileBudget().check)


def public_file(setup: Setup, record: Record) -> bytes:
    """The game file as everybody may read it: no stolen card is named in it, unless the app dealt and shows all.

    It never holds the seed, not even locked: who opened it elsewhere could look at every hand. So a game that the app
    deals is written as one with cards at the table. It can be watched, and played on with the cards from the box.
    """
    shown = are_shown(record.state)
    setup = replace(setup, seal=None, cards=setup.cards if shown else "table")
    return write_game(setup, public_log(record.log, shown))


def public_log(log: Sequence[AnyEvent], shown: bool = False) -> list[AnyEvent]:
    return [event if shown else public_event(event) for event in log]
