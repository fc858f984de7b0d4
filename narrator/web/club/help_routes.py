"""A table calls the club for help, and says how it stands on the club's list. The host's tablet and every seat's phone
can call; where the table sits and whether names are shown, the host says."""

from flask import Blueprint, Response, redirect, request
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
    return _page(game, _caller(game))


@blueprint.post("/g/<game>/call")
def call(game: str) -> ResponseReturnValue:
    """Somebody at the table wants help, or needs it no more."""
    caller, club = _caller(game), services().club
    if request.form.get("do") == "cancel":
        club.answer(game, "over")
    elif club.is_open:
        club.call(game, caller.seat)
    return _done(game)


@blueprint.post("/g/<game>/club")
def introduce(game: str) -> ResponseReturnValue:
    require_host(game)
    services().club.introduce(game, request.form.get("place", ""), request.form.get("names") == "on")
    return _done(game)


def _caller(game: str) -> Viewer:
    """Who only watches calls nobody."""
    viewer = require_viewer(game)
    if viewer.kind == "watch":
        require_host(game)
    return viewer


def _done(game: str) -> Response:
    answer: Response = redirect(f"/g/{game}/club", 303)  # type: ignore[assignment]
    return answer


def _page(game: str, caller: Viewer) -> Response:
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
