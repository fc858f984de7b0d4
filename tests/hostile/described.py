"""The third part: what schemathesis makes of the API's own description, as strangers, a host and a seat's program."""

import json
import warnings
from contextlib import suppress
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from requests import Request
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok

from .knock import look_at
from .people import People
from .report import Report
from .wire import SERVER, Sent, address, exchange, request

PARTS = ("method", "url", "headers", "params", "data", "json", "files")
HIDDEN = ("host", "connection", "content-length")


def call_as_described(people: People, report: Report, seed: int, examples: int) -> None:
    """So many examples of every call, what fits the description and what does not."""
    row = report.begin("schemathesis")
    found = exchange(people.port, Sent("description", request("GET", "/api/v1/openapi.json")), patience=20)
    schema = schemathesis.openapi.from_dict(json.loads(found.body))
    calls = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    program = people.seat(people.butt, 0).partition("=")[2]
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    for number, call in enumerate(calls):
        for mode in modes:
            _try_out(people, report, call.as_strategy(generation_mode=mode), seed, examples // len(modes), program)
        report.progress(number + 1, len(calls))
    look_at(people, report, "schemathesis")
    row.megabytes = people.megabytes


def _try_out(
    people: People, report: Report, cases: SearchStrategy[Any], seed: int, examples: int, program: str
) -> None:
    sent_so_far = 0

    @seeded(seed)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def send(case: Case[Any]) -> None:
        nonlocal sent_so_far
        sent_so_far += 1
        secrets = {"a stranger": "", "its host": people.butt.secret, "a program in a seat": program}
        sent = as_sent(people, case, *list(secrets.items())[sent_so_far % len(secrets)])
        report.note(sent, exchange(people.port, sent, address(6000 + sent_so_far // 20)))

    with (
        warnings.catch_warnings(),
        suppress(Unsatisfiable),
    ):  # where everything fits, nothing can be drawn that does not
        warnings.simplefilter("ignore")
        send()


def as_sent(people: People, case: Case[Any], who: str, secret: str) -> Sent:
    """A case as bytes: of the butt's game by its host or a program there, of the watched one by a stranger."""
    game = people.butt if secret else people.watched
    if str((case.query or {}).get("wait")).isdigit():
        case.query["wait"] = 0  # nobody here has so much time
    if "game" in case.path_parameters:
        case.path_parameters["game"] = game.id
    kept = case.as_transport_kwargs(base_url=f"http://{SERVER}:{people.port}")
    made = Request(**{name: kept.get(name) for name in PARTS}).prepare()
    body = made.body.encode() if isinstance(made.body, str) else made.body or b""
    assert isinstance(body, bytes)
    headers = {name: str(value) for name, value in made.headers.items() if name.lower() not in HIDDEN}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    name = f"{made.method} {made.path_url} as {who}: {body[:200]!r}"
    return Sent(name, request(str(made.method), made.path_url, body, **headers))
