"""One bad row closes one game: its pages say what is wrong and save the rest, and everybody else goes on."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from narrator.core.table.events import DiceRolled, encode_event
from narrator.storage.files.game_file import read_game
from tests.support.app import run_sql
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, House

PAGES = [
    *("/stage", "/", "/lobby", "/history", "/evening", "/rules", "/dispute", "/file", "/phone", "/table", "/copy"),
    *("/carry", "/carry/events.csv", "/carry/results.csv", "/codes"),
    *("/amend?entry=3", "/explain", "/library", "/live?once=1"),
]
ENTRIES = 30
BAD = 21


def event(text: str) -> str:
    return f"UPDATE entries SET event = {text} WHERE game = :game AND number = {BAD}"


def note(text: str) -> str:
    return f"INSERT INTO notes VALUES (:game, 1, '{text}', 'k', '2026-05-01T12:00:00+00:00')"


DAMAGE = {
    "no JSON": event("'{broken'"),
    "no text": event("CAST(x'7bff' AS TEXT)"),
    "bytes": event("x'00ff'"),
    "unknown kind": event("""'{"type":"eaten"}'"""),
    "no time": event("""'{"type":"ruling_made","case":"a","text":"b","time":"soon"}'"""),
    "unknown seat": event(f"'{encode_event(DiceRolled(seat=7, total=8)).decode()}'"),
    "unknown place": event("""'{"type":"settlement_built","seat":0,"at":"zz"}'"""),
    "taken back from nowhere": event("""'{"type":"taken_back","to":900}'"""),
    "amended from nowhere": event("""'{"type":"amended","entry":900}'"""),
    "missing": f"DELETE FROM entries WHERE game = :game AND number = {BAD}",
    "set-up is no JSON": "UPDATE games SET setup = 'x' WHERE id = :game",
    "set-up for nobody": """UPDATE games SET setup = '{"players":[]}' WHERE id = :game""",
    "note is no JSON": note("{"),
    "note of a kind that nobody knows": note('{"type":"eaten"}'),
    "note of nobody's": note('{"type":"proposed","seat":7,"events":[{"type":"turn_ended","seat":7}]}'),
}
HARMLESS = {
    "time of an entry": f"UPDATE entries SET written = 'soon' WHERE game = :game AND number = {BAD}",
    "time without a zone": "UPDATE entries SET written = '2026-05-01T12:00:00' WHERE game = :game",
    "time of a game": "UPDATE games SET created = x'ff' WHERE id = :game",
    "both times": "UPDATE entries SET written = '9999999' WHERE game = :game",
    "time of a secret": "UPDATE secrets SET created = '' WHERE game = :game",
    "offer of nobody's": note('{"type":"offered","seat":7,"give":{"wool":1},"want":{}}'),
}


class Broken:
    """A server that has just been started, with a game that somebody else wrote to in the meantime."""

    def __init__(self, folder: Path, statement: str) -> None:
        before = House(folder)
        sample = before.sample(ENTRIES)
        self.id, self.log = sample.id, sample.record.log
        seat = before.games.access.take_seat(self.id, 1)
        run_sql(before.log, statement, game=self.id)
        before.log.close()
        self.house = House(folder)
        self.host, self.phone, self.stranger = (self.house.visitor() for _ in range(3))
        self.host.set_cookie(f"host_{self.id}", sample.secret)
        self.phone.set_cookie(f"me_{self.id}", seat)

    def page(self, path: str = "/stage") -> TestResponse:
        return self.host.get(f"/g/{self.id}{path}")


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Callable[[str], Broken]]:
    made: list[Broken] = []

    def make(statement: str) -> Broken:
        made.append(Broken(tmp_path, statement))
        return made[-1]

    yield make
    for one in made:
        one.house.log.close()


Make = Callable[[str], Broken]


@pytest.mark.parametrize("what", DAMAGE)
def test_a_bad_row_is_told_on_every_page_of_its_game_and_on_no_other(broken: Make, what: str) -> None:
    game = broken(DAMAGE[what])
    whole = game.house.host(client=game.host)
    for path in PAGES:
        answer = game.page(path)
        assert answer.text, "a stream is read, too"
        assert answer.status_code < 500, path
    assert "This game is damaged" in text_of(game.page())
    assert game.host.get(f"/api/v1/games/{game.id}").status_code in (200, 503)
    for visitor in (game.host, game.phone):
        assert visitor.get("/").status_code == 200
    assert "Continue" in text_of(game.host.get("/"))
    assert whole.get().status_code == 200


@pytest.mark.parametrize("what", HARMLESS)
def test_a_bad_row_that_nothing_is_counted_from_closes_no_page(broken: Make, what: str) -> None:
    game = broken(HARMLESS[what])
    for path in ("/stage", "/lobby", "/history", "/evening", "/phone"):
        assert game.page(path).status_code in (200, 303), path
    assert game.phone.get(f"/g/{game.id}/phone").status_code == 200
    assert "Continue" in text_of(game.host.get("/"))


@pytest.mark.parametrize("what", [what for what, row in DAMAGE.items() if "entries" in row])
def test_everything_before_a_bad_entry_is_saved_and_played_on(broken: Make, what: str) -> None:
    game = broken(DAMAGE[what])
    before = game.log[: BAD - 1]
    assert f"Entry {BAD} is damaged." in text_of(game.page())
    saved = game.page("/rescue").data
    assert json.loads(saved)["events"] == json.loads(encode_event(before))
    assert read_game(saved).setup.players
    begun = game.host.post(f"/g/{game.id}/rescue")
    assert begun.status_code == 303
    assert game.host.get(begun.location).status_code == 200
    assert game.house.games.record_of(begun.location.split("/")[2]).log == before


def test_a_bad_session_event_costs_no_entry(broken: Make) -> None:
    game = broken(DAMAGE["note is no JSON"])
    assert "Note 1 from a phone is damaged." in text_of(game.page())
    assert len(read_game(game.page("/rescue").data).events) == ENTRIES


def test_a_bad_set_up_promises_nothing(broken: Make) -> None:
    game = broken(DAMAGE["set-up is no JSON"])
    assert "We can't read this game's setup" in text_of(game.page())
    assert "/rescue" not in game.page().text
    assert game.page("/rescue").status_code == game.host.post(f"/g/{game.id}/rescue").status_code == 409


def test_only_the_host_is_told_what_is_wrong_and_saves_it(broken: Make) -> None:
    game = broken(DAMAGE["no JSON"])
    said = game.phone.get(f"/g/{game.id}/phone")
    assert "This game is damaged" in text_of(said)
    assert str(BAD) not in text_of(said)
    assert "/rescue" not in said.text
    for visitor in (game.phone, game.stranger):
        assert visitor.get(f"/g/{game.id}/rescue").status_code == 403
        assert visitor.post(f"/g/{game.id}/rescue").status_code == 403
    assert "A damaged game" in text_of(game.phone.get("/"))
    assert "A damaged game" in text_of(game.host.get("/"))


def test_a_tap_shows_the_damage_in_the_stages_place(broken: Make) -> None:
    game = broken(DAMAGE["no JSON"])
    answer = game.host.get(f"/g/{game.id}/stage", headers=HTMX)
    assert answer.status_code == 409
    (first, *_) = page_of(answer).descendants()
    assert (first.tag, first.classes, first.get("id")) == ("main", ["page", "error"], "content")


def test_a_program_is_told_that_a_game_is_damaged(broken: Make) -> None:
    game = broken(DAMAGE["no JSON"])
    answer = game.stranger.get(f"/api/v1/games/{game.id}")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "store.game_damaged")  # type: ignore[index]


def test_a_mistake_of_ours_does_not_say_that_nothing_is_lost(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    host = house.sample(ENTRIES)
    monkeypatch.setattr(house.app, "testing", False)
    monkeypatch.setattr("narrator.web.stage.routes.host_stage_view", lambda *_: 1 / 0)
    answer = host.get()
    assert answer.status_code == 500
    assert "lost" not in text_of(answer)
