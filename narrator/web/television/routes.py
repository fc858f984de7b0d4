"""The television: the stage without controls, for a television or a second tablet."""

from flask import Blueprint
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.web.auth.viewer import require_viewer
from narrator.web.components.clock import clock_view
from narrator.web.live.live_services import live_services
from narrator.web.practice.view import open_practice
from narrator.web.rendering.responses import render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services
from narrator.web.stage.view import stage_view
from narrator.web.stats.view import browsed_stats

blueprint = Blueprint("television", __name__)


@blueprint.get("/g/<game>/table")
def television(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table, session = current_table(game), services().sessions.session_of(game)
    practice = open_practice(table, session)
    stats = browsed_stats(table, session)
    stage = practice.stage if practice else stage_view(table, session)
    return render_fragment_or_page(
        "television/stats.html" if stats else "television/table.html",
        "television/page.html",
        stats=stats,
        stats_page=stats.page(session.end.stats_page) if stats else None,
        stage=replace(stage, clock=clock_view(table, services().now())),
        kicker=practice.mark if practice else "",
        game=game,
        version=live_services().hub.page_version(game, table.record, session),
        back=viewer.home_path(game),
    )
