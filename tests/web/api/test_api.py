"""The JSON API: who may, from where, what is answered, and in which language."""

import json
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from secrets import randbelow
from time import monotonic
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.games.games import Games
from narrator.core.message import msg
from narrator.core.reading.public_view import state_for_api
from narrator.folders import PACKAGE
from narrator.storage.errors import StorageUnavailable
from narrator.storage.stores.games import GameStore
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.api.routes import api
from narrator.web.api.schemas import ChoicesSaid, EventsEntered, EventsRefused, PublicState, ScriptSaid
from narrator.web.app import OPEN_ACCESS, create_app, create_services
from narrator.web.auth.config import AccessConfig
from narrator.web.security.guard import MAX_REQUEST_BYTES
from tests.support.app import TOLD, games_in, ruling
from tests.support.web import House

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}, {"name": "Chai", "colour": "white"}]
FILE: dict[str, Any] = {"format": "narrator/1", "setup": {"players": PLAYERS, "board": {"layout": "beginner_6e"}}}
FIRST = {"type": "first_player_chosen", "seat": 1}
ODD = {"type": "dice_rolled", "seat": 0, "total": 8}
NOBODY = {"type": "turn_ended", "seat": 9}
SAID = {"type": "ruling_made", "case": "test", "text": "so"}
SET_UP_FIRST = {language: say(msg("refusal.step.not_now.checklist"), TableLocale(language)) for language in LANGUAGES}


def told(answer: TestResponse) -> Any:
    """What an answer says; one without JSON fails the test."""
    assert answer.is_json
    return answer.json


class Caller:
    """A program with a game of its own."""

    def __init__(self, client: FlaskClient, **file: Any) -> None:
        self.client = client
        answer = client.post("/api/v1/games", json={**FILE, **file})
        assert answer.status_code == 201, answer.text
        self.created = told(answer)
        self.url = f"/api/v1/games/{self.created['id']}"
        self.host = {"Authorization": f"Bearer {self.created['secret']}"}

    def get(self, path: str = "", **options: Any) -> TestResponse:
        return self.client.get(self.url + path, **options)

    def post(self, *events: Any, seen: int | None = None, query: str = "", **headers: str) -> TestResponse:
        body = {"events": events} if seen is None else {"events": events, "seen": seen}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"{self.url}/events{query}", json=body, headers={**self.host, **named})

    def seq(self) -> int:
        return int(told(self.get())["seq"])


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return games_in(tmp_path)


@pytest.fixture
def client(games: Games) -> FlaskClient:
    app = Flask("test")
    create_services(app, games, lambda: datetime.now(UTC), monotonic, randbelow, OPEN_ACCESS, "")
    app.register_blueprint(api)
    return app.test_client()


@pytest.fixture
def caller(client: FlaskClient) -> Caller:
    return Caller(client)


# Beginning.


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "looks the same as"), ("es", "se ve igual que"), ("ru", "выглядит так же, как"), ("th", "จนแยกไม่ออก")],
)
def test_a_new_game_with_look_alike_names_is_refused_in_plain_words(
    client: FlaskClient, language: str, words: str
) -> None:
    first, *rest = PLAYERS
    twins = [{**first, "name": "Ana"}, {**rest[0], "name": "\u0410na"}, *rest[1:]]
    sent = {**FILE, "setup": {**FILE["setup"], "players": twins}}
    answer = client.post("/api/v1/games", json=sent, headers={"Accept-Language": language})
    assert answer.status_code == 422
    assert words in answer.text
    assert client.post("/api/v1/games", json={**sent, "events": [FIRST]}).status_code == 201, "a saved game opens"


def test_a_game_file_makes_a_game(client: FlaskClient, games: Games) -> None:
    answer = client.post("/api/v1/games", json={**FILE, "events": [FIRST]})
    assert answer.status_code == 201
    assert set(told(answer)) == {"id", "secret", "join_code", "addresses"}
    assert told(answer)["addresses"] == ["http://localhost"]
    assert answer.headers["Location"] == f"/api/v1/games/{told(answer)['id']}"
    assert games.access.is_host(told(answer)["id"], told(answer)["secret"])
    assert games.access.find_by_join_code(told(answer)["join_code"]) == told(answer)["id"]
    assert told(client.get(answer.headers["Location"]))["seq"] == 1


def test_the_addresses_are_those_that_the_server_knows(client: FlaskClient) -> None:
    client.application.config["ADDRESSES"] = ["http://192.168.1.20:8080"]
    assert Caller(client).created["addresses"] == ["http://192.168.1.20:8080"]


def test_behind_a_proxy_the_address_is_the_one_that_people_see(games: Games) -> None:
    proxied = {"Host": "games.cafe.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    access = AccessConfig(hosts=frozenset({"games.cafe.example"}), proxies=(ip_network("127.0.0.1"),))
    for known, found in (("http://127.0.0.1:8080", []), ("http://192.168.1.20:8080", ["http://192.168.1.20:8080"])):
        client = create_app(games, addresses=[known], access=access).test_client()
        answer = client.post("/api/v1/games", json=FILE, headers=proxied)
        assert told(answer)["addresses"] == ["https://games.cafe.example", *found]


@pytest.mark.parametrize(
    ("body", "status", "code", "seq"),
    [
        (b"", 400, "not_json", None),
        (b'{"format"', 400, "not_json", None),
        (b"\xff", 400, "not_json", None),
        (b"[]", 422, "file.value", 0),
        (b"{}", 422, "file.missing_field", 0),
        (json.dumps({**FILE, "format": "narrator/9"}).encode(), 422, "file.value", 0),
        (json.dumps({**FILE, "setup": {"players": PLAYERS[:1]}}).encode(), 422, "setup.players", 0),
        (json.dumps({**FILE, "events": [FIRST, {"type": "moon"}]}).encode(), 422, "event.unknown_type", 2),
        (json.dumps({**FILE, "events": [FIRST, NOBODY]}).encode(), 422, "seat.unknown", 2),
    ],
)
def test_a_game_file_that_does_not_fit_is_refused(
    client: FlaskClient, body: bytes, status: int, code: str, seq: int | None
) -> None:
    answer = client.post("/api/v1/games", data=body)
    assert answer.status_code == status
    assert told(answer)["error"]["message"]
    if seq is None:
        assert told(answer)["error"]["code"] == code
    else:
        assert told(answer)["error"]["code"] == "refused"
        assert (told(answer)["seq"], told(answer)["refused"][0]["code"]) == (seq, code)
        assert told(answer)["refused"][0]["message"] == told(answer)["error"]["message"]


# Reading.


def test_everybody_may_see_the_public_state(caller: Caller, games: Games) -> None:
    assert caller.get().json == state_for_api(games.record_of(caller.created["id"]).state)


def test_the_state_has_the_described_shape(caller: Caller) -> None:
    msgspec.json.decode(caller.get().data, type=PublicState)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_is_given_in_words(caller: Caller, language: str) -> None:
    caller.post(FIRST)
    answer = caller.get(f"/script?lang={language}")
    script = msgspec.json.decode(answer.data, type=ScriptSaid)
    assert (script.seq, script.language) == (1, language)
    assert len(script.next) == 3
    for step in (*script.before, script.now, *script.next):
        assert step.line
        assert "{" not in step.line
    assert (script.now.line == told(caller.get("/script?lang=en"))["now"]["line"]) == (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_odd_case_comes_with_its_card_and_what_may_be_entered(client: FlaskClient, language: str) -> None:
    evening = json.loads((PACKAGE / "samples" / "evening.json").read_bytes())
    caller = Caller(client, **{**evening, "events": evening["events"][:45]})
    answer = caller.get(f"/script?lang={language}")
    script = msgspec.json.decode(answer.data, type=ScriptSaid)
    assert [card.id for card in script.cards] == ["knight"]
    assert len(script.cards[0].lines) >= 2
    (case,) = script.prompts
    assert case.id == "knight_before_roll"
    assert all((case.title, case.ruling, case.why))
    for event in told(answer)["prompts"][0]["choices"]:
        assert caller.post(event, query="?dry_run=1").status_code == 200


def test_what_may_be_entered_is_ready_to_send(caller: Caller) -> None:
    answer = caller.get("/choices?lang=es")
    choices = msgspec.json.decode(answer.data, type=ChoicesSaid)
    assert choices.seq == 0
    assert choices.events
    assert choices.line == told(caller.get("/script?lang=es"))["now"]["line"]
    for event in told(answer)["events"]:
        assert caller.post(event, seen=0, query="?dry_run=1").status_code == 200
    assert caller.post(told(answer)["events"][0], seen=0).status_code == 201


def test_open_kinds_say_what_they_need(client: FlaskClient) -> None:
    caller = Caller(client, setup={"players": PLAYERS, "tracking": "counts"})
    caller.post({"type": "corrected", "what": "step", "value": "actions", "waived": True})
    caller.post({"type": "corrected", "what": "hand", "seat": 0, "value": 8, "waived": True})
    kinds = {kind["type"]: kind for kind in told(caller.get("/choices"))["open"]}
    assert set(kinds["bank_traded"]["fields"]) == {"give", "receive"}


@pytest.mark.parametrize("path", ["", "/script", "/choices"])
def test_an_unknown_game_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/api/v1/games/nobodys1{path}")
    assert (answer.status_code, told(answer)["error"]["code"]) == (404, "no_such_game")


# Entering.


def test_what_is_entered_is_answered_with_its_numbers_and_the_table(caller: Caller) -> None:
    answer = caller.post(FIRST, SAID, seen=0)
    assert answer.status_code == 201
    entered = msgspec.json.decode(answer.data, type=EventsEntered)
    assert (entered.seq, entered.numbers, entered.state.seat) == (2, [1, 2], 1)
    assert told(answer)["state"] == caller.get().json


def test_a_stale_call_is_refused_with_a_reason(caller: Caller) -> None:
    caller.post(SAID, seen=0)
    for query in ("", "?dry_run=1"):
        answer = caller.post(SAID, seen=0, query=query)
        assert (answer.status_code, told(answer)["error"]["code"]) == (409, "stale")
        assert (told(answer)["seen"], told(answer)["now"]) == (0, 1)
    assert caller.seq() == 1


def test_a_refusal_says_which_event_and_why_and_changes_nothing(caller: Caller) -> None:
    answer = caller.post(FIRST, ODD, seen=0)
    assert answer.status_code == 422
    refused = msgspec.json.decode(answer.data, type=EventsRefused)
    assert refused.seq == 2
    assert [(reason.code, reason.kind) for reason in refused.refused] == [
        ("step.not_now", "irregular"),
        ("turn.not_yours", "irregular"),
    ]
    assert refused.refused[0].message == refused.error.message == SET_UP_FIRST["en"]
    assert refused.refused[1].message == "It's Boris's turn, so Ana has to wait."
    assert caller.seq() == 0


def test_what_is_irregular_may_be_let_stand(caller: Caller) -> None:
    assert caller.post({**ODD, "waived": True}).status_code == 201
    assert caller.post({**NOBODY, "waived": True}).status_code == 422


def test_a_dry_run_only_judges(caller: Caller) -> None:
    answer = caller.post(FIRST, {**ODD, "waived": True}, seen=0, query="?dry_run=1")
    assert answer.status_code == 200
    assert told(answer)["seq"] == 0
    assert [judged["accepted"] for judged in told(answer)["judged"]] == [True, True]
    assert [bool(judged["reasons"]) for judged in told(answer)["judged"]] == [False, True]
    answer = caller.post(FIRST, ODD, NOBODY, query="?dry_run=true")
    assert answer.status_code == 422
    assert told(answer)["seq"] == 2
    assert [judged["accepted"] for judged in told(answer)["judged"]] == [True, False, False]
    assert caller.seq() == 0
    assert caller.post(FIRST, query="?dry_run=0").status_code == 201


def test_a_call_that_comes_again_is_answered_as_before(caller: Caller) -> None:
    first = caller.post(FIRST, seen=0, Idempotency_Key="tap 1")
    caller.post(SAID, seen=1)
    again = caller.post(FIRST, seen=0, Idempotency_Key="tap 1")
    assert (again.status_code, again.data) == (201, first.data)
    assert caller.seq() == 2


def test_a_key_serves_once(caller: Caller) -> None:
    caller.post(FIRST, Idempotency_Key="tap 1")
    answer = caller.post(SAID, Idempotency_Key="tap 1")
    assert (answer.status_code, told(answer)["error"]["code"]) == (409, "key_reused")
    answer = caller.post(SAID, Idempotency_Key="x" * 201)
    assert (answer.status_code, told(answer)["error"]["code"]) == (400, "key_too_long")
    assert caller.seq() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "not_json"),
        (b"{", 400, "not_json"),
        (b"{}", 422, "file.missing_field"),
        (b'{"events": []}', 422, "file.value"),
        (b'{"events": {}}', 422, "file.value"),
        (b'{"events": [{"type": "turn_ended", "seat": 0}], "seen": -1}', 422, "file.value"),
        (b'{"events": [{"type": "turn_ended", "seat": 0}], "moon": 1}', 422, "file.unknown_field"),
        (b'{"events": [{"type": "turn_ended"}]}', 422, "file.missing_field"),
        (b'{"events": [7]}', 422, "file.value"),
        (b'{"events": [{"type": "corrected", "what": "hand", "value": ' + b"[" * 50_000, 400, "not_json"),
    ],
)
def test_a_body_that_does_not_fit_is_refused(caller: Caller, body: bytes, status: int, code: str) -> None:
    answer = caller.client.post(f"{caller.url}/events", data=body, headers=caller.host)
    assert answer.status_code == status
    assert code in (told(answer)["error"]["code"], *(reason["code"] for reason in told(answer).get("refused", ())))


@pytest.mark.parametrize("path", ["/games", None])
def test_more_than_a_megabyte_is_too_much(caller: Caller, path: str | None) -> None:
    url = f"{caller.url}/events" if path is None else f"/api/v1{path}"
    answer = caller.client.post(url, data=b" " * (MAX_REQUEST_BYTES + 1), headers=caller.host)
    assert (answer.status_code, told(answer)["error"]["code"]) == (413, "too_large")
    assert caller.client.post(url, data=b" " * MAX_REQUEST_BYTES, headers=caller.host).status_code == 400


@pytest.mark.file
def test_a_full_disk_is_reported_as_such(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StorageUnavailable("full", path="/secret/place")

    monkeypatch.setattr(GameStore, "append", full)
    answer = caller.post(SAID)
    assert (answer.status_code, told(answer)["error"]["code"]) == (503, "store.full")
    assert "/secret" not in answer.text


# Who and from where.


@pytest.mark.parametrize(("method", "path"), [("post", "/events"), ("get", "/file")])
def test_only_the_host_writes_and_takes_the_file(caller: Caller, games: Games, method: str, path: str) -> None:
    call = getattr(caller.client, method)
    other = games.create(TOLD).secret
    body = {} if method == "get" else {"json": {"events": [SAID]}}
    answer = call(caller.url + path, **body)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert told(answer)["error"]["code"] == "unauthorized"
    for wrong in ("Bearer x", f"Bearer {other}", f"bearer {caller.created['secret'].lower()}"):
        assert call(caller.url + path, headers={"Authorization": wrong}, **body).status_code == 403
    for none in ("", "Bearer", "Bearer ", f"Basic {caller.created['secret']}"):
        assert call(caller.url + path, headers={"Authorization": none}, **body).status_code == 401
    assert caller.seq() == 0
    assert call(caller.url + path, headers=caller.host, **body).status_code == (200 if method == "get" else 201)


@pytest.mark.parametrize("path", ["/events", "/events?dry_run=1"])
def test_leave_is_asked_before_anything_else(client: FlaskClient, path: str) -> None:
    url = f"/api/v1/games/nobodys1{path}"
    assert client.post(url, data=b"{").status_code == 401
    assert client.post(url, data=b"{", headers={"Authorization": "Bearer x"}).status_code == 403
    assert client.post(url, data=b" " * (MAX_REQUEST_BYTES + 1)).status_code == 401


def test_the_hosts_cookie_is_as_good_as_a_secret(caller: Caller) -> None:
    name, secret = f"host_{caller.created['id']}", caller.created["secret"]
    caller.client.set_cookie(name, "x")
    assert caller.client.get(f"{caller.url}/file").status_code == 403
    caller.client.set_cookie(name, secret)
    assert caller.client.get(f"{caller.url}/file").status_code == 200
    assert caller.client.post(f"{caller.url}/events", json={"events": [SAID]}).status_code == 201
    wrong = {"Authorization": "Bearer x"}
    assert caller.client.get(f"{caller.url}/file", headers=wrong).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://localhost:81", "https://localhost.example"]
)
def test_a_page_from_elsewhere_writes_nothing(caller: Caller, origin: str) -> None:
    answer = caller.post(SAID, Origin=origin)
    assert (answer.status_code, told(answer)["error"]["code"]) == (403, "foreign_origin")
    assert caller.client.post("/api/v1/games", json=FILE, headers={"Origin": origin}).status_code == 403
    assert caller.seq() == 0


def test_our_own_page_may_write(caller: Caller) -> None:
    assert caller.post(SAID, Origin="http://localhost").status_code == 201


# Files and words.


def test_the_file_makes_the_same_game(caller: Caller) -> None:
    caller.post(FIRST, SAID)
    answer = caller.get("/file", headers=caller.host)
    assert answer.mimetype == "application/json"
    again = Caller(caller.client, **told(answer))
    assert again.get().json == caller.get().json


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "es-MX,es;q=0.9", "es"),
        ("", "fi, ru;q=0.5, en;q=0.4", "ru"),
        ("", "fi", "en"),
        ("?lang=th", "es", "th"),
        ("?lang=es_AR", "th", "es"),
        ("?lang=fi", "es", "en"),
    ],
)
def test_messages_follow_lang_then_accept_language(caller: Caller, query: str, accepted: str, language: str) -> None:
    answer = caller.post(ODD, query=query, Accept_Language=accepted)
    assert told(answer)["error"]["message"] == SET_UP_FIRST[language]
    assert "Accept-Language" in answer.headers["Vary"]


def test_what_is_not_there_is_reported_in_json(client: FlaskClient) -> None:
    answer = client.get("/api/v1/moon?lang=ru")
    assert (answer.status_code, told(answer)["error"]["code"]) == (404, "not_found")
    answer = client.delete("/api/v1/games")
    assert (answer.status_code, told(answer)["error"]["code"]) == (405, "not_allowed")
    assert answer.headers["Allow"] == "POST"


def test_the_whole_application_has_the_api(games: Games) -> None:
    caller = Caller(create_app(games, addresses=["http://192.168.1.20:8080"]).test_client())
    assert caller.created["addresses"] == ["http://192.168.1.20:8080"]
    assert caller.post(SAID).status_code == 201
    answer = caller.post(SAID, Origin="http://elsewhere.example")
    assert (answer.status_code, told(answer)["error"]["code"]) == (403, "foreign_origin")
    assert (
        caller.client.post(caller.url + "/events", data=b"x" * (MAX_REQUEST_BYTES + 1), headers=caller.host).status_code
        == 413
    )
    assert told(caller.client.get("/api/v1/moon"))["error"]["code"] == "not_found"
    games.enter_events(caller.created["id"], [ruling("more")])
    assert caller.seq() == 2


# Drawing.


def test_the_server_draws_who_starts_once(caller: Caller) -> None:
    assert caller.client.post(f"{caller.url}/draw").status_code == 401
    answer = caller.client.post(f"{caller.url}/draw", headers=caller.host)
    assert answer.status_code == 201
    state = msgspec.json.decode(answer.data, type=EventsEntered).state
    last = caller.client.get(f"{caller.url}/file", headers=caller.host).json["events"][-1]  # type: ignore[index]
    assert (last["type"], last["drawn"]) == ("first_player_chosen", True)
    assert state.seq == caller.seq()
    assert caller.client.post(f"{caller.url}/draw", headers=caller.host).status_code == 409


def test_the_server_shuffles_the_seats_before_the_game_begins(caller: Caller) -> None:
    assert caller.client.post(f"{caller.url}/shuffle").status_code == 401
    before = [seat["name"] for seat in told(caller.get())["seats"]]
    answer = caller.client.post(f"{caller.url}/shuffle", headers=caller.host)
    assert answer.status_code == 200
    assert sorted(seat["name"] for seat in told(answer)["seats"]) == sorted(before)


def test_once_the_game_has_begun_nobody_is_shuffled(house: House) -> None:
    host = house.sample()
    headers = {"Authorization": f"Bearer {host.secret}"}
    answer = host.client.post(f"/api/v1/games/{host.id}/shuffle", headers=headers)
    assert (answer.status_code, told(answer)["refused"][0]["code"]) == (422, "join.begun")
