"""Error pages: what happened, why, and what to do, in the reader's language."""

from typing import Any

from flask import Flask, Response, current_app, g, jsonify, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from narrator.app.access.credentials import random_token
from narrator.app.games.record_cache import examine
from narrator.app.games.results import NoSuchGame
from narrator.core.message import msg
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.text.catalog import has_message
from narrator.text.render import TableLocale, say, say_refusal
from narrator.web.auth.host_access import hosts_any_game, is_host
from narrator.web.auth.preferences import read_preferences
from narrator.web.monitoring.log import LOG
from narrator.web.rendering.responses import htmx, render_fragment_or_page
from narrator.web.security.network import UnknownHost
from narrator.web.services import services

STORAGE_ERROR_PAGES = {
    "busy": "store_busy",
    "full": "store_full",
    "read_only": "store_read_only",
    "server_read_only": "store_read_only",
    "unreachable": "store_away",
    "server_busy": "store_away",
    "unsure": "store_unsure",
}
LOGGED_STATUSES = (400, 401, 403, 413, 429)
ERROR_NUMBER_LENGTH = 8


def install_error_pages(app: Flask) -> None:
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(UnknownHost, lambda _: error_page(400, "host"))
    app.register_error_handler(NoSuchGame, lambda _: error_page(404, "game"))
    app.register_error_handler(StorageUnavailable, handle_unavailable_storage)
    app.register_error_handler(DamagedGame, handle_damaged_game)
    app.register_error_handler(Exception, handle_unexpected_error)
    app.after_request(log_refusal)


def log_refusal(response: Response) -> Response:
    """Log a refusal with its route, not its address, which may contain a key."""
    if response.status_code in LOGGED_STATUSES:
        route = request.url_rule.rule if request.url_rule else "none"
        LOG.info("refused %s %s %s from %s", response.status_code, request.method, route, request.remote_addr)
    return response


def new_error_number() -> str:
    """Return a random number by which the page and the log refer to the same error."""
    return random_token(ERROR_NUMBER_LENGTH)


def handle_http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status < 400:
        return error
    response = error_page(status, str(status))
    kept = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")]
    response.headers.extend(kept)
    return response


def handle_unexpected_error(error: Exception) -> ResponseReturnValue:
    if damage := _find_damage():
        return handle_damaged_game(damage)
    number = new_error_number()
    LOG.error("mistake %s at %s", number, request.url_rule, exc_info=error)
    if current_app.testing:
        raise error
    return error_page(500, "500", number=number)


def _find_damage() -> DamagedGame | None:
    game = (request.view_args or {}).get("game")
    try:
        if game:
            examine(services().games.storage, game)
    except DamagedGame as damage:
        return damage
    except Exception:  # report the original error instead
        return None
    return None


def handle_unavailable_storage(error: StorageUnavailable) -> ResponseReturnValue:
    """Answer with 503, after which pages send a tap again, or with 409 if the file is gone and that would not help."""
    number = new_error_number()
    LOG.warning("mistake %s at %s: the store is %s", number, request.url_rule, error.code)
    if error.code == "gone":
        return error_page(409, "store_gone", may_save=hosts_any_game(), number=number)
    return error_page(503, STORAGE_ERROR_PAGES.get(error.code, "store"), number=number)


def handle_damaged_game(damage: DamagedGame) -> ResponseReturnValue:
    """Show details only to the host: they may contain a stolen card."""
    if not is_host(damage.game):
        return error_page(409, "damaged")
    locale = TableLocale(read_preferences(request).lang)
    lead = say(msg(f"error.damaged.{damage.part}", number=damage.number), locale)
    reasons = [say_refusal(reason, locale) for reason in damage.reasons]
    rescued = None if damage.part == "setup" else damage.game
    return error_page(409, "damaged", lead=lead, reasons=reasons, rescued=rescued)


def error_page(status: int, name: str, **context: Any) -> Response:
    """Render the error page with the messages `error.{name}.*`, or a plain sentence if that fails."""
    try:
        return _error_page(status, name, **context)
    except Exception:
        LOG.exception("no error page")
        return Response(say(msg("error.500.title"), TableLocale("en")), status, mimetype="text/plain")


def _error_page(status: int, name: str, **context: Any) -> Response:
    g.preferences = g.get("preferences") or read_preferences(request)
    key = f"error.{name}" if has_message(f"error.{name}.title") else "error.other"
    if request.path.startswith("/api/"):
        message = say(msg(f"{key}.text"), TableLocale(g.preferences.lang))
        number = {"number": context["number"]} if "number" in context else {}
        return make_response(jsonify(error={"code": f"http.{status}", "message": message, **number}), status)
    response = render_fragment_or_page("components/error.html", "error.html", status, key=key, **context)
    if (status == 403 or name == "game") and htmx:  # reload a page that has lost its rights or its game
        response.headers["HX-Refresh"] = "true"
    return response
