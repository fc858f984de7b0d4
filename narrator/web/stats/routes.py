"""Statistics of a game, for everybody at the table."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.sessions.narration import turn_stats_page
from narrator.core.table.phase import Over
from narrator.web.auth.host_access import require_host
from narrator.web.auth.viewer import require_viewer
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services
from narrator.web.stats.view import PAGE_NAMES, stats_view

blueprint = Blueprint("stats", __name__)


@blueprint.get("/g/<game>/evening")
def stats(game: str) -> ResponseReturnValue:
    """Return all pages at once, so that swiping needs no further request."""
    viewer = require_viewer(game)
    table = current_table(game)
    return render_template(
        "stats/page.html",
        stats=stats_view(table, viewer.seat),
        seats=table.state.seats,
        me=viewer.seat,
        is_host=viewer.kind == "host",
        game=game,
        back=viewer.home_path(game),
    )


@blueprint.post("/g/<game>/evening")
def show_on_television(game: str) -> ResponseReturnValue:
    """Show a page on the television after the end of the game; an empty page shows the podium again."""
    require_host(game)
    page = request.form.get("page", "")
    if page and page not in PAGE_NAMES:
        abort(400)
    if isinstance(services().games.record_of(game).state.phase, Over):
        turn_stats_page(services().sessions, game, page)
    return "", 204
