"""The quiz: alone, with everything in the address, and for the table, with every phone in its own language."""

import re

import pytest

from narrator.app.sessions.quizzes import questions_of
from narrator.core.table.events import SeatJoined
from narrator.script.quiz import QUESTIONS, Question, quiz_questions
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say_question
from narrator.web.library.view import box_table
from tests.support.evening import BORIS, CHAI
from tests.support.games import NAMES
from tests.support.html import page_of, text_of
from tests.support.web_people import Night, Server


@pytest.fixture
def night(server: Server) -> Night:
    """The host has begun a quiz."""
    night = server.night()
    assert night.host.post("/quiz", do="begin").status_code == 303
    return night


def question(night: Night, at: int = 1) -> Question:
    asked = night.session.quiz
    assert asked is not None
    return questions_of(asked, night.record)[at - 1]


def turn(night: Night, do: str, at: int) -> None:
    asked = night.session.quiz
    assert asked is not None
    night.host.post("/quiz", do=do, seed=asked.seed, at=at)


# Alone.


def test_alone_one_answers_by_tapping_and_comes_to_the_score(server: Server) -> None:
    client = server.night().stranger().client
    page = client.get("/quiz").headers["Location"]
    assert re.fullmatch(r"/quiz\?seed=\d+", page)
    seed = int(page.partition("=")[2])
    for asked in quiz_questions(box_table(), seed):
        options = page_of(client.get(page)).with_attribute("data-key")
        links = [one.get("href") for one in options if one.get("data-key").isdecimal()]
        assert len(links) == len(asked.options)
        right = [way.id for way in asked.options].index(asked.right_option)
        told = page_of(client.get(links[right]))
        assert "Right!" in told.text
        page = told.with_id("next").get("href")
    assert "All 10 right" in text_of(client.get(page))


def test_a_wrong_answer_is_told_the_ruling(server: Server) -> None:
    client = server.night().stranger().client
    asked = quiz_questions(box_table(), 3)[0]
    wrong = next(way.id for way in asked.options if way.id != asked.right_option)
    told = text_of(client.get(f"/quiz?seed=3&given={wrong}&at=1"))
    assert "Not quite" in told
    assert "0 of 1 right" in told


@pytest.mark.parametrize("query", ["seed=3&at=99", "seed=3&given=....", "seed=3&given=x.y&at=0", "seed=0&at=x"])
def test_an_odd_address_is_a_page_all_the_same(server: Server, query: str) -> None:
    assert server.night().stranger().client.get(f"/quiz?{query}").status_code == 200


def test_answers_that_were_not_given_cannot_be_looked_up(server: Server) -> None:
    page = page_of(server.night().stranger().client.get("/quiz?seed=3&at=7"))
    assert "Question 1 of 10" in page.text
    assert not page.with_class("ruling")


# The table.


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phone_reads_the_question_in_its_language(night: Night, language: str) -> None:
    page = text_of(night.phone(BORIS, language).get())
    assert say_question(question(night).case, TableLocale(language, NAMES)) in page


def test_a_phone_answers_and_is_told_only_with_the_others(night: Night) -> None:
    boris, chai, asked = night.phone(BORIS), night.phone(CHAI), question(night)
    wrong = next(way.id for way in asked.options if way.id != asked.right_option)
    assert boris.post("/guess", at=1, way=asked.right_option).status_code == 303
    chai.post("/guess", at=1, way=wrong)
    assert not boris.page().with_class("ruling")
    assert "2 phones have answered" in night.host.page("/quiz").text
    turn(night, "show", 1)
    assert "Right!" in boris.page().text
    assert "Not quite" in chai.page().text
    assert "1 of 1 right" in boris.page().text
    assert {type(event) for event in night.new_entries} == {SeatJoined}


def test_who_watches_sees_it_and_cannot_answer(night: Night) -> None:
    watcher = night.phone("watch")
    assert all("disabled" in one.attributes for one in watcher.page().named("way"))
    assert watcher.post("/guess", at=1, way="yes").status_code == 403


def test_the_score_comes_after_the_last_question_and_the_host_ends_it(night: Night) -> None:
    phone = night.phone(BORIS)
    for at in range(1, QUESTIONS + 1):
        phone.post("/guess", at=at, way=question(night, at).right_option)
        turn(night, "show", at)
        turn(night, "next", at + 1)
    assert "10 of 10 right" in phone.page().text
    assert "10 of 10 right" in night.host.page("/quiz").text
    night.host.post("/quiz", do="stop")
    assert night.session.quiz is None
    assert "10 of 10 right" not in phone.page().text


def test_only_the_host_turns_the_questions(night: Night) -> None:
    assert night.phone(BORIS).post("/quiz", do="stop").status_code == 403
    assert night.stranger().get("/quiz").status_code == 403
    assert night.session.quiz is not None


def test_the_lobby_the_menu_and_home_lead_to_it(night: Night) -> None:
    for path in ("/lobby", "/stage?do=menu"):
        assert f"/g/{night.id}/quiz" in night.host.page(path).hrefs
    assert "/quiz" in page_of(night.host.client.get("/")).hrefs
