"""A table calls the club for help, and says how it stands on the club's list. The host's tablet and every seat's phone
can call; where the table sits and whether names are shown, the host says."""

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.web.live.station import station
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask
from narrator.web.request.fragment import show
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.request.viewer import Viewer, require_viewer
from narrator.web.views.club import minutes

pages = Blueprint("calling", __name__)


@pages.get("/g/<game>/club")
def calling(game: str) -> ResponseReturnValue:
    return _page(game, _caller(game))


@pages.post("/g/<game>/call")
def call(game: str) -> ResponseReturnValue:
    """Somebody at the table wants help, or needs it no more."""
    caller, club = _caller(game), house().club
    if request.form.get("do") == "cancel":
        club.answer(game, "over")
    elif club.is_open:
        club.call(game, caller.seat)
    return _done(game)


@pages.post("/g/<game>/club")
def introduce(game: str) -> ResponseReturnValue:
    require_host(game)
    house().club.introduce(game, request.form.get("place", ""), request.form.get("names") == "on")
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
    record, desk = house().games.record(game, caller.reads_as), house().desks.of(game)
    at_table(game, record, Ask())
    call = desk.club.call
    return show(
        "club/calling.html",
        "club/calling_page.html",
        game=game,
        card=desk.club,
        waits=minutes(house().now(), call.since) if call else "",
        is_host=caller.kind == "host",
        is_club=house().club.is_open,
        back=caller.home(game),
        version=station().hub.version_of(game, len(record.log), desk.number),
    )
