"""The description of the API, OpenAPI 3.1: the calls stand in a table here, the schemas come from the types."""

from functools import cache
from typing import Any

import msgspec

from narrator import __version__
from narrator.text.languages import LISTED
from narrator.web.api.call import GAME, Call, Content
from narrator.web.api.dialect_calls import DIALECT_CALLS
from narrator.web.api.examples import CREATED, ENTERED, FAILED, FILE, JUDGED, REFUSED, SENT, STALE, STATE
from narrator.web.api.lookup_calls import LOOKUP_CALLS
from narrator.web.api.seat_calls import SEAT_CALLS
from narrator.web.api.shapes import (
    ChoicesSaid,
    Conflict,
    CreatedGame,
    EventsEntered,
    EventsJudged,
    EventsRefused,
    EventsShape,
    Failed,
    GameFileShape,
    PublicState,
    ScriptSaid,
)

INTRODUCTION = (
    "A host's assistant for Catan with the real board. Events are facts about the table; what is irregular can be let "
    "stand with `waived`. Whole numbers are written without a decimal point: 5, not 5.0. Messages follow `lang`, then "
    f"`Accept-Language`: {LISTED}."
)


CALLS = (
    Call(
        "post",
        "/api/v1/games",
        "createGame",
        "Begin a game from a game file.",
        {201: Content(CreatedGame, CREATED), 422: Content(EventsRefused, REFUSED)},
        sent=Content(GameFileShape, FILE),
        parameters=("lang",),
        failures=(400, 403, 413, 429, 503),
    ),
    Call(
        "get",
        GAME,
        "getState",
        "The public state; with a seat's secret where the app deals, its own cards with it.",
        {200: Content(PublicState, STATE)},
        parameters=("game",),
        for_seat=True,
    ),
    Call(
        "get",
        f"{GAME}/script",
        "getScript",
        "What the host says now, and what came before and comes next.",
        {200: Content(ScriptSaid)},
        parameters=("game", "lang"),
    ),
    Call(
        "get",
        f"{GAME}/choices",
        "getChoices",
        "What may be entered now; with a seat's secret where the app deals, by that seat from its own hand.",
        {200: Content(ChoicesSaid)},
        parameters=("game", "lang"),
        for_seat=True,
    ),
    Call(
        "post",
        f"{GAME}/events",
        "enterEvents",
        "Enter events together or not at all; with `dry_run` they are only judged.",
        {
            200: Content(EventsJudged, JUDGED),
            201: Content(EventsEntered, ENTERED),
            409: Content(Conflict, STALE),
            422: Content(EventsRefused, REFUSED),
        },
        sent=Content(EventsShape, SENT),
        parameters=("game", "lang", "dry_run", "Idempotency-Key"),
        for_host=True,
        for_seat=True,
        failures=(400, 401, 403, 413, 503),
    ),
    Call(
        "post",
        f"{GAME}/draw",
        "drawFirstPlayer",
        "Draw who starts and enter it, with what is left of the checklist.",
        {201: Content(EventsEntered, ENTERED), 409: Content(Conflict, STALE)},
        parameters=("game", "lang"),
        for_host=True,
        failures=(401, 403, 503),
    ),
    Call(
        "post",
        f"{GAME}/shuffle",
        "shuffleSeats",
        "Shuffle who sits where, before the first settlement.",
        {200: Content(PublicState, STATE), 422: Content(EventsRefused, REFUSED)},
        parameters=("game", "lang"),
        for_host=True,
        failures=(401, 403, 503),
    ),
    Call(
        "get",
        f"{GAME}/file",
        "getFile",
        "The whole game as a game file.",
        {200: Content(GameFileShape, FILE)},
        parameters=("game",),
        for_host=True,
        failures=(401, 403, 503),
    ),
    *LOOKUP_CALLS,
    *SEAT_CALLS,
    *DIALECT_CALLS,
    Call("get", "/api/v1/openapi.json", "getDescription", "This.", {200: Content(dict[str, Any])}, failures=()),
)

PARAMETERS: dict[str, dict[str, Any]] = {
    "game": {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}},
    "lang": {"name": "lang", "in": "query", "schema": {"type": "string"}, "description": LISTED},
    "number": {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}},
    "name": {
        "name": "name",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
        "description": "A number's name, as `getNumbers` lists it.",
    },
    "q": {
        "name": "q",
        "in": "query",
        "schema": {"type": "string"},
        "description": "The question, in the language asked for; its first 200 letters count.",
    },
    "since": {
        "name": "since",
        "in": "query",
        "schema": {"type": "integer", "minimum": 0, "maximum": 10**9},
        "description": "The last entry that is known: what came after it is told.",
    },
    "notes": {
        "name": "notes",
        "in": "query",
        "schema": {"type": "integer", "minimum": 0, "maximum": 10**9},
        "description": "The last note that is known, for `wait`: offers and answers are notes.",
    },
    "wait": {
        "name": "wait",
        "in": "query",
        "schema": {"type": "integer", "minimum": 0, "maximum": 30},
        "description": "So many seconds the answer may wait for something newer than `since` and `notes`.",
    },
    "dry_run": {"name": "dry_run", "in": "query", "schema": {"enum": ["0", "1"]}, "description": "1: only judge"},
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": {"type": "string", "maxLength": 200},
        "description": "A call that comes again with the same key is answered as before and enters nothing.",
    },
}

MEANINGS = {
    200: "Done",
    201: "Entered",
    202: "Proposed: the host decides",
    400: "Not JSON, not as described, or with a NUL in it",
    401: "No secret was sent",
    403: "The secret is wrong, the page is from elsewhere, or the house is closed",
    404: "There is no such game, seat or number",
    409: "Something was entered in the meantime, or the key was used for other events",
    413: "More than a megabyte",
    422: "Refused, with reasons",
    429: "Too many games or actions in a minute",
    503: "The games can't be read or written at the moment, or this one is damaged",
}


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    contents = [*dict.fromkeys(content.shape for call in CALLS for content in contents_of(call)), Failed]
    schemas, components = msgspec.json.schema_components(contents, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(contents, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Narrator", "version": __version__, "description": INTRODUCTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "host": {"type": "http", "scheme": "bearer", "description": "The game's secret."},
                "seat": {"type": "http", "scheme": "bearer", "description": "A seat's own."},
            },
        },
    }


def contents_of(call: Call) -> list[Content]:
    return [*([call.sent] if call.sent else []), *call.answers.values()]


def _operation(call: Call, schema_of: dict[Any, Any]) -> dict[str, Any]:
    failures = {400, *call.failures}  # whatever is asked: a NUL in it is refused
    answers = {status: Content(Failed, FAILED) for status in failures} | call.answers
    operation: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary,
        "parameters": [PARAMETERS[name] for name in call.parameters],
        "responses": {
            str(status): {"description": MEANINGS[status], "content": _json(content, schema_of)}
            for status, content in sorted(answers.items())
        },
    }
    if call.sent is not None:
        operation["requestBody"] = {"required": True, "content": _json(call.sent, schema_of)}
    if call.for_program:
        operation["security"] = [{"seat": []}]
    elif call.for_host or call.for_seat:
        seat: list[dict[str, list[str]]] = [{"seat": []}] if call.for_seat else []
        operation["security"] = [{"host": []} if call.for_host else {}, *seat]
    return operation


def _json(content: Content, schema_of: dict[Any, Any]) -> dict[str, Any]:
    body = {"schema": schema_of[content.shape]}
    if content.example is not None:
        body["example"] = content.example
    return {"application/json": body}
