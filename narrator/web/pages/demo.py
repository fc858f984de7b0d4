"""A game that plays itself: for whoever wants to see an evening before the guests come."""

from functools import cache

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from narrator.core.record.record import Record, fold
from narrator.core.table.setup import start
from narrator.folders import PACKAGE
from narrator.store.game_file import read_event, read_game
from narrator.web.request.ask import as_number
from narrator.web.request.fragment import show
from narrator.web.views.replay import replay_view

pages = Blueprint("demo", __name__)
GAME = PACKAGE / "samples" / "demo.json"


@cache
def demo_game() -> Record:
    """The recorded game, folded once: nothing is ever entered into it."""
    file = read_game(GAME.read_bytes())
    return fold(start(file.setup), map(read_event, file.events))


@pages.get("/demo")
def demo() -> ResponseReturnValue:
    at = as_number(request.args.get("at", "")) or 0
    shown = replay_view(demo_game(), at)
    return show(
        "replay/replay.html",
        "replay/page.html",
        replay=shown,
        stage=shown.stage,
        name="demo",
        address="demo.demo",
    )
