"""What all pages of one server share: its games, the desks and seats at them, its door, its clock and its chance."""

from collections.abc import Callable, Mapping
from datetime import datetime

from cachetools import TTLCache
from flask import Flask, current_app
from msgspec import Struct

from narrator.app.backups import BackupService
from narrator.app.bots.bots import Bots
from narrator.app.bots.clock import BotClock
from narrator.app.club import Club
from narrator.app.doctor import Health
from narrator.app.files.game_files import ReplayService
from narrator.app.games.games import Games
from narrator.app.peers import ChangeWaiter, Peers
from narrator.app.people import People
from narrator.app.programs import Programs
from narrator.app.seats.seats import Seats
from narrator.app.sessions.service import SessionService
from narrator.storage.shared_state.limits import Connections
from narrator.web.auth.config import AccessConfig
from narrator.web.security.attempts import RateLimit

KEY = "narrator"


class Services(Struct, frozen=True):
    games: Games
    sessions: SessionService
    seats: Seats
    bots: Bots
    bot_clock: BotClock
    """By which bots go on where no host's page is open."""
    replays: ReplayService
    """Game files that are only watched."""
    people: People
    backups: BackupService
    """Of the file's copies."""
    programs: Programs
    """That play in chairs."""
    changes: ChangeWaiter
    """For who waits."""
    peers: Peers
    """Servers of the same games."""
    now: Callable[[], datetime]
    pick: Callable[[int], int]
    """One of so many, for the narrator's own dice."""
    access: AccessConfig
    rate_limits: Mapping[str, RateLimit]
    """What can be done only so often."""
    connections: Connections
    """How many each address has open."""
    club: Club
    """The house as a club with many tables."""
    health: Health
    known_clients: TTLCache[str, bool]
    """Clients whose secret was looked up lately."""

    @property
    def attempts(self) -> RateLimit:
        """Wrong codes of games, counted."""
        return self.rate_limits["wrong_codes"]

    @property
    def house_attempts(self) -> RateLimit:
        """Wrong codes of the house and the club, counted."""
        return self.rate_limits["wrong_house_codes"]


def install_services(app: Flask, house: Services) -> None:
    app.extensions[KEY] = house


def services() -> Services:
    """The house of the application that answers."""
    return services_of(current_app)


def services_of(app: Flask) -> Services:
    found: Services = app.extensions[KEY]
    return found
