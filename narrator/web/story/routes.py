"""The story of a game as a page, and as a self-contained HTML file."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from narrator.folders import PACKAGE
from narrator.web.auth.viewer import require_viewer
from narrator.web.rendering.responses import download
from narrator.web.rendering.table_context import current_table
from narrator.web.story.view import story_view

blueprint = Blueprint("story", __name__)


@blueprint.get("/g/<game>/story")
def story(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    story = story_view(current_table(game))
    return render_template("story/page.html", game=game, story=story, back=viewer.home_path(game))


@blueprint.get("/g/<game>/story/file")
def download_story(game: str) -> ResponseReturnValue:
    require_viewer(game)
    table = current_table(game)
    found = story_view(table)
    if not found.headline:
        return redirect(url_for("story.story", game=game), 303)
    styles = (PACKAGE / "static" / "story.css").read_text(encoding="utf-8")
    page = render_template("story/file.html", story=found, styles=styles)
    return download(page, f"narrator-story-{table.locale.language}.html", "text/html")
