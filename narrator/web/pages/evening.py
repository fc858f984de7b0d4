"""The game in figures, for everybody at the table."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from narrator.core.table.phase import Over
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.request.viewer import require_viewer
from narrator.web.views.evening.pages import PAGES, evening_view

pages = Blueprint("evening", __name__)


@pages.get("/g/<game>/evening")
def evening(game: str) -> ResponseReturnValue:
    """Every page at once: one swipes through them without asking again. A phone has its own part first."""
    viewer = require_viewer(game)
    table = at_table(game, house().games.record(game), Ask())
    return render_template(
        "evening.html",
        evening=evening_view(table, viewer.seat),
        seats=table.now.seats,
        me=viewer.seat,
        is_host=viewer.kind == "host",
        game=game,
        back=viewer.home(game),
    )


@pages.post("/g/<game>/evening")
def browse(game: str) -> ResponseReturnValue:
    """After the end the host has turned to a page, and the television shows it; without a page, the podium again."""
    require_host(game)
    page = request.form.get("page", "")
    if page and page not in PAGES:
        abort(400)
    if isinstance(house().games.record(game).state.phase, Over):
        house().desks.browse(game, page)
    return "", 204
