"""The web application, put together: the only place that knows all its parts."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from secrets import randbelow
from time import monotonic
from urllib.parse import urljoin

from flask import Flask, g, request
from flask_htmx import HTMX  # type: ignore[import-untyped]

from narrator.folders import folder
from narrator.service.desk import PHRASES
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from narrator.web.api.routes import api
from narrator.web.board.picture import BoardDrawing
from narrator.web.live.hub import Hub, live_pages
from narrator.web.pages.assets import asset, assets, scripts
from narrator.web.pages.dispute import dispute_pages
from narrator.web.pages.evening import evening_pages
from narrator.web.pages.history import history_pages
from narrator.web.pages.home import home_pages
from narrator.web.pages.joining import joining_pages
from narrator.web.pages.library import drawing, library_pages
from narrator.web.pages.lobby import lobby_pages
from narrator.web.pages.new_game import new_game_pages
from narrator.web.pages.phone import phone_pages
from narrator.web.pages.rules import rules_pages
from narrator.web.pages.stage import stage_pages
from narrator.web.request.device import device_of
from narrator.web.request.guard import LARGEST_REQUEST, guard
from narrator.web.request.icons import icon, shape
from narrator.web.request.page_context import addresses_of, page_context
from narrator.web.request.words import colour_name, t

from .request import errors


def create_app(
    games: Games,
    addresses: Sequence[str] = (),
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: Callable[[], float] = monotonic,
    pick: Callable[[int], int] = randbelow,
) -> Flask:
    """An application on these games; `addresses` are those that other devices on the network can open."""
    desks = Desks(games, games.log, now)
    hub = Hub(games, desks, seconds)
    app = Flask(__name__, static_folder=None, template_folder=str(folder("templates")))
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_REQUEST, ADDRESSES=list(addresses))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(t=t, asset=asset, scripts=scripts, drawing=drawing, colour_name=colour_name)
    app.jinja_env.globals.update(PHRASES=PHRASES, LANGUAGES=LANGUAGES, LANGUAGE_NAMES=LANGUAGE_NAMES)
    app.jinja_env.globals.update(url_for=addresses_of(app), urljoin=urljoin)
    app.jinja_env.globals["draw_board"] = BoardDrawing(app)
    app.jinja_env.filters.update(icon=icon, shape=shape)
    HTMX(app)
    guard(app)
    errors.install(app)
    app.before_request(remember_device)
    app.context_processor(page_context)
    for pages in (
        assets,
        api(games),
        home_pages(games),
        new_game_pages(games),
        rules_pages(games),
        stage_pages(games, desks, hub, now, pick),
        history_pages(games),
        evening_pages(games),
        library_pages(games),
        dispute_pages(games, now),
        live_pages(games, hub),
        lobby_pages(games, desks, hub),
        joining_pages(games, desks, hub, seconds),
        phone_pages(games, desks, hub, now),
    ):
        app.register_blueprint(pages)
    return app


def remember_device() -> None:
    g.device = device_of(request)
