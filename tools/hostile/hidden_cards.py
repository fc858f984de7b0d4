"""The fourth part: everybody at a table where the app deals tries to see cards that are not theirs, and to play on."""

import json
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tools.hostile.people import Game, People
from tools.hostile.raw_http import Answer, Sent, address, request
from tools.hostile.report import Report

PLAYERS = [{"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Boris", "blue"))]
SETUP = {
    "players": PLAYERS,
    "board": {"layout": "random_tokens", "seed": 7},
    "cards": "app",
    "rules": {"dice_source": "app", "two_player_mode": "plain"},
}
STEPS = 40
"""So many moves are made before anybody spies."""
STRAY = ("", "=", "\n", " ", "!")
HIDE = {"type": "rule_changed", "key": "reveal_at_end", "value": "no"}
OVER = {"type": "corrected", "what": "step", "value": "over"}
FLAGS: tuple[dict[str, bool], ...] = ({}, {"late": True}, {"waived": True})


class Table(Struct, frozen=True):
    """A dealt game, the secrets of its seats, and what each role shows for itself."""

    game: Game
    seats: list[str]
    roles: dict[str, str]


def spy(people: People, report: Report) -> None:
    row = report.begin("hidden cards")
    table = _play(people)
    last = _json(_ask(people, report, "state", "GET", f"/api/v1/games/{table.game.id}"))["seq"]
    for number, (role, cookie) in enumerate(table.roles.items()):
        _open_twins(people, report, table, role, cookie)
        report.progress(number + 1, len(table.roles) + 1)
    _look_and_play_on(people, report, table, last)
    row.megabytes = people.megabytes


# The game.


def _play(people: People) -> Table:
    report = Report(quiet=True)  # these requests are no attacks
    report.begin("play")
    body = {"format": "narrator/1", "setup": SETUP}
    made = _json(_ask(people, report, "begin", "POST", "/api/v1/games", body))
    game = Game(made["id"], made["secret"], made["join_code"])
    path = f"/api/v1/games/{game.id}/seats"
    links = [_ask(people, report, "link", "POST", f"{path}/{seat}/link", {}, game.secret) for seat in range(2)]
    seats = [_json(link)["secret"] for link in links]
    for step in range(STEPS):
        for secret in seats:
            actions = _json(_ask(people, report, f"look {step}", "GET", f"{path}/me", None, secret))["actions"]
            if actions["roll"]:
                _ask(people, report, "roll", "POST", f"{path}/me/roll", {}, secret)
            elif actions["events"]:
                events = {"events": [actions["events"][step % len(actions["events"])]]}
                _ask(people, report, "act", "POST", f"{path}/me/events", events, secret)
    watcher = people.cookie(f"/j/{game.code}", seat="watch")
    roles = {"a watcher": watcher, "a seat": f"me_{game.id}={seats[0]}", "the host": f"host_{game.id}={game.secret}"}
    return Table(game, seats, roles)


# The attacks.


def _open_twins(people: People, report: Report, table: Table, role: str, cookie: str) -> None:
    game = table.game
    copy = _ask(people, report, f"the copy as {role}", "GET", f"/g/{game.id}/copy", cookie=cookie)
    if copy.status != 200 or b"seal" in copy.body:
        report.fault("a seal left the server", f"in the copy of {role}: {copy.status}")
    host = table.roles["the host"]
    file = _json(_ask(people, report, "the host's file", "GET", f"/g/{game.id}/file", cookie=host))
    beginnings: tuple[list[Any], ...] = (file["events"], [])
    for stray in STRAY:
        for cards in ("app", "table"):
            for events in beginnings:
                setup = {**file["setup"], "seal": file["setup"]["seal"] + stray, "cards": cards}
                twin = {**file, "setup": setup, "events": events}
                name = f"a twin with {cards} and {stray!r} as {role}"
                answer = _ask(people, report, name, "POST", "/api/v1/games", twin, cookie=cookie)
                if answer.status != 422:
                    report.fault("a second game was dealt from the same seed", f"{name}: {answer.status}")


def _look_and_play_on(people: People, report: Report, table: Table, last: int) -> None:
    path = f"/api/v1/games/{table.game.id}"
    _ask(people, report, "an end", "POST", f"{path}/events", {"events": [OVER]}, table.game.secret)
    for events in _ways_back(last):
        _ask(people, report, f"a way back: {events}", "POST", f"{path}/events", {"events": events}, table.game.secret)
        if _json(_ask(people, report, "state", "GET", path))["phase"] != "over":
            report.fault("cards were shown and the game goes on", str(events))
            return


def _ways_back(last: int) -> Iterator[list[dict[str, Any]]]:
    back = [{"type": "taken_back", "to": to} for to in (last, last - 5, 0)]
    back += [{"type": "corrected", "what": "step", "value": "actions"}, {"type": "amended", "entry": last + 1}]
    for flag in FLAGS:
        yield [{**HIDE, **flag}]
        for event in back:
            yield [{**event, **flag}]
            yield [{**HIDE, **flag}, event]


# Requests.

_sources = iter(range(7000, 1_000_000))


def _ask(
    people: People,
    report: Report,
    name: str,
    method: str,
    path: str,
    content: Any = None,
    secret: str = "",
    cookie: str = "",
) -> Answer:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    headers |= {"Cookie": cookie} if cookie else {}
    body = b"" if content is None else json.dumps(content).encode()
    sent = Sent(name, request(method, path, body, **headers))
    answer = people.ask(sent, address(next(_sources) // 10))
    report.note(sent, answer)
    return answer


def _json(answer: Answer) -> Any:
    assert answer.status in (200, 201), answer.body
    return json.loads(answer.body)
