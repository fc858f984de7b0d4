"""The house's pages: who may open them, what they show, and that what is deleted is gone from everywhere."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from narrator.app.games.results import NewGame
from narrator.storage.backups import list_backups
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from tests.support.app import TOLD, games_in, run_sql
from tests.support.evenings import an_evening
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, House

FOUR = ("Ana", "Boris", "Chai", "Dana")
CODE = "K7M2P9XY"
PATHS = ("/people", "/people/games", "/people/{person}", "/people/{person}/delete", "/people/games/{game}")
POSTS = (
    *("/people/copy", "/people/{person}/merge", "/people/{person}/part", "/people/{person}/delete"),
    *("/people/games/{game}/delete", "/people/games/{game}/rematch"),
)


class Place:
    """A server with an evening that is over, and devices round it."""

    def __init__(self, folder: Path, access: AccessConfig) -> None:
        self.folder = folder
        self.games = games_in(folder)
        self.app = create_app(self.games, access=access)
        self.app.testing = True
        self.house = self.device("127.0.0.1")
        self.guest = self.device("192.168.1.66")
        self.new = self.play(*FOUR)

    def device(self, address: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    def play(self, *names: str, day: int = 0) -> NewGame:
        return self.games.create(*an_evening(*names, day=day))

    def person(self, name: str) -> str:
        (link,) = [one for one in page_of(self.house.get("/people")).all("link", name) if one.text == name]
        return link.get("href").rpartition("/")[2]

    def fill(self, path: str) -> str:
        return path.format(person=self.person("Ana"), game=self.new.id)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, AccessConfig(house_code=CODE))


def test_strangers_are_refused_and_told_what_they_need(place: Place) -> None:
    for path in PATHS:
        answer = place.guest.get(place.fill(path))
        assert answer.status_code == 403, path
        assert "house code" in text_of(answer)
        assert "Boris" not in answer.text
    for path in POSTS:
        assert place.guest.post(place.fill(path)).status_code == 403, path
    assert place.games.record_of(place.new.id).log
    assert list_backups(place.games.storage.database.path) == []


def test_a_games_host_is_not_the_house(place: Place) -> None:
    place.guest.set_cookie(f"host_{place.new.id}", place.new.secret)
    assert place.guest.get("/people").status_code == 403
    assert place.guest.post(f"/people/games/{place.new.id}/delete").status_code == 403


def test_the_code_opens_the_house_and_comes_back_to_the_page(place: Place) -> None:
    page = place.guest.get("/people/games?page=1")
    assert page_of(page).named("next", "/people/games?page=1")
    assert place.guest.post("/house", data={"code": "WRONG"}).status_code == 404
    answer = place.guest.post("/house", data={"code": "k7m2 p9xy", "next": "/people"})
    assert (answer.status_code, answer.location) == (303, "/people")
    assert place.guest.get("/people").status_code == 200


def test_an_open_house_still_lets_anybody_begin(place: Place) -> None:
    assert place.device("192.168.1.67").get("/new").status_code == 200


def test_without_any_code_only_the_machine_itself_is_the_house(tmp_path: Path) -> None:
    place = Place(tmp_path, AccessConfig())
    assert place.house.get("/people").status_code == 200
    assert place.guest.get("/people").status_code == 403


def test_everybody_stands_there_with_their_games(place: Place) -> None:
    said = text_of(place.house.get("/people"))
    assert "Ana 1 1 10" in said
    assert "Boris 1 0 9" in said
    assert "May 1, 2026" in said
    assert "/people" in page_of(place.house.get("/")).hrefs


def test_nobody_has_played_yet(tmp_path: Path) -> None:
    app = create_app(games_in(tmp_path))
    assert "No game has been finished" in text_of(app.test_client().get("/people"))


def test_a_person_has_figures_favourites_and_rivals(place: Place) -> None:
    said = text_of(place.house.get(f"/people/{place.person('Ana')}"))
    assert "Favorite starting spots" in said
    assert "Boris 1 1 0 1" in said.split("Head to head")[1]
    assert place.house.get("/people/nobody").status_code == 404


def test_two_spellings_are_merged_and_parted(place: Place) -> None:
    place.play("Anna", "Boris", "Chai", "Dana", day=1)
    ana, anna, boris = (place.person(name) for name in ("Ana", "Anna", "Boris"))
    refused = place.house.post(f"/people/{ana}/merge", data={"other": boris})
    assert refused.status_code == 422
    assert "can't be the same person" in text_of(refused)
    assert place.house.post(f"/people/{ana}/merge", data={"other": "x"}).status_code == 404
    assert place.house.post(f"/people/{ana}/merge", data={"other": anna}).status_code == 303
    assert "Also spelled Anna" in text_of(place.house.get(f"/people/{ana}"))
    assert "Ana 2 2" in text_of(place.house.get("/people"))
    assert place.house.post(f"/people/{ana}/part", data={"spelling": anna}).status_code == 303
    assert "Anna 1 1" in text_of(place.house.get("/people"))


def test_a_rematch_makes_this_device_the_host_and_says_who_begins(place: Place) -> None:
    first = place.games.record_of(place.new.id).state.first_seat
    page = text_of(place.house.get(f"/people/games/{place.new.id}"))
    assert f"and {FOUR[(first + 1) % 4]} starts" in page
    answer = place.house.post(f"/people/games/{place.new.id}/rematch")
    assert answer.status_code == 303
    assert place.house.get(answer.location).status_code == 200
    again = place.games.record_of(answer.location.split("/")[2]).state
    assert [seat.name for seat in again.seats] == list(FOUR)
    assert again.turn == (first + 1) % 4


def test_a_game_is_deleted_after_a_question_and_everybody_at_it_is_out(place: Place) -> None:
    host = place.device("192.168.1.70")
    host.set_cookie(f"host_{place.new.id}", place.new.secret)
    assert host.get(f"/g/{place.new.id}/stage").status_code == 200
    asked = place.house.get(f"/people/games/{place.new.id}/delete")
    assert "Delete this game for good?" in text_of(asked)
    assert place.games.record_of(place.new.id).log
    assert "Deleted for good" in text_of(place.house.post(f"/people/games/{place.new.id}/delete"))
    page = host.get(f"/g/{place.new.id}/stage", headers=HTMX)
    assert (page.status_code, page.headers["HX-Refresh"]) == (404, "true")
    assert place.house.get(f"/people/games/{place.new.id}").status_code == 404
    assert place.house.post(f"/people/games/{place.new.id}/delete").status_code == 404
    assert "No game has been finished" in text_of(place.house.get("/people"))


def test_a_person_is_deleted_after_a_question(place: Place) -> None:
    host = place.device("192.168.1.70")
    host.set_cookie(f"host_{place.new.id}", place.new.secret)
    assert "Boris" in text_of(host.get(f"/g/{place.new.id}/stage"))
    person = place.person("Boris")
    assert "Delete Boris for good?" in text_of(place.house.get(f"/people/{person}/delete"))
    assert "Boris is gone" in text_of(place.house.post(f"/people/{person}/delete"))
    assert place.house.get(f"/people/{person}").status_code == 404
    assert "Boris" not in place.house.get("/people").text
    assert "Boris" not in host.get(f"/g/{place.new.id}/stage").text
    assert "Player 2" in text_of(host.get(f"/g/{place.new.id}/history"))


@pytest.mark.file
def test_a_copy_is_made_now(place: Place) -> None:
    said = text_of(place.house.post("/people/copy"))
    assert "all games are copied" in said
    assert "There's 1 copy" in said
    assert len(list_backups(place.games.storage.database.path)) == 1


@pytest.mark.file
def test_a_copy_that_can_not_be_made_is_reported(place: Place) -> None:
    (place.folder / "games-backups").write_text("in the way")
    answer = place.house.post("/people/copy")
    assert answer.status_code == 503
    assert "couldn't be made" in text_of(answer)
    assert "couldn't be made" in text_of(place.house.get("/people"))


def test_unfinished_games_are_listed_page_by_page(place: Place) -> None:
    for _ in range(31):
        place.games.create(TOLD)
    first = page_of(place.house.get("/people/games"))
    assert "not finished, 0 entries" in first.text
    assert "/people/games?page=2" in first.hrefs
    assert "/people/games?page=3" not in page_of(place.house.get("/people/games?page=2")).hrefs


def test_a_sample_is_in_no_record(house: House) -> None:
    visitor = house.visitor()
    sample = visitor.post("/sample").location.split("/")[2]
    assert not house.log.results.is_counted(sample)


@pytest.mark.parametrize("damage", ["entries SET event = 'x' WHERE number = 3", "games SET setup = 'x'"])
def test_a_damaged_game_can_still_be_deleted(place: Place, damage: str) -> None:
    game = place.new.id
    place.games.forget(game)
    run_sql(place.games.storage, f"UPDATE {damage}")
    for path in ("/people/games", f"/people/games/{game}", f"/people/games/{game}/delete"):
        assert place.house.get(path).status_code == 200
    assert place.house.post(f"/people/games/{game}/delete").status_code == 200
