"""Services that all pages of one application share."""

from collections.abc import Callable, Mapping
from datetime import datetime

from cachetools import TTLCache
from flask import Flask, current_app
from msgspec import Struct

from narrator.app.backup_service import BackupService
from narrator.app.bots.autoplay import AutoPlay
from narrator.app.bots.bots import Bots
from narrator.app.club import Club
from narrator.app.doctor import Health
from narrator.app.files.game_files import ReplayService
from narrator.app.games.games import Games
from narrator.app.peers import ChangeWaiter, Peers
from narrator.app.people import People
from narrator.app.programs import Programs
from narrator.app.seats.seats import Seats
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService
from narrator.storage.shared_state.client_usage import Connections
from narrator.web.auth.config import AccessConfig
from narrator.web.security.rate_limits import RateLimit

EXTENSION_NAME = "narrator"


class Services(Struct, frozen=True):
    games: Games
    sessions: SessionService
    proposals: ProposalService
    trades: TradeService
    seats: Seats
    bots: Bots
    auto_play: AutoPlay  # lets bots go on while no host's page is open
    replays: ReplayService
    people: People
    backups: BackupService
    programs: Programs
    changes: ChangeWaiter
    peers: Peers
    now: Callable[[], datetime]
    random_below: Callable[[int], int]  # for dice, draws and seeds
    access: AccessConfig
    rate_limits: Mapping[str, RateLimit]
    connections: Connections  # open connections per address
    club: Club
    health: Health
    known_clients: TTLCache[str, bool]  # clients whose secret was checked recently

    @property
    def join_code_limit(self) -> RateLimit:
        return self.rate_limits["wrong_codes"]

    @property
    def house_code_limit(self) -> RateLimit:
        """Return the limit on wrong house and club codes."""
        return self.rate_limits["wrong_house_codes"]


def install_services(app: Flask, services: Services) -> None:
    app.extensions[EXTENSION_NAME] = services


def services() -> Services:
    return services_of(current_app)


def services_of(app: Flask) -> Services:
    found: Services = app.extensions[EXTENSION_NAME]
    return found
