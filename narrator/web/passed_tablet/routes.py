"""Pass the host's tablet to a player without a phone, who looks at their hand and acts, and take it back."""

from flask import Blueprint, Response, make_response, redirect, render_template
from flask.typing import ResponseReturnValue

from narrator.web.auth.host_access import require_host
from narrator.web.auth.viewer import can_be_passed, pass_tablet, require_seat, take_tablet_back
from narrator.web.components.hand import hand_view
from narrator.web.rendering.page_query import PageQuery, form_number
from narrator.web.rendering.table_context import passed_table_context
from narrator.web.services import services

blueprint = Blueprint("passed_tablet", __name__)


@blueprint.post("/g/<game>/pass")
def give_tablet(game: str) -> ResponseReturnValue:
    """Pass the tablet to a seat without a phone. If a phone has lost that seat, the table is asked first."""
    require_host(game)
    seat = form_number("seat")
    if seat is None or not can_be_passed(game, seat):
        if seat is not None:
            services().seats.ask_for_tablet(game, seat)
        return redirect(f"/g/{game}/stage", 303)
    response = make_response(redirect(f"/g/{game}/phone", 303))
    pass_tablet(response, game, seat)
    return response


@blueprint.post("/g/<game>/pass/back")
def take_back_tablet(game: str) -> ResponseReturnValue:
    require_host(game)
    response = make_response(redirect(f"/g/{game}/stage", 303))
    take_tablet_back(response, game)
    return response


@blueprint.get("/g/<game>/hand")
def hand(game: str) -> ResponseReturnValue:
    """Return the cards that are shown while the button is held down; never cached."""
    seat, access = require_seat(game)
    if not access.viewer.is_passed_tablet:  # a phone has its hand on its page
        return redirect(f"/g/{game}/phone", 303)
    table = passed_table_context(game, services().games.record_of(game, seat), PageQuery(), seat)
    response: Response = make_response(render_template("phone/hand.html", hand=hand_view(table, seat)))
    response.headers["Cache-Control"] = "no-store"
    return response
