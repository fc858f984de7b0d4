"""The library: every helper card and what-if, searchable."""

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from narrator.core.table.state import GameState
from narrator.text.voice import voice_of
from narrator.web.request.device import this_device
from narrator.web.request.fragment import htmx
from narrator.web.request.house import house
from narrator.web.request.viewer import viewer_of
from narrator.web.views.library import SHELVES, box_table, shelf

pages = Blueprint("library", __name__)


@pages.get("/library")
def library() -> ResponseReturnValue:
    return _library(box_table(), "/", url_for("printing.contents"))


@pages.get("/g/<game>/library")
def library_of(game: str) -> ResponseReturnValue:
    """Tonight's rules decide what the answers are; they are no secret."""
    state, viewer = house().games.record(game).state, viewer_of(game)
    paper = url_for("printing.contents_of", game=game) if viewer else url_for("printing.contents")
    return _library(state, viewer.home(game) if viewer else "/", paper)


def _library(state: GameState, back: str, paper: str) -> ResponseReturnValue:
    g.voice, g.state = voice_of(state, this_device().lang), state
    query = request.args.get("q", "").strip()[:100]
    return render_template(
        "library/found.html" if htmx.target == "found" else "library/page.html",
        shelf=shelf(state, query, g.voice),
        shelves=SHELVES,
        query=query,
        back=back,
        paper=paper,
    )
