"""The third part: what schemathesis makes of the API's own description, as strangers, hosts and programs in seats."""

import json
import warnings
from contextlib import suppress
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from msgspec import Struct
from requests import PreparedRequest, Request
from schemathesis import Case, GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi import checks

from tools.hostile.people import People
from tools.hostile.raw_http import SERVER, Answer, Sent, address, exchange, request
from tools.hostile.report import FULL, Report
from tools.hostile.send_odd_requests import look_at

PARTS = ("method", "url", "headers", "params", "data", "json", "files")
HIDDEN = ("host", "connection", "content-length", "accept-encoding")
CHECKS = [checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance]
DEALT = {"clawtan": "seed_001", "agente": "seed_003", "narrator": "official_6e"}
"""Each dialect with the rules that it has words for."""
PLAYERS = [{"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Boris", "blue"))]


class Caller(Struct, frozen=True):
    """Somebody who calls, and the game that is called about."""

    name: str
    game: str
    secret: str = ""


def fuzz_api(people: People, report: Report, seed: int, examples: int) -> None:
    """So many examples of every call, what fits the description and what does not."""
    row = report.begin("schemathesis")
    load_all_checks()
    found = exchange(people.port, Sent("description", request("GET", "/api/v1/openapi.json")), patience=20)
    schema = schemathesis.openapi.from_dict(json.loads(found.body))
    calls = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    callers = callers_of(people)
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    for number, call in enumerate(calls):
        for mode in modes:
            _try_out(people, report, call.as_strategy(generation_mode=mode), seed, examples // len(modes), callers)
        report.progress(number + 1, len(calls))
    look_at(people, report, "schemathesis")
    row.megabytes = people.megabytes


def callers_of(people: People) -> list[Caller]:
    """A stranger, and the hosts and programs of a table with cards of its own and of tables that the app deals."""
    butt = people.butt
    phone = people.seat(butt, 0).partition("=")[2]
    found = [
        Caller("a stranger", people.watched.id),
        Caller("its host", butt.id, butt.secret),
        Caller("a program in a seat", butt.id, phone),
    ]
    for dialect, preset in DEALT.items():
        setup = {
            "players": PLAYERS,
            "board": {"layout": "random_tokens", "seed": 7},
            "cards": "app",
            "rules": {"preset": preset, "dice_source": "app", "two_player_mode": "plain"},
        }
        game = _post(people, "/api/v1/games", {"format": "narrator/1", "setup": setup})
        link = f"/api/v1/games/{game['id']}/seats/0/link"
        seat = _post(people, link, {"dialect": dialect}, Authorization=f"Bearer {game['secret']}")
        found.append(Caller(f"a program that speaks {dialect}", game["id"], seat["secret"]))
    return found


def _post(people: People, path: str, content: Any, **headers: str) -> Any:
    answer = exchange(
        people.port, Sent(path, request("POST", path, json.dumps(content).encode(), **headers)), patience=20
    )
    assert answer.status == 201, answer.body
    return json.loads(answer.body)


def _try_out(
    people: People, report: Report, cases: SearchStrategy[Any], seed: int, examples: int, callers: list[Caller]
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
        made = as_made(people, case, callers[sent_so_far % len(callers)])
        sent = as_sent(made, callers[sent_so_far % len(callers)])
        answer = people.ask(sent, address(6000 + sent_so_far // 20))
        report.note(sent, answer)
        for failure in failures_in(case, made, answer):
            report.fault(f"not as described: {failure.title}", f"{sent.name}: {answer.status} {answer.body[:200]!r}")

    with (
        warnings.catch_warnings(),
        suppress(Unsatisfiable),
    ):  # where everything fits, nothing can be drawn that does not
        warnings.simplefilter("ignore")
        send()


def failures_in(case: Case[Any], made: PreparedRequest, answer: Answer) -> list[Failure]:
    """What the description doesn't say of this answer: its status, its kind, its shape. Too many at once may be
    answered to anything."""
    if answer.status is None or answer.status == FULL:
        return []
    lines = [line.partition(": ") for line in answer.head.decode("latin-1").split("\r\n")[1:]]
    headers = {name.lower(): [value] for name, _, value in lines}
    told = Response(answer.status, headers, answer.body, made, answer.seconds, verify=False)
    try:
        case.validate_response(told, checks=CHECKS)
    except FailureGroup as group:
        return [failure for failure in group.exceptions if isinstance(failure, Failure)]
    return []


def as_made(people: People, case: Case[Any], caller: Caller) -> PreparedRequest:
    """A case as a request about the caller's own game."""
    if str((case.query or {}).get("wait")).isdigit():
        case.query["wait"] = 0  # nobody here has so much time
    if "game" in case.path_parameters:
        case.path_parameters["game"] = caller.game
    kept = case.as_transport_kwargs(base_url=f"http://{SERVER}:{people.port}")
    return Request(**{name: kept.get(name) for name in PARTS}).prepare()


def as_sent(made: PreparedRequest, caller: Caller) -> Sent:
    """The same as bytes."""
    body = made.body.encode() if isinstance(made.body, str) else made.body or b""
    assert isinstance(body, bytes)
    headers = {name: str(value) for name, value in made.headers.items() if name.lower() not in HIDDEN}
    if caller.secret:
        headers["Authorization"] = f"Bearer {caller.secret}"
    name = f"{made.method} {made.path_url} as {caller.name}: {body[:200]!r}"
    return Sent(name, request(str(made.method), made.path_url, body, **headers))
