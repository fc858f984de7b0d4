"""The web application, put together: the only place that knows all its parts."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from secrets import randbelow
from time import monotonic
from urllib.parse import urljoin

from flask import Flask, g, request

from narrator.folders import folder
from narrator.service.desk import PHRASES
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.service.seats import Seats
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from narrator.web.api.routes import api
from narrator.web.board.drawing import BoardDrawing
from narrator.web.live import station
from narrator.web.live.hub import Hub
from narrator.web.pages import (
    assets,
    dispute,
    evening,
    history,
    home,
    joining,
    library,
    live,
    lobby,
    new_game,
    phone,
    rescue,
    rules,
    stage,
)
from narrator.web.request.attempts import Attempts
from narrator.web.request.device import device_of
from narrator.web.request.fragment import htmx
from narrator.web.request.guard import LARGEST_REQUEST, guard
from narrator.web.request.house import House, furnish
from narrator.web.request.icons import icon, shape
from narrator.web.request.kept_markup import keeper
from narrator.web.request.page_context import addresses_of, page_context
from narrator.web.request.templates import Templates
from narrator.web.request.words import colour_name, t
from narrator.web.views.library import drawing

from .request import errors

PAGES = (home, new_game, rules, stage, history, evening, library, dispute, live, lobby, joining, phone, rescue)


class Narrator(Flask):
    jinja_environment = Templates


def create_app(
    games: Games,
    addresses: Sequence[str] = (),
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: Callable[[], float] = monotonic,
    pick: Callable[[int], int] = randbelow,
) -> Flask:
    """An application on these games; `addresses` are those that other devices on the network can open."""
    app = Narrator(__name__, static_folder=None, template_folder=str(folder("templates")))
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_REQUEST, ADDRESSES=list(addresses))
    move_in(app, games, now, seconds, pick)
    prepare_templates(app)
    htmx.init_app(app)
    guard(app)
    errors.install(app)
    app.before_request(remember_device)
    app.context_processor(page_context)
    for blueprint in (assets.assets, api, *(module.pages for module in PAGES)):
        app.register_blueprint(blueprint)
    return app


def move_in(
    app: Flask,
    games: Games,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: Callable[[], float] = monotonic,
    pick: Callable[[int], int] = randbelow,
) -> None:
    """What the pages of this application share."""
    desks = Desks(games, games.log, now)
    hub = Hub(games, desks, seconds)
    furnish(app, House(games, desks, Seats(games, desks, hub), Attempts(seconds), now, pick))
    station.install(app, hub)


def prepare_templates(app: Flask) -> None:
    env = app.jinja_env
    env.trim_blocks = env.lstrip_blocks = True
    env.globals.update(t=t, asset=assets.asset, scripts=assets.scripts, drawing=drawing, colour_name=colour_name)
    env.globals.update(PHRASES=PHRASES, LANGUAGES=LANGUAGES, LANGUAGE_NAMES=LANGUAGE_NAMES)
    env.globals.update(url_for=addresses_of(app), urljoin=urljoin, draw_board=BoardDrawing(app))
    env.filters.update(icon=icon, shape=shape, kept=keeper())


def remember_device() -> None:
    g.device = device_of(request)
