"""The story of the night, for everybody at the table; and the same as a file that needs no server."""

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from narrator.folders import PACKAGE
from narrator.web.auth.viewer import require_viewer
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.table_context import table_context
from narrator.web.services import services
from narrator.web.story.view import story_view

blueprint = Blueprint("story", __name__)


@blueprint.get("/g/<game>/story")
def story(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table = table_context(game, services().games.record(game), PageQuery())
    return render_template("story/page.html", game=game, story=story_view(table), back=viewer.home(game))


@blueprint.get("/g/<game>/story/file")
def file(game: str) -> ResponseReturnValue:
    """One page with everything in it: it opens anywhere, whether or not a Narrator runs."""
    require_viewer(game)
    table = table_context(game, services().games.record(game), PageQuery())
    told = story_view(table)
    if not told.headline:
        return redirect(url_for("story.story", game=game), 303)
    styles = (PACKAGE / "static" / "story.css").read_text(encoding="utf-8")
    answer = Response(render_template("story/file.html", story=told, styles=styles))
    language = table.locale.language
    answer.headers["Content-Disposition"] = f"attachment; filename=narrator-story-{language}.html"
    return answer
