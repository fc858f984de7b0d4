"""The description of the API: every call is in it, and its examples are true."""

import re
from typing import Any

import msgspec
import pytest
from flask import Flask

from narrator.storage.files.game_file import GameFile
from narrator.web.api.game_calls import FAILED
from narrator.web.api.openapi import CALLS, contents_of, description
from narrator.web.api.routes import api
from narrator.web.api.schemas import EventsSent, EventsShape, Failed, GameFileShape


def routes(app: Flask) -> set[tuple[str, str]]:
    """Every call that the application answers, as the description writes it; the last resort is none."""
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint.startswith("api.") and not rule.rule.endswith("<path:rest>")
    }


def test_every_call_is_described_and_every_description_is_a_call() -> None:
    app = Flask("test")
    app.register_blueprint(api)
    described = app.test_client().get("/api/v1/openapi.json").json
    assert described is not None
    assert described["openapi"].startswith("3.1")
    assert {(path, method) for path, calls in described["paths"].items() for method in calls} == routes(app)


EXAMPLES = {
    f"{call.name} {content.shape.__name__}": content
    for call in CALLS
    for content in contents_of(call)
    if content.example is not None
}


@pytest.mark.parametrize("content", EXAMPLES.values(), ids=EXAMPLES)
def test_every_example_has_the_shape_that_it_shows(content: Any) -> None:
    assert msgspec.to_builtins(msgspec.convert(content.example, content.shape)) == content.example


def test_failures_have_their_shape() -> None:
    assert msgspec.to_builtins(msgspec.convert(FAILED, Failed)) == FAILED


def test_every_reference_leads_somewhere() -> None:
    document = msgspec.json.encode(description()).decode()
    wanted = set(re.findall(r"#/components/schemas/(\w+)", document))
    assert wanted == set(description()["components"]["schemas"])


@pytest.mark.parametrize(("read", "described"), [(GameFile, GameFileShape), (EventsSent, EventsShape)])
def test_what_is_described_is_what_is_read(read: type[msgspec.Struct], described: type[msgspec.Struct]) -> None:
    def fields(kind: type[msgspec.Struct]) -> list[tuple[str, bool]]:
        return [(field.name, field.required) for field in msgspec.structs.fields(kind)]

    assert fields(read) == fields(described)
