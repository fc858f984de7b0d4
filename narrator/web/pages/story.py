"""The story of the night, for everybody at the table; and the same as a file that needs no server."""

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from narrator.folders import PACKAGE
from narrator.web.request.ask import Ask
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.request.viewer import require_viewer
from narrator.web.views.story import story_view

pages = Blueprint("story", __name__)


@pages.get("/g/<game>/story")
def story(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table = at_table(game, house().games.record(game), Ask())
    return render_template("story/page.html", game=game, story=story_view(table), back=viewer.home(game))


@pages.get("/g/<game>/story/file")
def file(game: str) -> ResponseReturnValue:
    """One page with everything in it: it opens anywhere, whether or not a Narrator runs."""
    require_viewer(game)
    table = at_table(game, house().games.record(game), Ask())
    told = story_view(table)
    if not told.headline:
        return redirect(url_for("story.story", game=game), 303)
    styles = (PACKAGE / "static" / "story.css").read_text(encoding="utf-8")
    answer = Response(render_template("story/file.html", story=told, styles=styles))
    language = table.voice.language
    answer.headers["Content-Disposition"] = f"attachment; filename=narrator-story-{language}.html"
    return answer
