"""When a page can't be shown: what happened, why, and what to do, in the reader's language."""

from flask import Flask, Response, current_app, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from narrator.core.message import msg
from narrator.service.answers import NoSuchGame
from narrator.store.event_log import Unusable
from narrator.text.catalog import has
from narrator.text.render import Voice, say

from .device import device_of
from .hosts import UnknownHost


def install(app: Flask) -> None:
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(UnknownHost, lambda _: error_page(400, "host"))
    app.register_error_handler(NoSuchGame, lambda _: error_page(404, "game"))
    app.register_error_handler(Unusable, lambda _: error_page(503, "store"))
    app.register_error_handler(Exception, unforeseen)


def http_error(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    if code < 400:
        return error
    answer = error_page(code, str(code))
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def unforeseen(error: Exception) -> ResponseReturnValue:
    """A mistake of ours: the log says which, the page only that nothing was lost."""
    current_app.logger.exception("unforeseen")
    if current_app.testing:
        raise error
    return error_page(500, "500")


def error_page(code: int, name: str) -> Response:
    """The page; where making it fails too, a sentence and nothing else."""
    try:
        return _error_page(code, name)
    except Exception:
        current_app.logger.exception("no error page")
        return Response(say(msg("error.500.title"), Voice("en")), code, mimetype="text/plain")


def _error_page(code: int, name: str) -> Response:
    g.device = g.get("device") or device_of(request)
    key = f"error.{name}" if has(f"error.{name}.title") else "error.other"
    if request.path.startswith("/api/"):
        said = say(msg(f"{key}.text"), Voice(g.device.lang))
        return make_response(jsonify(error={"code": f"http.{code}", "message": said}), code)
    return make_response(render_template("error.html", key=key), code)
