"""A table's side of the club: any seat can call for help, the host sets its place and whether names are shown."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from narrator.web.auth.host import require_host
from narrator.web.auth.viewer import Viewer, require_viewer
from narrator.web.club.view import minutes
from narrator.web.live.services import live_services
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.responses import show
from narrator.web.rendering.table_context import page_table_context
from narrator.web.services import services

blueprint = Blueprint("club_help", __name__)


@blueprint.get("/g/<game>/club")
def calling(game: str) -> ResponseReturnValue:
    caller = _caller(game)
    record, session = services().games.record(game, caller.reads_as), services().sessions.of(game)
    page_table_context(game, record, PageQuery())
    call = session.club.call
    return show(
        "club/calling.html",
        "club/calling_page.html",
        game=game,
        card=session.club,
        waits=minutes(services().now(), call.since) if call else "",
        is_host=caller.kind == "host",
        is_club=services().club.is_open,
        back=caller.home(game),
        version=live_services().hub.version_of(game, len(record.log), session.number),
    )


@blueprint.post("/g/<game>/call")
def call(game: str) -> ResponseReturnValue:
    """Call for help, or cancel the call."""
    caller, club = _caller(game), services().club
    if request.form.get("do") == "cancel":
        club.answer(game, "over")
    elif club.is_open:
        club.call(game, caller.seat)
    return redirect(f"/g/{game}/club", 303)


@blueprint.post("/g/<game>/club")
def introduce(game: str) -> ResponseReturnValue:
    require_host(game)
    services().club.introduce(game, request.form.get("place", ""), request.form.get("names") == "on")
    return redirect(f"/g/{game}/club", 303)


def _caller(game: str) -> Viewer:
    """Return the viewer; spectators may not call."""
    viewer = require_viewer(game)
    if viewer.kind == "watch":
        require_host(game)
    return viewer
