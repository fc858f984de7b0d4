"""The web application, put together: the only place that knows all its parts."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from secrets import randbelow
from time import monotonic
from typing import Any
from urllib.parse import urljoin

from cachetools import TTLCache
from flask import Flask, g, request

from narrator import __version__
from narrator.app.access.credentials import random_token
from narrator.app.backups import BackupService
from narrator.app.bots.bots import Bots
from narrator.app.bots.clock import BotClock
from narrator.app.club import Club
from narrator.app.doctor import Health
from narrator.app.files.game_files import ReplayService
from narrator.app.games.games import Games
from narrator.app.peers import ChangeWaiter, Peers
from narrator.app.people import People, PersonNames
from narrator.app.programs import Programs
from narrator.app.seats.seats import Seats
from narrator.app.sessions.service import SessionService
from narrator.folders import folder
from narrator.session.table_session import PHRASES
from narrator.storage.files.keys import club_key_for
from narrator.storage.shared_state.limits import Connections, OpenPages, RateCounter
from narrator.storage.shared_state.presence import Presence
from narrator.storage.shared_state.replay_files import ReplayFiles
from narrator.storage.shared_state.shared_state import Kind, SharedState
from narrator.text.default_names import all_default_names
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from narrator.web import assets, errors
from narrator.web.api.routes import api
from narrator.web.auth.config import AccessConfig
from narrator.web.auth.device import device_of
from narrator.web.board.drawing import BoardDrawing
from narrator.web.bots.routes import blueprint as bots
from narrator.web.club.help_routes import blueprint as calling
from narrator.web.club.routes import blueprint as club
from narrator.web.components.explanations import drawing
from narrator.web.dispute.routes import blueprint as dispute
from narrator.web.export.routes import blueprint as carrying
from narrator.web.history.routes import blueprint as history
from narrator.web.home.routes import blueprint as home
from narrator.web.house_code.routes import blueprint as closed
from narrator.web.join.routes import blueprint as joining
from narrator.web.library.routes import blueprint as library
from narrator.web.live import forgetting, services
from narrator.web.live.club_stream import ClubStream
from narrator.web.live.hub import Hub
from narrator.web.live.routes import blueprint as live
from narrator.web.live.stream_limits import StreamLimits
from narrator.web.lobby.routes import blueprint as lobby
from narrator.web.monitoring import metrics
from narrator.web.monitoring.routes import blueprint as watching
from narrator.web.new_game.routes import blueprint as new_game
from narrator.web.passed_tablet.routes import blueprint as passing
from narrator.web.people.routes import blueprint as people
from narrator.web.phone.routes import blueprint as phone
from narrator.web.practice.routes import blueprint as practice
from narrator.web.print.routes import blueprint as printing
from narrator.web.programs.routes import blueprint as programs
from narrator.web.quiz.routes import blueprint as quiz
from narrator.web.rendering.fragment import htmx
from narrator.web.rendering.icons import icon, shape
from narrator.web.rendering.line_breaks import clauses, finalize, plain
from narrator.web.rendering.page_context import page_context
from narrator.web.rendering.part_cache import PartCache
from narrator.web.rendering.words import colour_name, day, duration, signed, t, tenths
from narrator.web.replay.routes import blueprint as replay
from narrator.web.rescue.routes import blueprint as rescue
from narrator.web.rules.routes import blueprint as rules
from narrator.web.security.guard import LARGEST_REQUEST, guard
from narrator.web.security.proxies import Proxies
from narrator.web.security.query import QueryInPercents
from narrator.web.security.rate_limits import rate_limits
from narrator.web.services import Services, install_services, services_of
from narrator.web.stage.routes import blueprint as stage
from narrator.web.stats.routes import blueprint as stats
from narrator.web.story.routes import blueprint as story
from narrator.web.voice.routes import blueprint as voice

BLUEPRINTS = (
    home,
    replay,
    closed,
    people,
    club,
    calling,
    new_game,
    rules,
    stage,
    history,
    stats,
    story,
    library,
    printing,
    dispute,
    live,
    lobby,
    bots,
    programs,
    joining,
    phone,
    passing,
    practice,
    quiz,
    voice,
    rescue,
    carrying,
    watching,
)


OPEN = AccessConfig()
KNOWN = 10_000
REMEMBERED = 60
"""Clients that are known by their secret without being looked up again, and for how many seconds."""
club_key = lru_cache(maxsize=20)(club_key_for)
WORKER = 8
"""Characters of a server's name among others."""


class Narrator(Flask):
    request_class = QueryInPercents
    jinja_options: dict[str, Any] = {  # noqa: RUF012 (as Flask declares it)
        "trim_blocks": True,
        "lstrip_blocks": True,
        "finalize": finalize,
    }


def create_app(
    games: Games,
    addresses: Sequence[str] = (),
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: Callable[[], float] = monotonic,
    pick: Callable[[int], int] = randbelow,
    access: AccessConfig = OPEN,
    worker: str = "",
) -> Flask:
    """An application on these games; `addresses` are those that other devices on the network can open, `worker` is its
    name among the servers of the same games."""
    app = Narrator(__name__, static_folder=None, template_folder=str(folder("templates")))
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_REQUEST, ADDRESSES=list(addresses))
    app.wsgi_app = Proxies(app.wsgi_app, access.proxies)  # type: ignore[method-assign]
    create_services(app, games, now, seconds, pick, access, worker)
    prepare_templates(app)
    htmx.init_app(app)
    guard(app)
    errors.install(app)
    app.before_request(remember_device)
    app.context_processor(page_context)
    for blueprint in (assets.assets, api, *BLUEPRINTS):
        app.register_blueprint(blueprint)
    metrics.install(app, __version__)
    return app


def create_services(
    app: Flask,
    games: Games,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: Callable[[], float] = monotonic,
    pick: Callable[[int], int] = randbelow,
    access: AccessConfig = OPEN,
    worker: str = "",
) -> None:
    """Create what all pages share."""
    sessions = SessionService(games, now)
    state = SharedState(games.storage.database.shared, worker or random_token(WORKER), seconds)
    hub = Hub(games, sessions, peers := connect_peers(app, games, sessions, state), Presence(state), seconds)
    changes = ChangeWaiter(games, sessions, peers)
    bots = Bots(games, sessions, pick)  # listens last: deciding about an offer takes time
    hub.on_presence((clock := BotClock(games, sessions, bots, changes.wait, hub.has_host, seconds)).attend)
    shared = Services(
        games=games,
        sessions=sessions,
        seats=Seats(games, sessions, hub),
        bots=bots,
        bot_clock=clock,
        replays=ReplayService(replay_files=ReplayFiles(state)),
        people=People(games, now, PersonNames(games.storage, random_token, all_default_names)),
        backups=BackupService(games.storage.database, now),
        programs=Programs(games, sessions, now, pick),
        changes=changes,
        peers=peers,
        now=now,
        pick=pick,
        access=access,
        rate_limits=rate_limits(access.limits, RateCounter(state)),
        club=Club(games, sessions, now, lambda: club_key(games.storage.database.path), random_token),
        connections=Connections(state, access.limits.connections),
        health=Health(games.storage, seconds),
        known_clients=TTLCache(KNOWN, REMEMBERED, seconds),
    )
    install_services(app, shared)
    streams = StreamLimits(OpenPages(state), access.limits.pages, access.limits.streams)
    services.install(app, hub, streams, ClubStream(shared.club, seconds))


def connect_peers(app: Flask, games: Games, sessions: SessionService, state: SharedState) -> Peers:
    """Other servers hear first of what is written here, so that they need not wait for a page to be made; what was
    deleted there is forgotten here before anybody hears of it."""
    peers = Peers(games.storage.database, state)
    games.listen(peers.tell)
    sessions.listen(peers.tell)

    def forget(game: str | None, kind: Kind) -> None:
        if game is not None and kind == "erased":
            forgetting.forget(services_of(app), services.live_services_of(app), game)

    peers.listen(forget)
    return peers


def prepare_templates(app: Flask) -> None:
    env = app.jinja_env
    env.globals.update(t=t, asset=assets.asset, scripts=assets.scripts, drawing=drawing, colour_name=colour_name)
    env.globals.update(PHRASES=PHRASES, LANGUAGES=LANGUAGES, LANGUAGE_NAMES=LANGUAGE_NAMES)
    env.globals.update(urljoin=urljoin, draw_board=BoardDrawing(app))
    env.filters.update(icon=icon, shape=shape, plain=plain, clauses=clauses, duration=duration, signed=signed)
    env.filters.update(day=day, tenths=tenths, cached=PartCache())


def remember_device() -> None:
    g.device = device_of(request)
