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
from narrator.folders import folder
from narrator.service.bot_clock import BotClock
from narrator.service.bots import Bots
from narrator.service.club import Club
from narrator.service.credentials import random_token
from narrator.service.desk import PHRASES
from narrator.service.desks import Desks
from narrator.service.films import Films
from narrator.service.games import Games
from narrator.service.health import Health
from narrator.service.keeping import Keeper
from narrator.service.news import News
from narrator.service.others import Others
from narrator.service.outcome import Names
from narrator.service.people import People
from narrator.service.programs import Programs
from narrator.service.seats import Seats
from narrator.store.club_key import beside
from narrator.store.shared_state.connections import Connections
from narrator.store.shared_state.open_pages import OpenPages
from narrator.store.shared_state.presence import Presence
from narrator.store.shared_state.rate_counter import RateCounter
from narrator.store.shared_state.replay_files import ReplayFiles
from narrator.store.shared_state.shared_state import Kind, SharedState
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from narrator.text.nobody import all_names_of_nobody
from narrator.web.api.routes import api
from narrator.web.board.drawing import BoardDrawing
from narrator.web.live import forgetting, station
from narrator.web.live.club_stream import ClubStream
from narrator.web.live.hub import Hub
from narrator.web.live.lines import Lines
from narrator.web.pages import (
    assets,
    bots,
    calling,
    carrying,
    closed,
    club,
    dispute,
    evening,
    history,
    home,
    joining,
    library,
    live,
    lobby,
    new_game,
    passing,
    people,
    phone,
    practice,
    printing,
    programs,
    quiz,
    replay,
    rescue,
    rules,
    stage,
    story,
    voice,
    watching,
)
from narrator.web.request.bounds import counts_of
from narrator.web.request.device import device_of
from narrator.web.request.door import Door
from narrator.web.request.fragment import htmx
from narrator.web.request.guard import LARGEST_REQUEST, guard
from narrator.web.request.house import House, furnish, house_of
from narrator.web.request.icons import icon, shape
from narrator.web.request.line_breaks import clauses, finalize, plain
from narrator.web.request.page_context import page_context
from narrator.web.request.part_cache import PartCache
from narrator.web.request.proxies import Proxies
from narrator.web.request.query import QueryInPercents
from narrator.web.request.words import colour_name, day, duration, signed, t, tenths
from narrator.web.views.drawings import drawing

from .request import errors, metrics

PAGES = (
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
    evening,
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


OPEN = Door()
KNOWN = 10_000
REMEMBERED = 60
"""Clients that are known by their secret without being looked up again, and for how many seconds."""
club_key = lru_cache(maxsize=20)(beside)
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
    door: Door = OPEN,
    worker: str = "",
) -> Flask:
    """An application on these games; `addresses` are those that other devices on the network can open, `worker` is its
    name among the servers of the same games."""
    app = Narrator(__name__, static_folder=None, template_folder=str(folder("templates")))
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_REQUEST, ADDRESSES=list(addresses))
    app.wsgi_app = Proxies(app.wsgi_app, door.proxies)  # type: ignore[method-assign]
    move_in(app, games, now, seconds, pick, door, worker)
    prepare_templates(app)
    htmx.init_app(app)
    guard(app)
    errors.install(app)
    app.before_request(remember_device)
    app.context_processor(page_context)
    for blueprint in (assets.assets, api, *(module.pages for module in PAGES)):
        app.register_blueprint(blueprint)
    metrics.install(app, __version__)
    return app


def move_in(
    app: Flask,
    games: Games,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: Callable[[], float] = monotonic,
    pick: Callable[[int], int] = randbelow,
    door: Door = OPEN,
    worker: str = "",
) -> None:
    """What the pages of this application share."""
    desks, state = Desks(games, now), _shared_state(games, worker, seconds)
    others = _meet_others(app, games, desks, state)
    hub = Hub(games, desks, others, Presence(state), seconds)
    news, bots = News(games, desks, others), Bots(games, desks, pick)  # bots hear last of an offer: they think
    clock = BotClock(games, desks, bots, news.wait, hub.has_host, seconds)
    hub.on_presence(clock.attend)
    house = House(
        games=games,
        desks=desks,
        seats=Seats(games, desks, hub),
        bots=bots,
        bot_clock=clock,
        films=Films(replay_files=ReplayFiles(state)),
        people=People(games, now, Names(games.storage, random_token, all_names_of_nobody)),
        keeper=Keeper(games.storage.database, now),
        programs=Programs(games, desks, now, pick),
        news=news,
        others=others,
        now=now,
        pick=pick,
        door=door,
        bounds=counts_of(door.limits, RateCounter(state)),
        club=Club(games, desks, now, lambda: club_key(games.storage.database.path), random_token),
        connections=Connections(state, door.limits.connections),
        health=Health(games.storage, seconds),
        known=TTLCache(KNOWN, REMEMBERED, seconds),
    )
    furnish(app, house)
    lines = Lines(OpenPages(state), door.limits.pages, door.limits.streams)
    station.install(app, hub, lines, ClubStream(house.club, seconds))


def _shared_state(games: Games, worker: str, seconds: Callable[[], float]) -> SharedState:
    return SharedState(games.storage.database.shared, worker or random_token(WORKER), seconds)


def _meet_others(app: Flask, games: Games, desks: Desks, state: SharedState) -> Others:
    """Other servers hear first of what is written here, so that they need not wait for a page to be made; what was
    deleted there is forgotten here before anybody hears of it."""
    others = Others(games.storage.database, state)
    games.listen(others.tell)
    desks.listen(others.tell)

    def forget(game: str | None, kind: Kind) -> None:
        if game is not None and kind == "erased":
            forgetting.forget(house_of(app), station.station_of(app), game)

    others.listen(forget)
    return others


def prepare_templates(app: Flask) -> None:
    env = app.jinja_env
    env.globals.update(t=t, asset=assets.asset, scripts=assets.scripts, drawing=drawing, colour_name=colour_name)
    env.globals.update(PHRASES=PHRASES, LANGUAGES=LANGUAGES, LANGUAGE_NAMES=LANGUAGE_NAMES)
    env.globals.update(urljoin=urljoin, draw_board=BoardDrawing(app))
    env.filters.update(icon=icon, shape=shape, plain=plain, clauses=clauses, duration=duration, signed=signed)
    env.filters.update(day=day, tenths=tenths, cached=PartCache())


def remember_device() -> None:
    g.device = device_of(request)
