"""Home: going on, the sample, files in and out, and a rematch."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.games.games import Games
from narrator.app.sessions.end_of_game import rematch_setup
from narrator.core.reading.public_view import state_for_api
from narrator.core.table.events import DiceRolled, FirstPlayerChosen, RuleChanged, SeatJoined, VictoryDeclared
from narrator.core.table.setup import Player, Setup, initial_state
from tests.support.app import LAID, RANDOM, TOLD, ruling
from tests.support.html import page_of, text_of
from tests.support.web import Host, House, sample_games

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}]
FILE: dict[str, Any] = {"format": "narrator/1", "setup": {"players": PLAYERS, "board": {"layout": "beginner_6e"}}}


@pytest.fixture
def games(house: House) -> Games:
    return house.games


def imported(client: FlaskClient, content: bytes, language: str = "en") -> TestResponse:
    form = {"file": (io.BytesIO(content), "game.json")}
    return client.post("/import", data=form, headers={"Accept-Language": language})


def game_of(answer: TestResponse) -> str:
    assert answer.status_code == 303, text_of(answer)
    return str(answer.headers["Location"].split("/")[2])


# Going on


def test_a_new_visitor_sees_what_to_do_and_nobodys_games(client: FlaskClient, games: Games) -> None:
    games.create(LAID)
    answer = client.get("/")
    assert "/g/" not in answer.text
    page = page_of(answer)
    assert {"/new?players=2", "/library"} <= {*page.hrefs}
    assert {"/sample", "/import"} <= {*page.actions}


def test_a_host_goes_on_with_the_game_played_last(client: FlaskClient, games: Games) -> None:
    first, second = Host(client, games, games.create(LAID)), Host(client, games, games.create(TOLD))
    games.create(LAID)
    first.enter(ruling("so"))
    page = page_of(client.get("/"))
    games_there = [href for href in page.hrefs if href.endswith("/stage")]
    assert games_there == [f"/g/{first.id}/stage", f"/g/{second.id}/stage"]
    assert "Ana, Boris and Chai" in page.text


def test_unfinished_games_come_first_then_the_sample_by_its_own_name_then_finished_ones(
    client: FlaskClient, games: Games
) -> None:
    open_game, over = Host(client, games, games.create(LAID)), Host(client, games, games.create(TOLD))
    sample = game_of(client.post("/sample"))
    over.enter(VictoryDeclared(seat=0, waived=True))
    page = page_of(client.get("/"))
    games_there = [href for href in page.hrefs if href.endswith("/stage")]
    assert games_there == [f"/g/{game}/stage" for game in (open_game.id, sample, over.id)]
    titles = [link.text.split(" Ana")[0] for link in page.all("link") if link.get("href").endswith("/stage")]
    assert titles == ["Continue", "Keep trying it out", "Continue"]


def test_a_game_that_is_over_says_who_played(client: FlaskClient, games: Games) -> None:
    host = Host(client, games, games.create(TOLD, [VictoryDeclared(seat=0, waived=True)]))
    (over,) = [one.text for one in page_of(client.get("/")).all("link") if host.id in one.get("href")]
    assert "Ana, Boris and Chai" in over
    assert "entries" not in over


def test_a_cookie_with_a_wrong_secret_shows_no_game(client: FlaskClient, games: Games) -> None:
    client.set_cookie(f"host_{games.create(LAID).id}", "x")
    client.set_cookie("host_nobodys1", "x")
    assert "/g/" not in client.get("/").text


def test_the_sample_is_a_game_of_ones_own_in_mid_play(client: FlaskClient, games: Games) -> None:
    one, other = game_of(client.post("/sample")), game_of(client.post("/sample"))
    assert one != other
    state = games.record_of(one).state
    assert (state.phase.part_of_game, state.phase.step) == ("turn", "actions")
    assert state.last_entry > 150
    assert client.get(f"/g/{one}/stage").status_code == 200


def test_the_server_says_that_it_is_there(client: FlaskClient) -> None:
    assert (client.get("/alive").status_code, client.get("/alive").data) == (204, b"")


# Files


@pytest.mark.parametrize("path", sample_games()[:3], ids=lambda path: path.stem)
def test_a_game_taken_home_goes_on_elsewhere(client: FlaskClient, games: Games, path: Path) -> None:
    first = game_of(imported(client, path.read_bytes()))
    file = client.get(f"/g/{first}/file")
    assert file.headers["Content-Disposition"] == f'attachment; filename="narrator-{first}.json"'
    second = game_of(imported(client, file.data))
    assert state_for_api(games.record_of(second).state) == state_for_api(games.record_of(first).state)
    assert client.get(f"/g/{second}/file").data == file.data


def file_with(**changes: Any) -> bytes:
    return json.dumps({**FILE, **changes}).encode()


BROKEN = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b"PK\x03\x04",
    b"[" * 100_000,
    file_with(format="narrator/9"),
    file_with(moon=1),
    file_with(setup={"players": PLAYERS[:1]}),
    file_with(setup={"players": PLAYERS, "board": {"layout": "manual"}}),
    file_with(events=[{"type": "moon"}]),
    file_with(events=[{"type": "turn_ended", "seat": 1}]),
    file_with(events=[{"type": "corrected", "what": "hand", "value": json.loads("[" * 90 + "]" * 90)}]),
]


def test_a_broken_file_is_refused_with_reasons_and_makes_no_game(client: FlaskClient) -> None:
    for content in BROKEN:
        for language, letters in (("en", "[A-Z]"), ("ru", "[А-Я]"), ("th", "[ก-๙]")):
            answer = imported(client, content, language)
            assert answer.status_code == 422, content[:80]
            assert re.search(letters, page_of(answer).one("alert").text), (content[:80], language)
            assert "Set-Cookie" not in answer.headers


def test_reasons_about_people_name_them(client: FlaskClient) -> None:
    wrong = file_with(
        events=[{"type": "first_player_chosen", "seat": 0}, {"type": "dice_rolled", "seat": 1, "total": 5}]
    )
    started = [{"type": "corrected", "what": "step", "value": "roll"}, {"type": "dice_rolled", "seat": 1, "total": 5}]
    assert imported(client, wrong).status_code == 422
    assert "Boris" in text_of(imported(client, file_with(events=started)))


def test_no_file_at_all_is_refused_like_a_broken_one(client: FlaskClient) -> None:
    assert client.post("/import").status_code == 422


# Once more


def test_a_rematch_is_a_new_game_of_the_same_people_and_the_next_one_begins(client: FlaskClient, games: Games) -> None:
    host = Host(client, games, games.create(TOLD, [DiceRolled(seat=0, total=5, waived=True), VictoryDeclared(seat=0)]))
    assert f"/g/{host.id}/rematch" in host.page().actions
    new = game_of(client.post(f"/g/{host.id}/rematch"))
    assert new != host.id
    assert games.setup(new) == games.setup(host.id)
    assert games.record_of(new).log == [FirstPlayerChosen(seat=1)]
    assert games.record_of(new).state.turn == 1
    assert client.get(f"/g/{new}/stage").status_code == 200
    last = games.create(TOLD, [FirstPlayerChosen(seat=2)])
    Host(client, games, last)
    assert games.record_of(game_of(client.post(f"/g/{last.id}/rematch"))).state.first_seat == 0


def test_a_rematch_keeps_the_names_and_rules_that_the_table_came_to(client: FlaskClient, games: Games) -> None:
    people = [Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")]
    host = Host(client, games, games.create(Setup(people, tracking="counts", rules={"preset": "short"})))
    host.enter(SeatJoined(seat=1, name="Zoe", colour="green", language="th"))
    host.enter(RuleChanged(key="gifts", value="allowed"))
    setup = games.setup(game_of(client.post(f"/g/{host.id}/rematch")))
    assert [(player.name, player.colour) for player in setup.players] == [
        ("Ana", "red"),
        ("Zoe", "green"),
        ("Chai", "white"),
    ]
    assert setup.rules == {"preset": "short", "gifts": "allowed"}


def test_a_rematch_lays_a_board_of_chance_anew_and_a_booklets_as_it_was(client: FlaskClient, games: Games) -> None:
    boards = []
    game = games.create(RANDOM)
    Host(client, games, game)
    for _ in range(2):
        boards.append(games.record_of(game_of(client.post(f"/g/{game.id}/rematch"))).state.game.board)
    assert boards[0].numbers != boards[1].numbers
    assert rematch_setup(LAID, initial_state(LAID)) == LAID
