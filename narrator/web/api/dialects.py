"""API calls for programs that speak another rulebook's dialect: their situation, and one action at a time."""

from flask import Blueprint, Response, request

from narrator.core.message import Refused, msg
from narrator.dialects.agente import (
    ACTIONS,
    AgenteError,
    AgenteRefused,
    AgenteSent,
    WrongAction,
    agente_act,
    agente_view,
    error_number,
    valid_example,
)
from narrator.dialects.clawtan import ClawtanSent, clawtan_act, clawtan_view
from narrator.storage.files.game_file import read_as
from narrator.text.languages import nearest_language
from narrator.text.render import say, say_refusal
from narrator.web.api.access import idempotency_key, request_body
from narrator.web.api.errors import json_response
from narrator.web.api.seats import require_seat, situation_response
from narrator.web.rendering.table_locale import table_locale
from narrator.web.services import services

dialects = Blueprint("dialects", __name__, url_prefix="/games/<game>/seats/me")
AGENTE_LANGUAGE = "es"


@dialects.get("/clawtan")
def look_in_clawtan(game: str) -> Response:
    return situation_response(game, require_seat(game), lambda found, _: clawtan_view(found))


@dialects.post("/clawtan")
def act_in_clawtan(game: str) -> Response:
    seat = require_seat(game)
    sent = read_as(ClawtanSent, request_body())
    return json_response(clawtan_act(services().programs, game, seat, sent, idempotency_key()))


@dialects.get("/agente")
def look_in_agente(game: str) -> Response:
    return situation_response(game, require_seat(game), lambda found, _: agente_view(found))


@dialects.post("/agente")
def act_in_agente(game: str) -> Response:
    seat = require_seat(game)
    programs = services().programs
    try:
        sent = read_as(AgenteSent, request_body())
    except Refused as refused:
        if any(reason.code == "file.not_json" for reason in refused.reasons):
            raise
        return _wrong_action_response(WrongAction(programs.situation(game, seat), *refused.reasons), "")
    try:
        agente_act(programs, game, seat, sent, idempotency_key())
    except WrongAction as wrong:
        return _wrong_action_response(wrong, sent.action)
    return json_response(agente_view(programs.situation(game, seat)))


def _wrong_action_response(wrong: WrongAction, sent: str) -> Response:
    """Return the error's number in the rulebook and the right action, in Spanish unless `lang` is given."""
    wanted = request.args.get("lang")
    locale = table_locale(wrong.situation.state, nearest_language(wanted) if wanted else AGENTE_LANGUAGE)
    reason = wrong.reasons[0]
    number = error_number(reason)
    message = say_refusal(reason, locale) if number is None else say(msg(f"agente.error.{number}"), locale)
    right = say(msg(f"agente.right.{number or 'other'}", actions=", ".join(ACTIONS)), locale)
    error = AgenteError(number, reason.code, message, right, valid_example(wrong, sent))
    return json_response(AgenteRefused(error, wrong.phase, wrong.valid_actions), 422)
