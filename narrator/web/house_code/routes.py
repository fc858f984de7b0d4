"""Enter or scan the house code, then continue to the requested page."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from narrator.core.message import Refused, impossible
from narrator.web.auth.client import this_address
from narrator.web.auth.house_code import HOUSE_COOKIE, AccessClosed, is_house_code
from narrator.web.auth.preferences import set_cookie
from narrator.web.components.refusal import refusal_texts
from narrator.web.rendering.addresses import own_path
from narrator.web.services import services

blueprint = Blueprint("house_code", __name__)


@blueprint.app_errorhandler(AccessClosed)
def ask_for_code(closed: AccessClosed) -> ResponseReturnValue:
    """Ask for the code, then repeat a GET request; a form has to be sent again."""
    path = request.full_path.rstrip("?") if request.method == "GET" else _path_in_form()
    return _render_form(path, 403, line=closed.message_key)


def _path_in_form() -> str:
    try:
        return own_path(request.form.get("next", "/"))
    except RequestEntityTooLarge:  # raised only when the form is read
        return "/"


@blueprint.get("/house/<code>")
def scanned_code(code: str) -> ResponseReturnValue:
    return _try(code, "/")


@blueprint.post("/house")
def enter_code() -> ResponseReturnValue:
    return _try(request.form.get("code", ""), own_path(request.form.get("next", "/")))


def _try(code: str, path: str) -> ResponseReturnValue:
    limit, address = services().house_code_limit, this_address()
    if not services().access.house_code:
        return redirect(path, 303)
    if not limit.may_try(address):
        return _render_form(path, 429, "join.too_often")
    if not is_house_code(code):
        if not limit.count(address):
            return _render_form(path, 429, "join.too_often")
        return _render_form(path, 404, "closed.wrong_code")
    response = make_response(redirect(path, 303))
    set_cookie(response, HOUSE_COOKIE, services().access.house_code)
    return response


def _render_form(path: str, status: int, problem: str = "", line: str = "closed.line") -> Response:
    reasons = refusal_texts(Refused(impossible(problem))) if problem else []
    return make_response(render_template("house_code/page.html", way=path, reasons=reasons, line=line), status)
