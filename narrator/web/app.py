"""The application factory: the only module that knows all parts of the web application."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib import import_module
from secrets import randbelow
from time import monotonic
from typing import Any
from urllib.parse import urljoin

from cachetools import TTLCache
from flask import Flask, g, request

from narrator import __version__
from narrator.app.access.credentials import random_token
from narrator.app.backup_service import BackupService
from narrator.app.bots.autoplay import AutoPlay
from narrator.app.bots.bots import Bots
from narrator.app.club import Club
from narrator.app.doctor import Health
from narrator.app.files.game_files import ReplayService
from narrator.app.games.games import Games
from narrator.app.peers import ChangeWaiter, Peers
from narrator.app.people import People, PersonNames
from narrator.app.programs import Programs
from narrator.app.seats.seats import Seats
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService
from narrator.folders import folder
from narrator.session.table_session import PHRASES
from narrator.storage.files.keys import club_key_for
from narrator.storage.shared_state.client_usage import Connections, OpenPages, RateCounter
from narrator.storage.shared_state.presence import Presence
from narrator.storage.shared_state.replay_files import ReplayFiles
from narrator.storage.shared_state.shared_state import ChangeKind, SharedState
from narrator.text.default_names import all_default_names
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from narrator.web.api.routes import api
from narrator.web.assets import asset_url, script_urls
from narrator.web.assets import blueprint as assets
from narrator.web.auth.config import AccessConfig
from narrator.web.auth.preferences import read_preferences
from narrator.web.board.drawing import BoardDrawing
from narrator.web.components.explanations import drawing
from narrator.web.errors import install_error_pages
from narrator.web.live.club_stream import ClubStream
from narrator.web.live.hub import Hub
from narrator.web.live.live_services import forget_game, install_live_services, live_services_of
from narrator.web.monitoring.metrics import blueprint as monitoring
from narrator.web.monitoring.metrics import install_metrics
from narrator.web.rendering import template_helpers as helpers
from narrator.web.rendering.responses import htmx
from narrator.web.security.guard import MAX_REQUEST_BYTES, AsciiQueryRequest, install_request_checks
from narrator.web.security.network import TrustedProxies
from narrator.web.security.rate_limits import rate_limits
from narrator.web.services import Services, install_services, services_of

FEATURES = (  # each is a package whose `routes.py` has a blueprint
    *("home", "replay", "house_code", "people", "club", "new_game", "rules", "stage", "history", "stats", "story"),
    *("library", "guide", "print", "dispute", "live", "lobby", "bots", "programs", "join", "phone", "television"),
    *("passed_tablet", "practice", "quiz", "voice", "recovery", "export"),
)

Now = Callable[[], datetime]
Seconds = Callable[[], float]  # a monotonic clock
RandomBelow = Callable[[int], int]  # a random number below n
OPEN_ACCESS = AccessConfig()
MAX_KNOWN_CLIENTS = 10_000
KNOWN_CLIENT_SECONDS = 60  # until a client's secret is checked again
WORKER_NAME_LENGTH = 8
cached_club_key = lru_cache(maxsize=20)(club_key_for)


class Narrator(Flask):
    request_class = AsciiQueryRequest
    jinja_options: dict[str, Any] = {  # noqa: RUF012 (as Flask declares it)
        "trim_blocks": True,
        "lstrip_blocks": True,
        "finalize": helpers.finalize,
    }


def create_app(
    games: Games,
    addresses: Sequence[str] = (),
    now: Now = lambda: datetime.now(UTC),
    seconds: Seconds = monotonic,
    random_below: RandomBelow = randbelow,
    access: AccessConfig = OPEN_ACCESS,
    worker: str = "",
) -> Flask:
    """Create the application. Other devices can open `addresses`; `worker` names this process among its peers."""
    app = Narrator(__name__, static_folder=None, template_folder=str(folder("templates")))
    app.config.update(MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES, ADDRESSES=list(addresses))
    app.wsgi_app = TrustedProxies(app.wsgi_app, access.proxies)  # type: ignore[method-assign]
    create_services(app, games, now, seconds, random_below, access, worker)
    configure_templates(app)
    htmx.init_app(app)
    install_request_checks(app)
    install_error_pages(app)
    app.before_request(load_device)
    app.context_processor(helpers.page_context)
    for blueprint in (assets, api, monitoring):
        app.register_blueprint(blueprint)
    for feature in FEATURES:
        app.register_blueprint(import_module(f"narrator.web.{feature}.routes").blueprint)
    install_metrics(app, __version__)
    return app


def create_services(
    app: Flask, games: Games, now: Now, seconds: Seconds, random_below: RandomBelow, access: AccessConfig, worker: str
) -> None:
    """Create and connect the services. Their listeners are called in the order of creation."""
    database, limits, sessions = games.storage.database, access.limits, SessionService(games, now)
    state = SharedState(database.shared, worker or random_token(WORKER_NAME_LENGTH), seconds)
    peers = connect_peers(app, games, sessions, state)
    hub = Hub(games, sessions, peers, Presence(state), seconds)
    changes = ChangeWaiter(games, sessions, peers)
    proposals = ProposalService(games, sessions)
    trades = TradeService(games, sessions, proposals, now)
    bots = Bots(games, sessions, trades, random_below)  # listens last: deciding about an offer takes time
    services = Services(
        games=games,
        sessions=sessions,
        proposals=proposals,
        trades=trades,
        seats=Seats(games, sessions, hub),
        bots=bots,
        auto_play=AutoPlay(games, sessions, bots, changes.wait, hub.has_host, seconds),
        replays=ReplayService(replay_files=ReplayFiles(state)),
        people=People(games, now, PersonNames(games.storage, random_token, all_default_names)),
        backups=BackupService(database, now),
        programs=Programs(games, sessions, proposals, trades, now, random_below),
        changes=changes,
        peers=peers,
        now=now,
        random_below=random_below,
        access=access,
        rate_limits=rate_limits(limits, RateCounter(state)),
        connections=Connections(state, limits.connections_per_address),
        club=Club(games, sessions, now, lambda: cached_club_key(database.path), random_token),
        health=Health(games.storage, seconds),
        known_clients=TTLCache(MAX_KNOWN_CLIENTS, KNOWN_CLIENT_SECONDS, seconds),
    )
    hub.add_presence_listener(services.auto_play.note_presence)
    install_services(app, services)
    install_live_services(app, hub, OpenPages(state), limits, ClubStream(services.club, seconds))


def connect_peers(app: Flask, games: Games, sessions: SessionService, state: SharedState) -> Peers:
    """Connect to other servers of the same games. Peers are notified before this server renders anything, and caches of
    a game are dropped before any other listener learns that something in it was deleted."""
    peers = Peers(games.storage.database, state)
    games.listen(peers.announce)
    sessions.listen(peers.announce)

    def forget(game: str | None, kind: ChangeKind) -> None:
        if game is not None and kind == "erased":
            forget_game(services_of(app), live_services_of(app), game)

    peers.listen(forget)
    return peers


def configure_templates(app: Flask) -> None:
    env = app.jinja_env
    env.globals.update(t=helpers.t, asset=asset_url, scripts=script_urls, drawing=drawing)
    env.globals.update(PHRASES=PHRASES, LANGUAGES=LANGUAGES, LANGUAGE_NAMES=LANGUAGE_NAMES)
    env.globals.update(urljoin=urljoin, draw_board=BoardDrawing(app), colour_name=helpers.colour_name)
    env.filters.update(icon=helpers.icon, shape=helpers.shape, no_breaks=helpers.no_breaks, clauses=helpers.clauses)
    env.filters.update(duration=helpers.duration, signed=helpers.signed, day=helpers.day, tenths=helpers.tenths)
    env.filters["cached"] = helpers.PartCache()


def load_device() -> None:
    g.preferences = read_preferences(request)
