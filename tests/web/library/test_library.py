"""The library: an index by question, one article at a time, a search, everything to print; by a table's rules."""

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from narrator.app.games.games import Games
from narrator.core.message import msg
from narrator.script.library import all_topics
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.library.view import MAX_FOUND, box_table
from tests.support.app import TOLD
from tests.support.html import page_of, text_of
from tests.support.web import House

IDS = {topic.id for topic in all_topics(box_table())}


@pytest.fixture
def games(house: House) -> Games:
    return house.games


def articles(answer: TestResponse) -> list[str]:
    """The ids of what can be read on a page."""
    return [one.get("id") for one in page_of(answer).with_class("card") if one.tag in ("article", "details")]


def links(answer: TestResponse) -> list[str]:
    return [href for one in page_of(answer).all("listitem") for href in one.hrefs]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_leads_to_every_article_once_and_shows_none(client: FlaskClient, language: str) -> None:
    page = client.get(f"/library?lang={language}")
    assert articles(page) == []
    assert sorted(links(page)) == sorted(f"/library/{id}" for id in IDS)
    assert say(msg("card.goal.ask"), TableLocale(language)) in text_of(page)


@pytest.mark.parametrize("id", ["card.goal", "card.robber", "what_if.gifts", "prompt.road_cut"])
def test_an_article_has_an_address_of_its_own_and_its_neighbours_beside_it(client: FlaskClient, id: str) -> None:
    page = client.get(f"/library/{id}")
    assert articles(page) == [id]
    (topic,) = (topic for topic in all_topics(box_table()) if topic.id == id)
    assert say(topic.lines[0], TableLocale("en")) in text_of(page)
    assert links(page)
    assert f"/library/{id}" not in links(page)


def test_every_article_can_be_opened(client: FlaskClient) -> None:
    assert [id for id in IDS if articles(client.get(f"/library/{id}")) != [id]] == []


@pytest.mark.parametrize("id", ["card.nothing", "robber", "card.", "two_players"])
def test_an_article_that_is_not_there_is_not_found(client: FlaskClient, id: str) -> None:
    assert client.get(f"/library/{id}").status_code == 404


@pytest.mark.parametrize(("language", "word"), [("en", "robber"), ("es", "ladrón"), ("ru", "разбойник"), ("th", "โจร")])
def test_the_library_finds_in_every_language(client: FlaskClient, language: str, word: str) -> None:
    found = client.get("/library", query_string={"q": word, "lang": language})
    assert 0 < len(articles(found)) <= MAX_FOUND
    assert word in text_of(found).lower()


def test_of_what_is_found_only_the_best_is_open(client: FlaskClient) -> None:
    found = page_of(client.get("/library?q=who+starts")).with_class("card")
    assert [one.get("id") for one in found if "open" in one.attributes] == ["card.who_starts"]


def test_a_story_may_be_told_at_length(client: FlaskClient) -> None:
    story = "it was a long evening and we all sat at the table and drank tea and nobody was in a hurry until the dice"
    page = client.get("/library", query_string={"q": f"{story} fell off the table and on the floor"})
    assert set(articles(page)[:3]) & {"prompt.dice_off", "what_if.dice_floor"}


def test_a_search_without_a_find_says_so_and_leads_back(client: FlaskClient) -> None:
    answer = client.get("/library?q=xyzzyqwfp")
    assert (answer.status_code, articles(answer)) == (200, [])
    assert say(msg("library.nothing"), TableLocale("en")) in text_of(answer)
    assert "/library" in page_of(answer).hrefs


def test_the_library_of_a_game_answers_by_its_rules(client: FlaskClient, games: Games) -> None:
    plain, long = games.create(TOLD), games.create(replace(TOLD, rules={"target_vp": 14}))
    one, other = (text_of(client.get(f"/g/{game.id}/library/card.goal")) for game in (plain, long))
    assert one != other
    assert "14" in other or "fourteen" in other
    assert set(links(client.get(f"/g/{long.id}/library"))) >= {f"/g/{long.id}/library/card.goal"}


def test_names_of_the_table_are_no_part_of_a_question(client: FlaskClient, games: Games) -> None:
    players = [replace(TOLD.players[0], name="Rober"), *TOLD.players[1:]]
    game = games.create(replace(TOLD, players=players))
    assert articles(client.get("/library?q=rober"))[0] == "card.robber"
    assert articles(client.get(f"/g/{game.id}/library?q=rober")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_printed_from_one_page(client: FlaskClient, language: str) -> None:
    assert set(articles(client.get(f"/library?print=1&lang={language}"))) == IDS
    assert "/library?print=1" in page_of(client.get("/library")).hrefs
