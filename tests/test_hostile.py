"""Hostile clients: a sample of what `make hostile` sends, and that its report sees what it looks for."""

from collections.abc import Iterator

import pytest

from narrator.web.security.guard import MAX_REQUEST_BYTES
from tools.hostile import stopwatch
from tools.hostile.draw_request import draw
from tools.hostile.hidden_cards import spy
from tools.hostile.large_files import FILES, file_of
from tools.hostile.loopback_rights import pretend
from tools.hostile.odd_values import BODIES, HEADERS
from tools.hostile.openapi_fuzz import fuzz_api
from tools.hostile.people import People
from tools.hostile.raw_http import Answer, Sent, exchange, request
from tools.hostile.report import Report
from tools.hostile.send_odd_requests import look_at, send_odd_requests

SEED = 13


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    found = People(tmp_path_factory.mktemp("hostile"))
    yield found
    found.close()


def test_some_hundred_odd_requests_harm_nothing(people: People) -> None:
    """The same with a hundred thousand: `make hostile`."""
    report = Report(quiet=True)
    send_odd_requests(people, report, SEED, range(300))
    assert report.faults == {}, str(report)
    assert sum(report.rows[0].answers.values()) == 300


def test_nobody_sees_hidden_cards_or_plays_on_after_a_look(people: People) -> None:
    report = Report(quiet=True)
    spy(people, report)
    assert report.faults == {}, str(report)
    assert sum(report.rows[0].answers.values()) > 100


@pytest.mark.thorough
def test_what_the_description_makes_of_itself_harms_nothing(people: People) -> None:
    report = Report(quiet=True)
    fuzz_api(people, report, SEED, examples=5)
    assert report.faults == {}, str(report)
    assert sum(report.rows[0].answers.values()) > 20


def test_a_number_is_the_same_request_again_and_all_oddities_come_up(people: People) -> None:
    drawn = [draw(people, SEED, number) for number in range(2000)]
    assert drawn[:50] == [draw(people, SEED, number) for number in range(50)]
    assert drawn[:50] != [draw(people, SEED + 1, number) for number in range(50)]
    assert {*BODIES, *HEADERS} - {oddity for sent in drawn for oddity in sent.oddities} == set()
    for route in people.routes:
        assert any(f" {route.rule} as " in sent.name for sent in drawn)
    for role in people.roles:
        assert any(f" as {role.name}, " in sent.name for sent in drawn)


def test_everybody_is_who_they_say(people: People) -> None:
    """Without this, a sample of strangers would pass for a sample of all."""
    pages = {"a seat": 200, "a watcher": 200, "a stranger": 303, "a guesser": 303, "somebody who had a seat": 303}
    for role in people.roles:
        if role.name in pages:
            sent = Sent("page", request("GET", f"/g/{role.game.id}/phone", Cookie=role.cookie))
            assert (role.name, exchange(people.port, sent).status) == (role.name, pages[role.name])
    (odd,) = (role for role in people.roles if role.name == "a host with odd fingers")
    stage = Sent("page", request("GET", f"/g/{odd.game.id}/stage", Cookie=odd.cookie))
    assert exchange(people.port, stage).status == 200


def test_nobody_passes_for_this_machine(people: People) -> None:
    report = Report(quiet=True)
    pretend(people, report)
    assert report.faults == {}, str(report)
    assert report.rows[0].answers.keys() == {"200", "400", "403"}, "and this machine itself is let in"


def test_a_changed_game_is_seen(people: People) -> None:
    game, report = people.watched, Report(quiet=True)
    report.begin("a change")
    body = b'{"events":[{"type":"ruling_made","case":"x","text":"y"}]}'
    data = request("POST", f"/api/v1/games/{game.id}/events", body, Authorization=f"Bearer {game.secret}")
    assert exchange(people.port, Sent("change", data)).status == 201
    look_at(people, report, "a change")
    assert len(report.faults["a game changed"]) == 1
    look_at(people, report, "nothing")
    assert len(report.faults["a game changed"]) == 1, "told once"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (Answer(500, 0.1), "answered 500"),
        (Answer(502, 0.1), "answered 502"),
        (Answer(200, 2.1), "slower than 2 s"),
        (Answer(None, 2.5, hung=True), "no answer"),
    ],
)
def test_what_must_not_be_is_reported(answer: Answer, fault: str) -> None:
    report = Report(quiet=True)
    report.begin("odd")
    report.note(Sent("7: GET /", b""), answer)
    assert list(report.faults) == [fault]
    assert "7: GET /" in str(report)


@pytest.mark.parametrize("status", [None, 200, 303, 400, 403, 404, 421, 429, 503])
def test_a_refusal_is_no_fault(status: int | None) -> None:
    report = Report(quiet=True)
    report.begin("odd")
    report.note(Sent("7: GET /", b""), Answer(status, 0.1))
    assert report.faults == {}


def test_a_busy_machine_is_not_the_servers_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds by the clock on the wall: there was no core for us in one of them, for one process in four, for the
    other in two."""
    before = {"thread-self": 5.0, "11": 7.0, "12": 7.0}
    after, counts, wall = {"thread-self": 6.0, "11": 11.0, "12": 9.0}, before, [100.0]
    monkeypatch.setattr(stopwatch, "_second_count", lambda path: counts[path.parts[2]])
    monkeypatch.setattr(stopwatch, "monotonic", lambda: wall[-1])
    watch = stopwatch.Stopwatch([11, 12])
    counts = after
    wall.append(110.0)
    assert watch.seconds() == 5.0


def test_what_leaves_us_hanging_is_told_a_few_times_and_then_left() -> None:
    report, sent = Report(quiet=True), Sent("POST /", b"", ("an upgrade",))
    report.begin("odd")
    for _ in range(10):
        assert not report.is_tired_of(sent)
        report.note(sent, Answer(None, 2.5, hung=True))
    assert report.is_tired_of(sent)
    assert not report.is_tired_of(Sent("GET /", b"", ("a query",)))


def test_the_large_files_are_not_too_large_to_be_read() -> None:
    sizes = [len(file_of(*size)) for size in FILES.values()]
    assert 50_000 < min(sizes) < max(sizes) < MAX_REQUEST_BYTES
