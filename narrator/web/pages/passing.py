"""Passing the tablet: somebody without a phone looks at their own hand and acts from it, and gives it back."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.house import house
from narrator.web.request.passed import can_be_passed, pass_to, take_back
from narrator.web.request.table import in_words_of
from narrator.web.request.viewer import require_seat
from narrator.web.views.hand import hand_view

pages = Blueprint("passing", __name__)


@pages.post("/g/<game>/pass")
def give(game: str) -> ResponseReturnValue:
    """To a seat that has no phone; to any other it is refused, and nothing of it is shown. Where a phone lost the seat,
    the table is asked first."""
    require_host(game)
    seat = as_number(request.form.get("seat", ""))
    if seat is None or not can_be_passed(game, seat):
        if seat is not None:
            house().seats.ask_for_tablet(game, seat)
        return redirect(f"/g/{game}/stage", 303)
    answer = make_response(redirect(f"/g/{game}/phone", 303))
    pass_to(answer, game, seat)
    return answer


@pages.post("/g/<game>/pass/back")
def back(game: str) -> ResponseReturnValue:
    require_host(game)
    answer = make_response(redirect(f"/g/{game}/stage", 303))
    take_back(answer, game)
    return answer


@pages.get("/g/<game>/hand")
def hand(game: str) -> ResponseReturnValue:
    """The cards under the cover, for as long as they are held open: nothing keeps this answer."""
    seat, me = require_seat(game)
    if not me.viewer.passed:  # a phone has its hand on its page
        return redirect(f"/g/{game}/phone", 303)
    table = in_words_of(game, house().games.record(game, seat), Ask(), seat)
    answer: Response = make_response(render_template("phone/hand.html", hand=hand_view(table, seat)))
    answer.headers["Cache-Control"] = "no-store"
    return answer
