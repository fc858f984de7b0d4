"""What the API answers when it says no: a status, a code that programs rely on and a sentence for people."""

from typing import Any

import msgspec
from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from narrator.app.games.results import EntryRefused, KeyReused, NoSuchGame, Stale
from narrator.core.message import Refused, msg
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.text.locale import table_locale
from narrator.text.render import TableLocale, say
from narrator.web.api.access import Denied, language
from narrator.web.api.shapes import Conflict, EventsRefused, Failed, Judgement, Problem
from narrator.web.api.words import say_reasons
from narrator.web.auth.house_code import Closed
from narrator.web.security.hosts import UnknownHost

STATUS_CODES = {
    400: "bad_request",
    403: "foreign_origin",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    429: "too_often",
}
"""Codes for what is turned down before a call of ours is reached; the others are faults of ours."""


class RefusedInTrial(Exception):
    """A dry run in which an event would be refused."""

    def __init__(self, refused: EntryRefused, judged: list[Judgement]) -> None:
        self.refused = refused
        self.judged = judged


def answer(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, mimetype="application/json")


def failed(status: int, code: str) -> Response:
    return answer(Failed(problem(code)), status)


def problem(code: str, **params: Any) -> Problem:
    return Problem(code, say(msg(f"api.{code}", **params), TableLocale(language())))


def answer_refused(refused: Refused, judged: list[Judgement] | msgspec.UnsetType = msgspec.UNSET) -> Response:
    """Every reason, and the first one as the message. What is no JSON at all is a bad request."""
    number, locale = 0, TableLocale(language())
    if isinstance(refused, EntryRefused):
        number, locale = refused.number, table_locale(refused.state, language())
    unreadable = next((reason for reason in refused.reasons if reason.code == "file.not_json"), None)
    if unreadable is not None:
        return answer(Failed(problem("not_json", why=unreadable.params["why"])), 400)
    reasons = say_reasons(refused.reasons, locale)
    return answer(EventsRefused(Problem("refused", reasons[0].message), number, reasons, judged), 422)


def answer_http(error: HTTPException) -> Response:
    status = error.code or 500
    response = failed(status, STATUS_CODES.get(status, "internal"))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def answer_denied(denied: Denied) -> Response:
    response = failed(denied.status, denied.code)
    if denied.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def answer_stale(stale: Stale) -> Response:
    return answer(Conflict(problem("stale", seen=stale.seen, now=stale.now), stale.seen, stale.now), 409)


def answer_unusable(unusable: StorageUnavailable) -> Response:
    """The disk is full or the file is damaged: the reason is told, the place on the disk is the host's business."""
    return answer(Failed(Problem(f"store.{unusable.code}", say(msg("api.not_stored"), TableLocale(language())))), 503)


def answer_damaged(damaged: DamagedGame) -> Response:
    return answer(Failed(Problem(f"store.{damaged.code}", say(msg("api.damaged"), TableLocale(language())))), 503)


def answer_errors(blueprint: Blueprint) -> None:
    """Everything that a call may raise gets its answer."""
    blueprint.register_error_handler(Denied, answer_denied)
    blueprint.register_error_handler(UnknownHost, lambda _: failed(400, "unknown_host"))
    blueprint.register_error_handler(Closed, lambda _: failed(403, "closed"))
    blueprint.register_error_handler(NoSuchGame, lambda _: failed(404, "no_such_game"))
    blueprint.register_error_handler(Stale, answer_stale)
    blueprint.register_error_handler(KeyReused, lambda _: answer(Conflict(problem("key_reused")), 409))
    blueprint.register_error_handler(Refused, answer_refused)
    blueprint.register_error_handler(RefusedInTrial, lambda trial: answer_refused(trial.refused, trial.judged))
    blueprint.register_error_handler(StorageUnavailable, answer_unusable)
    blueprint.register_error_handler(DamagedGame, answer_damaged)
    blueprint.register_error_handler(HTTPException, answer_http)
