"""The rules library: an index, articles, a search, and everything on one page to print."""

from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from narrator.core.table.state import GameState
from narrator.text.word_breaks import strip_marks
from narrator.web.auth.preferences import current_preferences
from narrator.web.auth.viewer import current_viewer
from narrator.web.library.view import all_articles, box_table, find_article, library_index, search_articles
from narrator.web.rendering.responses import htmx
from narrator.web.rendering.table_context import locale_at
from narrator.web.rendering.table_locale import table_locale
from narrator.web.services import services

blueprint = Blueprint("library", __name__)

MAX_QUERY_LENGTH = 200


@blueprint.get("/library")
@blueprint.get("/library/<id>")
def library(id: str = "") -> ResponseReturnValue:
    return _library(box_table(), "", "/", id, url_for("print.contents"))


@blueprint.get("/g/<game>/library")
@blueprint.get("/g/<game>/library/<id>")
def game_library(game: str, id: str = "") -> ResponseReturnValue:
    """Answer by the rules of a game, which are not secret."""
    state, viewer = services().games.record_of(game).state, current_viewer(game)
    paper = url_for("print.game_contents", game=game) if viewer else url_for("print.contents")
    return _library(state, game, viewer.home_path(game) if viewer else "/", id, paper)


def _library(state: GameState, game: str, back: str, id: str, paper: str) -> ResponseReturnValue:
    language = current_preferences().lang
    g.locale, g.state = locale_at(game, state, language) if game else table_locale(state, language), state
    query = "" if id else strip_marks(request.args.get("q", "")).strip()[:MAX_QUERY_LENGTH]
    return render_template(
        "library/content.html" if htmx.target == "library-content" else "library/page.html",
        **_content(state, id, query),
        query=query,
        game=game,
        back=back,
        longest=MAX_QUERY_LENGTH,
        paper=paper,
    )


def _content(state: GameState, id: str, query: str) -> dict[str, Any]:
    if id:
        one = find_article(state, id, g.locale) or abort(404)
        return {"article": one[0], "beside": one[1]}
    if query:
        return {"answers": search_articles(state, query, g.locale)}
    if "print" in request.args:
        return {"printed": all_articles(state, g.locale)}
    return {"index": library_index(state, g.locale)}
