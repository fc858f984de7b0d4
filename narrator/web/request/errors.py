"""When a page can't be shown: what happened, why, and what to do, in the reader's language."""

from flask import Flask, g, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from narrator.core.message import msg
from narrator.service.answers import NoSuchGame
from narrator.store.event_log import Unusable
from narrator.text.catalog import has
from narrator.text.render import Voice, say

from .device import device_of
from .fragment import htmx


def install(app: Flask) -> None:
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(NoSuchGame, lambda _: error_page(404, "game"))
    app.register_error_handler(Unusable, lambda _: error_page(503, "store"))
    app.register_error_handler(Exception, unforeseen)


def http_error(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    return error_page(code, str(code)) if code >= 400 else error


def unforeseen(error: Exception) -> ResponseReturnValue:
    """A mistake of ours: the log says which, the page only that nothing was lost."""
    from flask import current_app

    current_app.logger.exception("unforeseen")
    if current_app.testing:
        raise error
    return error_page(500, "500")


def error_page(code: int, name: str) -> ResponseReturnValue:
    g.device = g.get("device") or device_of(request)
    key = f"error.{name}" if has(f"error.{name}.title") else "error.other"
    if request.path.startswith("/api/"):
        said = say(msg(f"{key}.text"), Voice(g.device.lang))
        return jsonify(error={"code": f"http.{code}", "message": said}), code
    # A page that has lost its rights and asks for a part of itself is loaded anew, and says so.
    return render_template("error.html", key=key), code, {"HX-Refresh": "true"} if code == 403 and htmx else {}
