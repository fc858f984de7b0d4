"""Passing the tablet: somebody without a phone looks at their own hand and acts from it, and gives it back."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.web.auth.host_access import require_host
from narrator.web.auth.viewer import can_be_passed, pass_tablet, require_seat, take_tablet_back
from narrator.web.components.hand import hand_view
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.table_context import passed_table_context
from narrator.web.services import services

blueprint = Blueprint("passed_tablet", __name__)


@blueprint.post("/g/<game>/pass")
def give(game: str) -> ResponseReturnValue:
    """To a seat that has no phone; to any other it is refused, and nothing of it is shown. Where a phone lost the seat,
    the table is asked first."""
    require_host(game)
    seat = parse_number(request.form.get("seat", ""))
    if seat is None or not can_be_passed(game, seat):
        if seat is not None:
            services().seats.ask_for_tablet(game, seat)
        return redirect(f"/g/{game}/stage", 303)
    answer = make_response(redirect(f"/g/{game}/phone", 303))
    pass_tablet(answer, game, seat)
    return answer


@blueprint.post("/g/<game>/pass/back")
def back(game: str) -> ResponseReturnValue:
    require_host(game)
    answer = make_response(redirect(f"/g/{game}/stage", 303))
    take_tablet_back(answer, game)
    return answer


@blueprint.get("/g/<game>/hand")
def hand(game: str) -> ResponseReturnValue:
    """The cards under the cover, for as long as they are held open: nothing keeps this answer."""
    seat, me = require_seat(game)
    if not me.viewer.is_passed_tablet:  # a phone has its hand on its page
        return redirect(f"/g/{game}/phone", 303)
    table = passed_table_context(game, services().games.record_of(game, seat), PageQuery(), seat)
    answer: Response = make_response(render_template("phone/hand.html", hand=hand_view(table, seat)))
    answer.headers["Cache-Control"] = "no-store"
    return answer
