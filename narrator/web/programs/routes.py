"""The host lets programs in: an assistant that helps to host, or a program in a chair. Each key is shown once."""

from typing import get_args

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.dialects.validation import check_fits
from narrator.session.events import Dialect
from narrator.web.auth.host import require_host, secret_of
from narrator.web.programs.view import Given, given_to_assistant, given_to_program, programs_page
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.responses import show
from narrator.web.rendering.table_context import TableContext, page_table_context
from narrator.web.services import services

blueprint = Blueprint("programs", __name__)


@blueprint.get("/g/<game>/programs")
def programs(game: str) -> ResponseReturnValue:
    require_host(game)
    return _page(game)


@blueprint.post("/g/<game>/programs")
def change(game: str) -> ResponseReturnValue:
    """A link is made or taken back. A new one stands on the answer alone."""
    require_host(game)
    try:
        given = _do(game, request.form.get("do", ""))
    except Refused as refused:
        return _page(game, refused=refused, status=422)
    return redirect(f"/g/{game}/programs", 303) if given is None else _page(game, given)


def _do(game: str, what: str) -> Given | None:
    """What makes no sense does nothing."""
    seat = parse_number(request.form.get("seat", ""))
    if what == "assist":
        return given_to_assistant(_table(game), services().games.new_program_secret(game))
    if what == "revoke":
        services().seats.revoke(game, request.form.get("device", ""), secret_of(game))
    elif what == "free" and seat in services().programs.of(game):
        services().seats.free(game, seat)
    elif what == "give" and seat is not None:
        return _give(game, seat, request.form.get("dialect", ""))
    return None


def _give(game: str, seat: int, wanted: str) -> Given | None:
    dialect: Dialect | None = next((one for one in get_args(Dialect) if one == wanted), None)
    if dialect is None:
        return None
    check_fits(services().games.record(game).state, dialect)
    secret = services().programs.give_seat(game, seat, dialect)
    return given_to_program(_table(game), seat, dialect, secret)


def _table(game: str) -> TableContext:
    return page_table_context(game, services().games.record(game), PageQuery())


def _page(game: str, given: Given | None = None, refused: Refused | None = None, status: int = 200) -> Response:
    view = programs_page(_table(game), services(), secret_of(game), given, refused)
    return show("programs/programs.html", "programs/page.html", status, game=game, **view)
