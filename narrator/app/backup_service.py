"""Backups while the server runs (at the start, hourly after changes, after a game), and deletion for good.

Backups run in a native thread with their own connection, so that no table waits.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import gevent
from gevent.lock import RLock
from msgspec import Struct

from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.people import People
from narrator.core.table.player_names import normalized_name
from narrator.storage import backups
from narrator.storage.database import Database, in_thread
from narrator.storage.errors import StorageUnavailable

BACKUP_INTERVAL = 3600  # seconds
DELAY_AFTER_GAME = 20  # seconds; the last points are revealed meanwhile


class BackupService:
    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._lock = RLock()
        self._is_asked = False
        self.trouble: StorageUnavailable | None = None  # of the last backup

    def copies(self) -> list[backups.Backup]:
        return backups.list_backups(self._database.path)

    def make(self) -> Path:
        """Make today's backup. Raises `StorageUnavailable`."""
        with self._lock:
            try:
                made = in_thread(backups.make_daily_backup, self._database.path, self._now().astimezone().date())
            except StorageUnavailable as unusable:
                self.trouble = unusable
                raise
            self.trouble = None
            return made

    def make_if_changed(self) -> None:
        """Errors are shown on the server's page, not at the tables. PostgreSQL has backups of its own."""
        try:
            if self._database.is_file and not backups.is_backed_up(self._database.path):
                self.make()
        except StorageUnavailable as unusable:
            logging.getLogger(__name__).warning("No copy was made: %s %s", unusable.code, unusable.params)

    def make_soon(self) -> None:
        if not self._is_asked:
            self._is_asked = True
            gevent.spawn_later(DELAY_AFTER_GAME, self._make_asked)

    def _make_asked(self) -> None:
        self._is_asked = False
        self.make_if_changed()

    def run(self, is_ours: Callable[[], bool]) -> None:
        """Make hourly backups forever, while this is this server's job."""
        while True:
            if is_ours():
                self.make_if_changed()
            gevent.sleep(BACKUP_INTERVAL)

    # Deletion in backups; returns those that could not be changed

    def erase_game(self, game: str) -> list[Path]:
        with self._lock:
            return in_thread(backups.erase_game_in_backups, self._database.path, game)

    def erase_names(self, is_their_name: Callable[[str], bool], nameless: Callable[[int], str]) -> list[Path]:
        with self._lock:
            return in_thread(backups.erase_names_in_backups, self._database.path, is_their_name, nameless)


class Deleted(Struct, frozen=True):
    games: tuple[str, ...]  # that changed
    still_in: tuple[Path, ...] = ()  # backups that could not be changed


def delete_game(games: Games, service: BackupService, game: str) -> Deleted:
    """Delete a game here and in the backups. Raises `NoSuchGame`."""
    with games.lock(game):
        if not games.storage.maintenance.erase_game(game):
            raise NoSuchGame(game)
        games.forget(game)
    return Deleted((game,), tuple(service.erase_game(game)))


def delete_person(games: Games, people: People, service: BackupService, person: str, names: Sequence[str]) -> Deleted:
    """Delete a person's names; their games stay. `names` are the new names by seat. Raises `NoSuchPerson`."""
    plain = {spelling.plain for spelling in people.person(person).spellings}

    def is_their_name(name: str) -> bool:
        return normalized_name(name) in plain

    def name_of(seat: int) -> str:
        return names[seat % len(names)]

    changed = games.storage.maintenance.erase_names(is_their_name, name_of)
    for game in changed:
        games.forget(game)
    return Deleted(tuple(changed), tuple(service.erase_names(is_their_name, name_of)))
