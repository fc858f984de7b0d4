"""Finished evenings of known people, for the tests of records across games."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from narrator.app.access.credentials import random_token
from narrator.app.backup_service import BackupService
from narrator.app.games.games import Games
from narrator.app.games.results import NewGame
from narrator.app.people import People, PersonNames
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from narrator.text.default_names import all_default_names
from tests.support.app import NOON, games_in
from tests.support.web import SAMPLE, game_in

WINNER, SECOND, FOURTH, THIRD = range(4)
"""The seats of the sample evening, as they came out."""


def an_evening(*names: str, day: int = 0) -> tuple[Setup, list[AnyEvent]]:
    """The sample evening with other people; ten seconds an entry."""
    setup, events = game_in(SAMPLE)
    players = [replace(player, name=name) for player, name in zip(setup.players, names, strict=True)]
    begun = NOON + timedelta(days=day)
    timed = [replace(event, time=begun + timedelta(seconds=10 * n)) for n, event in enumerate(events)]
    return replace(setup, players=players), timed


class Club:
    """A server whose people are kept."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = lambda: NOON) -> None:
        self.folder = folder
        self.games: Games = games_in(folder)
        self.log = self.games.storage
        self.names = PersonNames(self.log, random_token, all_default_names)
        self.people = People(self.games, now, self.names)
        self.backups = BackupService(self.log.database, now)
        self.path = Path(self.log.database.path)

    def play(self, *names: str, day: int = 0) -> NewGame:
        return self.games.create(*an_evening(*names, day=day))

    def id(self, name: str) -> str:
        return next(one.id for one in self.people.everybody().people if one.name == name)

    def told(self) -> dict[str, tuple[int, int]]:
        """Everybody's games and wins."""
        return {one.name: (one.games, one.wins) for one in self.people.everybody().people}
