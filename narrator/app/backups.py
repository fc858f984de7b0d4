"""Copies of the file while the server runs: at the start, every hour in which something changed, and after a game.

The work is done in a thread of the system's, by a connection of its own: nobody at a table waits for it.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import gevent
from gevent.lock import RLock
from msgspec import Struct

from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.people import People
from narrator.core.table.player_names import same_name
from narrator.storage.backups import (
    Backup,
    erase_game_in_backups,
    erase_names_in_backups,
    is_backed_up,
    list_backups,
    make_daily_backup,
)
from narrator.storage.database import Database
from narrator.storage.errors import StorageUnavailable

EVERY = 3600
"""Seconds between two looks at whether something changed."""
AFTER_A_GAME = 20
"""Seconds in which the last points are revealed."""
Given = TypeVar("Given")


def in_thread(work: Callable[..., Given], *args: Any) -> Given:
    """Done while others go on."""
    done: Given = gevent.get_hub().threadpool.apply(work, args)
    return done


class BackupService:
    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._lock = RLock()
        self._is_asked = False
        self.trouble: StorageUnavailable | None = None
        """Why the last copy could not be made."""

    def copies(self) -> list[Backup]:
        """The newest first."""
        return list_backups(self._database.path)

    def make(self) -> Path:
        """Today's copy. Raises `StorageUnavailable`."""
        with self._lock:
            try:
                made = in_thread(make_daily_backup, self._database.path, self._now().astimezone().date())
            except StorageUnavailable as unusable:
                self.trouble = unusable
                raise
            self.trouble = None
            return made

    def make_if_changed(self) -> None:
        """What goes wrong is told on the house's page, not to a table that plays. Of a server's games the server's own
        keeper has copies."""
        try:
            if self._database.is_file and not is_backed_up(self._database.path):
                self.make()
        except StorageUnavailable as unusable:
            logging.getLogger(__name__).warning("No copy was made: %s %s", unusable.code, unusable.params)

    def make_soon(self) -> None:
        """A game has ended."""
        if not self._is_asked:
            self._is_asked = True
            gevent.spawn_later(AFTER_A_GAME, self._make_asked)

    def _make_asked(self) -> None:
        self._is_asked = False
        self.make_if_changed()

    def run(self, is_ours: Callable[[], bool]) -> None:
        """For as long as the server runs, while this is its work."""
        while True:
            if is_ours():
                self.make_if_changed()
            gevent.sleep(EVERY)

    # Deleting in the copies: which of them could not be changed.

    def erase_game(self, game: str) -> list[Path]:
        with self._lock:
            return in_thread(erase_game_in_backups, self._database.path, game)

    def erase_names(self, is_theirs: Callable[[str], bool], nameless: Callable[[int], str]) -> list[Path]:
        with self._lock:
            return in_thread(erase_names_in_backups, self._database.path, is_theirs, nameless)


class Deleted(Struct, frozen=True):
    games: tuple[str, ...]
    """In which something was deleted."""
    still_in: tuple[Path, ...] = ()
    """Copies that could not be changed."""


def delete_game(games: Games, backups: BackupService, game: str) -> Deleted:
    """Raises `NoSuchGame`."""
    with games.lock(game):
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
        return same_name(name) in plain

    def name_of(seat: int) -> str:
        return nameless[seat % len(nameless)]

    changed = games.storage.maintenance.erase_names(is_theirs, name_of)
    for game in changed:
        games.forget(game)
    return Deleted(tuple(changed), tuple(backups.erase_names(is_theirs, name_of)))
