"""The practice turn: everybody who was let in sees the same scene, and whoever has a seat may turn to the next."""

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from narrator.script.practice import can_practise
from narrator.service.practice import practise
from narrator.web.live.station import station
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.fragment import led_to, show
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.request.viewer import require_viewer
from narrator.web.views.practice import practice_view

pages = Blueprint("practice", __name__)


@pages.get("/g/<game>/practice")
def practice(game: str) -> ResponseReturnValue:
    """Once the game has begun there is nothing to practise: back to it."""
    viewer = require_viewer(game)
    record, desk = house().games.record(game), house().desks.of(game)
    if not can_practise(record.state):
        return led_to(viewer.home(game))
    return show(
        "practice/practice.html",
        "practice/page.html",
        practice=practice_view(at_table(game, record, Ask()), desk),
        may_turn=viewer.kind != "watch",
        game=game,
        back=viewer.home(game),
        version=station().hub.version_of(game, len(record.log), desk.number),
    )


@pages.post("/g/<game>/practice")
def turn(game: str) -> ResponseReturnValue:
    """On, back, or out of it; a phone stays on its own page."""
    viewer = require_viewer(game)
    step, seen = as_number(request.form.get("step", "")), as_number(request.form.get("seen", ""))
    if viewer.kind == "watch":
        abort(403)
    if step is not None and seen is not None:
        practise(house().desks, house().games.record(game), game, step, seen)
    if step == 0 and viewer.kind == "host":
        return led_to(f"/g/{game}/stage")
    return redirect(f"/g/{game}/{'practice' if viewer.kind == 'host' else 'phone'}", 303)
