"""The host lets programs in: an assistant that helps to host, or a program in a chair. Each key is shown once."""

from typing import get_args

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.dialects.fitting import check_fits
from narrator.store.note import Dialect
from narrator.web.request.access import require_host, secret_of
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.fragment import show
from narrator.web.request.house import house
from narrator.web.request.table import Table, at_table
from narrator.web.views.programs import Given, given_to_assistant, given_to_program, programs_page

pages = Blueprint("programs", __name__)


@pages.get("/g/<game>/programs")
def programs(game: str) -> ResponseReturnValue:
    require_host(game)
    return _page(game)


@pages.post("/g/<game>/programs")
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
    seat = as_number(request.form.get("seat", ""))
    if what == "assist":
        return given_to_assistant(_table(game), house().games.new_program_secret(game))
    if what == "revoke":
        house().seats.revoke(game, request.form.get("device", ""), secret_of(game))
    elif what == "free" and seat in house().programs.of(game):
        house().seats.free(game, seat)
    elif what == "give" and seat is not None:
        return _give(game, seat, request.form.get("dialect", ""))
    return None


def _give(game: str, seat: int, wanted: str) -> Given | None:
    dialect: Dialect | None = next((one for one in get_args(Dialect) if one == wanted), None)
    if dialect is None:
        return None
    check_fits(house().games.record(game).state, dialect)
    secret = house().programs.give_seat(game, seat, dialect)
    return given_to_program(_table(game), seat, dialect, secret)


def _table(game: str) -> Table:
    return at_table(game, house().games.record(game), Ask())


def _page(game: str, given: Given | None = None, refused: Refused | None = None, status: int = 200) -> Response:
    view = programs_page(_table(game), house(), secret_of(game), given, refused)
    return show("programs/programs.html", "programs/page.html", status, game=game, **view)
