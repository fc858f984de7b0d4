"""Deleting for good: a game, or a person's name from all of theirs; here and in the copies."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.maintenance.backups import BackupService
from narrator.app.people.people import People
from narrator.core.table.player_names import normalized_name


class Deleted(Struct, frozen=True):
    games: tuple[str, ...]
    """In which something was deleted."""
    still_in: tuple[Path, ...] = ()
    """Copies that could not be changed."""


def delete_game(games: Games, backups: BackupService, game: str) -> Deleted:
    """Raises `NoSuchGame`."""
    with games.alone_with(game):
        if not games.storage.maintenance.erase_game(game):
            raise NoSuchGame(game)
        games.forget(game)
    return Deleted((game,), tuple(backups.erase_game(game)))


def delete_person(
    games: Games, people: People, backups: BackupService, person: str, nameless: Sequence[str]
) -> Deleted:
    """Their games stay for the others who played; `nameless` is what their seats are called from now on, from seat 0
    on. Raises `NoSuchPerson`."""
    plain = {spelling.plain for spelling in people.person(person).spellings}

    def is_theirs(name: str) -> bool:
        return normalized_name(name) in plain

    def name_of(seat: int) -> str:
        return nameless[seat % len(nameless)]

    changed = games.storage.maintenance.erase_names(is_theirs, name_of)
    for game in changed:
        games.forget(game)
    return Deleted(tuple(changed), tuple(backups.erase_names(is_theirs, name_of)))
