"""The OpenAPI 3.1 description of the API, with schemas generated from the types."""

import re
from functools import cache
from typing import Any

import msgspec

from narrator import __version__
from narrator.text.languages import LANGUAGE_LIST
from narrator.web.api.game_calls import FAILED, GAME_CALLS, GAMES, LOOKUP_CALLS, Call, Content
from narrator.web.api.schemas import Failed
from narrator.web.api.seat_calls import DIALECT_CALLS, SEAT_CALLS

INTRODUCTION = (
    "A host's assistant for Catan with the real board. Events are facts about the table; what is irregular can be let "
    "stand with `waived`. Whole numbers are written without a decimal point: 5, not 5.0. Messages follow `lang`, then "
    f"`Accept-Language`: {LANGUAGE_LIST}."
)

DESCRIPTION_CALL = Call(
    "get", "/api/v1/openapi.json", "getDescription", "This.", {200: Content(dict[str, Any])}, parameters=()
)
CALLS = (*GAME_CALLS, *LOOKUP_CALLS, *SEAT_CALLS, *DIALECT_CALLS, DESCRIPTION_CALL)
PATH_PARAMETER = re.compile(r"{(\w+)}")


def _parameter(name: str, place: str, schema: dict[str, Any], description: str = "") -> dict[str, Any]:
    parameter: dict[str, Any] = {"name": name, "in": place, "schema": schema}
    if place == "path":
        parameter["required"] = True
    if description:
        parameter["description"] = description
    return parameter


STRING = {"type": "string"}
LAST_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**9}
QUESTION = "The question, in the language asked for; its first 200 letters count."
NOTES = "The last note that is known, for `wait`: offers and answers are notes."
WAIT = "So many seconds the answer may wait for something newer than `since` and `notes`."
IDEMPOTENCY = "A call that comes again with the same key is answered as before and enters nothing."
PARAMETERS = {
    parameter["name"]: parameter
    for parameter in (
        _parameter("game", "path", STRING),
        _parameter("number", "path", {"type": "integer", "minimum": 0}),
        _parameter("name", "path", STRING, "A number's name, as `getNumbers` lists it."),
        _parameter("lang", "query", STRING, LANGUAGE_LIST),
        _parameter("q", "query", STRING, QUESTION),
        _parameter("since", "query", LAST_NUMBER, "The last entry that is known: what came after it is told."),
        _parameter("notes", "query", LAST_NUMBER, NOTES),
        _parameter("wait", "query", {"type": "integer", "minimum": 0, "maximum": 30}, WAIT),
        _parameter("dry_run", "query", {"enum": ["0", "1"]}, "1: only judge"),
        _parameter("Idempotency-Key", "header", {"type": "string", "maxLength": 200}, IDEMPOTENCY),
    )
}

STATUS_MEANINGS = {
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
    return [*([call.body] if call.body else []), *call.responses.values()]


def _failures(call: Call) -> set[int]:
    """Return the statuses that are answered with `Failed`."""
    in_path = PATH_PARAMETER.findall(call.path)
    needs_secret = bool(call.secrets) and "" not in call.secrets
    failures = {400, *call.other_failures}  # a NUL in a request is always refused
    if call.path.startswith(GAMES):
        failures.add(503)
    if needs_secret:  # without it, a call does not reveal whether the game exists
        failures |= {401, 403}
    if {"number", "name"} & {*in_path} or (in_path and not needs_secret):
        failures.add(404)
    if call.body is not None:
        failures.add(413)
    if call.secrets == ("seat",) and call.method == "post":
        failures.add(429)
    return failures


def _operation(call: Call, schema_of: dict[Any, Any]) -> dict[str, Any]:
    responses = {status: Content(Failed, FAILED) for status in _failures(call)} | call.responses
    operation: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary,
        "parameters": [PARAMETERS[name] for name in (*PATH_PARAMETER.findall(call.path), *call.parameters)],
        "responses": {
            str(status): {"description": STATUS_MEANINGS[status], "content": _json(content, schema_of)}
            for status, content in sorted(responses.items())
        },
    }
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(call.body, schema_of)}
    if call.secrets:
        operation["security"] = [{name: []} if name else {} for name in call.secrets]
    return operation


def _json(content: Content, schema_of: dict[Any, Any]) -> dict[str, Any]:
    body = {"schema": schema_of[content.shape]}
    if content.example is not None:
        body["example"] = content.example
    return {"application/json": body}
