"""What can be saved of a damaged game: everything up to the first bad entry."""

from msgspec import Struct

from narrator.app.files.game_files import public_log
from narrator.app.games.games import Games
from narrator.app.games.results import EntryRefused, NewGame
from narrator.app.maintenance.damage import examine
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from narrator.storage.errors import DamagedGame
from narrator.storage.files.game_file import write_game


class Rest(Struct, frozen=True):
    """The part of a game that is whole."""

    setup: Setup
    events: list[AnyEvent]


def whole_part(games: Games, game: str) -> Rest:
    """Raises `NoSuchGame`, and `DamagedGame` where there is not even a set-up."""
    try:
        examine(games.storage, game)
    except DamagedGame as damaged:
        if damaged.part == "setup":
            raise
        last = damaged.number - 1 if damaged.part == "entry" else None
        return _rest(games.setup(game), games.storage.games.entries(game, last=last))
    return _rest(games.setup(game), games.storage.games.entries(game))


def _rest(setup: Setup, events: list[AnyEvent]) -> Rest:
    """What the app has dealt is dealt again from its seed; in a file nobody may read it."""
    return Rest(setup, public_log(events) if setup.cards == "app" else events)


def rescued_file(games: Games, game: str) -> bytes:
    rest = whole_part(games, game)
    return write_game(rest.setup, rest.events)


def begin_from_rest(games: Games, game: str) -> NewGame:
    """A new game with what is whole of a damaged one."""
    rest = whole_part(games, game)
    try:
        return games.create(rest.setup, rest.events, instead_of=game)
    except EntryRefused as refused:  # it was let in once, by other rules than today's
        return games.create(rest.setup, rest.events[: refused.number - 1], instead_of=game)
