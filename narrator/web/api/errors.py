"""Error responses of the API: a status, a stable code for programs and a sentence for people."""

from typing import Any

import msgspec
from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from narrator.app.games.results import Entered, EntryRefused, KeyReused, NoSuchGame, Stale
from narrator.core.message import Refused, msg
from narrator.core.reading.public_view import state_for_api
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.text.render import TableLocale, say
from narrator.web.api import schemas
from narrator.web.api.access import Denied, language
from narrator.web.auth.house_code import AccessClosed
from narrator.web.rendering.table_locale import table_locale
from narrator.web.security.network import UnknownHost

STATUS_CODES = {  # of errors raised outside our views; any other is "internal"
    400: "bad_request",
    403: "foreign_origin",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    429: "too_often",
}


class DryRunRefused(Exception):
    def __init__(self, refused: EntryRefused, judgements: list[schemas.Judgement]) -> None:
        self.refused = refused
        self.judgements = judgements


def json_response(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, mimetype="application/json")


def entered_response(entered: Entered, seat: int | None = None) -> Response:
    """Return the table after these entries, so that a repeated call gets the same response."""
    last = entered.numbers[-1]
    then = msgspec.convert(state_for_api(entered.record.snapshot_at(last).state, seat), schemas.PublicState)
    return json_response(schemas.EventsEntered(last, list(entered.numbers), then), 201)


def error_response(status: int, code: str) -> Response:
    return json_response(schemas.Failed(problem(code)), status)


def problem(code: str, **params: Any) -> schemas.Problem:
    return schemas.Problem(code, say(msg(f"api.{code}", **params), TableLocale(language())))


def refused_response(refused: Refused, judged: list[schemas.Judgement] | msgspec.UnsetType = msgspec.UNSET) -> Response:
    """Return 422 with all reasons, of which the first is the message; 400 if the body is not JSON."""
    number, locale = 0, TableLocale(language())
    if isinstance(refused, EntryRefused):
        number, locale = refused.number, table_locale(refused.state, language())
    unreadable = next((reason for reason in refused.reasons if reason.code == "file.not_json"), None)
    if unreadable is not None:
        return json_response(schemas.Failed(problem("not_json", why=unreadable.params["why"])), 400)
    reasons = schemas.say_reasons(refused.reasons, locale)
    error = schemas.Problem("refused", reasons[0].message)
    return json_response(schemas.EventsRefused(error, number, reasons, judged), 422)


def http_error_response(error: HTTPException) -> Response:
    status = error.code or 500
    response = error_response(status, STATUS_CODES.get(status, "internal"))
    response.headers.extend([(name, value) for name, value in error.get_headers() if name == "Allow"])
    return response


def denied_response(denied: Denied) -> Response:
    response = error_response(denied.status, denied.code)
    if denied.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def stale_response(stale: Stale) -> Response:
    seen, now = stale.last_seen_entry, stale.last_entry
    return json_response(schemas.Conflict(problem("stale", seen=seen, now=now), seen, now), 409)


def storage_response(error: StorageUnavailable | DamagedGame) -> Response:
    key = "api.damaged" if isinstance(error, DamagedGame) else "api.not_stored"
    found = schemas.Problem(f"store.{error.code}", say(msg(key), TableLocale(language())))
    return json_response(schemas.Failed(found), 503)


def register_error_handlers(blueprint: Blueprint) -> None:
    blueprint.register_error_handler(Denied, denied_response)
    blueprint.register_error_handler(UnknownHost, lambda _: error_response(400, "unknown_host"))
    blueprint.register_error_handler(AccessClosed, lambda _: error_response(403, "closed"))
    blueprint.register_error_handler(NoSuchGame, lambda _: error_response(404, "no_such_game"))
    blueprint.register_error_handler(Stale, stale_response)
    blueprint.register_error_handler(KeyReused, lambda _: json_response(schemas.Conflict(problem("key_reused")), 409))
    blueprint.register_error_handler(Refused, refused_response)
    blueprint.register_error_handler(DryRunRefused, lambda trial: refused_response(trial.refused, trial.judgements))
    blueprint.register_error_handler(StorageUnavailable, storage_response)
    blueprint.register_error_handler(DamagedGame, storage_response)
    blueprint.register_error_handler(HTTPException, http_error_response)
