"""The practice turn: everybody sees the same scene, and every player may go on to the next one."""

from flask import Blueprint, abort, redirect
from flask.typing import ResponseReturnValue

from narrator.app.sessions.quizzes import set_practice_step
from narrator.script.practice import can_practice
from narrator.web.auth.viewer import require_viewer
from narrator.web.live.live_services import live_services
from narrator.web.practice.view import practice_view
from narrator.web.rendering.page_query import form_number
from narrator.web.rendering.responses import redirect_to, render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("practice", __name__)


@blueprint.get("/g/<game>/practice")
def practice(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table, session = current_table(game), services().sessions.session_of(game)
    if not can_practice(table.state):  # the game has begun
        return redirect_to(viewer.home_path(game))
    return render_fragment_or_page(
        "practice/practice.html",
        "practice/page.html",
        practice=practice_view(table, session),
        may_turn=viewer.kind != "watch",
        game=game,
        back=viewer.home_path(game),
        version=live_services().hub.page_version(game, table.record, session),
    )


@blueprint.post("/g/<game>/practice")
def turn_practice(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    step, seen = form_number("step"), form_number("seen")
    if viewer.kind == "watch":
        abort(403)
    if step is not None and seen is not None:
        set_practice_step(services().sessions, services().games.record_of(game), game, step, seen)
    if step == 0 and viewer.kind == "host":
        return redirect_to(f"/g/{game}/stage")
    return redirect(f"/g/{game}/{'practice' if viewer.kind == 'host' else 'phone'}", 303)
