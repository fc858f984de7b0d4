"""Access for programs: an assistant for the host, or a player in a seat. Each key is shown only once."""

from typing import get_args

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.dialects.actions import check_rules
from narrator.session.events import Dialect
from narrator.web.auth.host_access import require_host_of_game, sent_secret
from narrator.web.programs.view import NewKey, assistant_key, programs_variables, seat_key
from narrator.web.rendering.page_query import form_number
from narrator.web.rendering.responses import render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("programs", __name__)
blueprint.before_request(require_host_of_game)


@blueprint.get("/g/<game>/programs")
def programs(game: str) -> ResponseReturnValue:
    return _render_page(game)


@blueprint.post("/g/<game>/programs")
def change_access(game: str) -> ResponseReturnValue:
    """Create or revoke a key; a new one is only in this response."""
    try:
        key = _change(game, request.form.get("do", ""))
    except Refused as refused:
        return _render_page(game, refused=refused, status=422)
    return redirect(f"/g/{game}/programs", 303) if key is None else _render_page(game, key)


def _change(game: str, action: str) -> NewKey | None:
    seat = form_number("seat")
    if action == "assist":
        return assistant_key(current_table(game), services().games.access.new_program_secret(game))
    if action == "revoke":
        services().seats.revoke(game, request.form.get("device", ""), sent_secret(game))
    elif action == "free" and seat in services().programs.dialects_of(game):
        services().seats.free(game, seat)
    elif action == "give" and seat is not None:
        return _give_seat(game, seat, request.form.get("dialect", ""))
    return None


def _give_seat(game: str, seat: int, wanted: str) -> NewKey | None:
    dialect: Dialect | None = next((one for one in get_args(Dialect) if one == wanted), None)
    if dialect is None:
        return None
    check_rules(services().games.record_of(game).state, dialect)
    secret = services().programs.give_seat(game, seat, dialect)
    return seat_key(current_table(game), seat, dialect, secret)


def _render_page(game: str, key: NewKey | None = None, refused: Refused | None = None, status: int = 200) -> Response:
    view = programs_variables(current_table(game), services(), sent_secret(game), key, refused)
    return render_fragment_or_page("programs/programs.html", "programs/page.html", status, game=game, **view)
