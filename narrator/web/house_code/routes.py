"""The door of the house: the code that was scanned or typed, and then on to where one wanted to go."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from narrator.core.message import impossible
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.client import this_address
from narrator.web.auth.device import this_device
from narrator.web.auth.house_code import AccessClosed, current_house_code, is_house_code, remember_house_code
from narrator.web.rendering.addresses import own_path
from narrator.web.services import services

blueprint = Blueprint("house_code", __name__)


@blueprint.app_errorhandler(AccessClosed)
def ask(closed: AccessClosed) -> ResponseReturnValue:
    """What was asked for by an address is asked for again; a form has to be sent anew."""
    way = request.full_path.rstrip("?") if request.method == "GET" else _way_of_form()
    return _asked(way, 403, line=closed.line)


def _way_of_form() -> str:
    """A form that is too large has not been looked at before this page is made."""
    try:
        return own_path(request.form.get("next", "/"))
    except RequestEntityTooLarge:
        return "/"


@blueprint.get("/house/<code>")
def scanned(code: str) -> ResponseReturnValue:
    """What the terminal's QR code opens."""
    return _tried(code, "/")


@blueprint.post("/house")
def enter_code() -> ResponseReturnValue:
    return _tried(request.form.get("code", ""), own_path(request.form.get("next", "/")))


def _tried(code: str, way: str) -> ResponseReturnValue:
    """On to where one wanted to go; wrong codes are counted apart from those of games. An open house asks nobody."""
    attempts, address = services().house_attempts, this_address()
    if not current_house_code():
        return redirect(way, 303)
    if not attempts.may_try(address):
        return _asked(way, 429, "join.too_often")
    if not is_house_code(code):
        if not attempts.count(address):
            return _asked(way, 429, "join.too_often")
        return _asked(way, 404, "closed.wrong_code")
    answer = make_response(redirect(way, 303))
    remember_house_code(answer)
    return answer


def _asked(way: str, status: int, trouble: str = "", line: str = "closed.line") -> Response:
    reasons = [say_refusal(impossible(trouble), TableLocale(this_device().lang))] if trouble else []
    return make_response(render_template("house_code/page.html", way=way, reasons=reasons, line=line), status)
