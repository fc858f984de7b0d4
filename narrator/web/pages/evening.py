"""The evening in figures, for everybody at the table."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from narrator.web.request.ask import Ask
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.request.viewer import require_viewer
from narrator.web.views.evening import evening_view

pages = Blueprint("evening", __name__)


@pages.get("/g/<game>/evening")
def evening(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table = at_table(game, house().games.record(game), Ask())
    shown = {"evening": evening_view(table), "seats": table.now.seats, "back": viewer.home(game)}
    return render_template("evening.html", game=game, **shown)
