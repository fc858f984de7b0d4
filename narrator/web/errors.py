"""When a page can't be shown: what happened, why, and what to do, in the reader's language."""

from typing import Any

from flask import Flask, Response, current_app, g, jsonify, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from narrator.app.access.credentials import random_token
from narrator.app.games.record_cache import examine
from narrator.app.games.results import NoSuchGame
from narrator.core.message import msg
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.text.catalog import has
from narrator.text.render import TableLocale, say, say_refusal
from narrator.web.auth.device import device_of
from narrator.web.auth.host import hosts_something, is_host
from narrator.web.monitoring.log import LOG
from narrator.web.rendering.fragment import htmx, show
from narrator.web.security.hosts import UnknownHost
from narrator.web.services import services

PAGES = {
    "busy": "store_busy",
    "full": "store_full",
    "read_only": "store_read_only",
    "server_read_only": "store_read_only",
    "unreachable": "store_away",
    "server_busy": "store_away",
    "unsure": "store_unsure",
}
"""What people are told by which page, where they can do something about it."""
REFUSED = (400, 401, 403, 413, 429)
NUMBER_LENGTH = 8


def install(app: Flask) -> None:
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(UnknownHost, lambda _: error_page(400, "host"))
    app.register_error_handler(NoSuchGame, lambda _: error_page(404, "game"))
    app.register_error_handler(StorageUnavailable, unusable)
    app.register_error_handler(DamagedGame, damaged)
    app.register_error_handler(Exception, unforeseen)
    app.after_request(log_refusal)


def log_refusal(answer: Response) -> Response:
    """Log a refusal with its route, not its address, which may contain a key."""
    if answer.status_code in REFUSED:
        route = request.url_rule.rule if request.url_rule else "none"
        LOG.info("refused %s %s %s from %s", answer.status_code, request.method, route, request.remote_addr)
    return answer


def new_number() -> str:
    """Number a mistake: the page shows it, and the journal has it."""
    g.mistake = random_token(NUMBER_LENGTH)
    return str(g.mistake)


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
    """A mistake of ours, or what a broken entry led to: the log says which."""
    if found := _damage():
        return damaged(found)
    number = new_number()
    LOG.error("mistake %s at %s", number, request.url_rule, exc_info=error)
    if current_app.testing:
        raise error
    return error_page(500, "500", number=number)


def _damage() -> DamagedGame | None:
    """What is broken in the game that this page is about."""
    game = (request.view_args or {}).get("game")
    try:
        if game:
            examine(services().games.storage, game)
    except DamagedGame as found:
        return found
    except Exception:  # the mistake that led here is the one to be told
        return None
    return None


def unusable(reason: StorageUnavailable) -> ResponseReturnValue:
    """Pages send a tap again after 503. That helps where the disk is full, and not where the file is gone."""
    number = new_number()
    LOG.warning("mistake %s at %s: the store is %s", number, request.url_rule, reason.code)
    if reason.code == "gone":
        return error_page(409, "store_gone", may_save=hosts_something(), number=number)
    return error_page(503, PAGES.get(reason.code, "store"), number=number)


def damaged(reason: DamagedGame) -> ResponseReturnValue:
    """What is broken is the host's business, a stolen card may stand in it."""
    if not is_host(reason.game):
        return error_page(409, "damaged")
    locale = TableLocale(device_of(request).lang)
    lead = say(msg(f"error.damaged.{reason.part}", number=reason.number), locale)
    reasons = [say_refusal(one, locale) for one in reason.reasons]
    rescued = None if reason.part == "setup" else reason.game
    return error_page(409, "damaged", lead=lead, reasons=reasons, rescued=rescued)


def error_page(code: int, name: str, **context: Any) -> Response:
    """The page; where making it fails too, a sentence and nothing else."""
    try:
        return _error_page(code, name, **context)
    except Exception:
        LOG.exception("no error page")
        return Response(say(msg("error.500.title"), TableLocale("en")), code, mimetype="text/plain")


def _error_page(code: int, name: str, **context: Any) -> Response:
    g.device = g.get("device") or device_of(request)
    key = f"error.{name}" if has(f"error.{name}.title") else "error.other"
    if request.path.startswith("/api/"):
        said = say(msg(f"{key}.text"), TableLocale(g.device.lang))
        number = {"number": context["number"]} if "number" in context else {}
        return make_response(jsonify(error={"code": f"http.{code}", "message": said, **number}), code)
    answer = show("components/error.html", "error.html", code, key=key, **context)
    if (code == 403 or name == "game") and htmx:  # a page that has lost its rights or its game is loaded anew
        answer.headers["HX-Refresh"] = "true"
    return answer
