"""A question is put to the table: every phone reads it in its language and votes, the host sees it and decides."""

import pytest

from narrator.core.table.events import RulingMade
from narrator.script.disputes import ruling_options
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_question
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI
from tests.support.games import NAMES
from tests.support.html import text_of
from tests.support.web import said
from tests.support.web_people import Night, Server

CASE = "prompt.short_bank"


@pytest.fixture
def night(server: Server) -> Night:
    """The host has asked the table."""
    night = server.evening(ANAS_TURN)
    for _ in range(2):
        assert night.host.post("/vote/ask", case=CASE, seen=ANAS_TURN).status_code == 303
    assert night.session.number == 1
    return night


def ways(night: Night, language: str) -> list[str]:
    return [say(way.words, TableLocale(language, NAMES)) for way in ruling_options(night.record.state, CASE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phone_reads_the_question_and_its_rulings_in_its_language(night: Night, language: str) -> None:
    page = text_of(night.phone(BORIS, language).get())
    assert say_question(CASE, TableLocale(language, NAMES)) in page
    assert len(ways(night, language)) == 4
    assert all(way in page for way in ways(night, language))


def test_a_vote_is_counted_once_a_seat_and_can_be_changed(night: Night) -> None:
    boris, chai = night.phone(BORIS), night.phone(CHAI)
    for way in ("nobody", "nobody", "official"):
        assert boris.tap("/vote", note=1, way=way).status_code == 200
    chai.tap("/vote", note=1, way="turn_order")
    vote = night.session.vote
    assert vote is not None
    assert vote.rulings == {BORIS: "official", CHAI: "turn_order"}
    chosen = [one.get("value") for one in boris.page().named("way") if one.get("aria-pressed") == "true"]
    assert chosen == ["official"]
    assert night.new_entries == []


def test_the_host_sees_who_is_for_what(night: Night) -> None:
    night.phone(BORIS).tap("/vote", note=1, way="nobody")
    assert say_question(CASE, TableLocale("en", NAMES)) in night.host.page("/stage").text
    tally = night.host.page("/dispute").with_id("vote")
    assert len(tally.with_attribute("title", "Boris")) == 1
    assert tally.get("data-version").startswith(f"{ANAS_TURN}.2.")


@pytest.mark.parametrize(("note", "way"), [(1, "moon"), (1, ""), (2, "nobody"), ("x", "moon"), (-1, "moon")])
def test_what_is_not_asked_is_no_vote(night: Night, note: object, way: str) -> None:
    answer = night.phone(BORIS).tap("/vote", note=note, way=way)
    assert answer.status_code == 422
    assert said("refusal.vote.gone") in text_of(answer)
    assert night.session.number == 1


def test_the_hosts_decision_ends_the_vote_and_reaches_every_phone_in_its_language(night: Night) -> None:
    decided = ways(night, "en")[1]
    assert night.host.post("/dispute", case=CASE, text=decided, seen=ANAS_TURN).status_code == 303
    (entry,) = night.new_entries
    assert isinstance(entry, RulingMade)
    assert (entry.case, entry.text) == (CASE, decided)
    assert night.session.vote is None
    for seat, language in enumerate(LANGUAGES):
        page = night.phone(seat, language).page()
        assert say_question(CASE, TableLocale(language, NAMES)) in page.text
        assert ways(night, language)[1] in page.text
        assert not page.with_class("vote")


def test_what_the_host_typed_is_shown_as_it_is_and_to_its_end(night: Night) -> None:
    typed = "We toss a coin for it, and whoever loses the toss gets the next card of that kind, as at home."
    night.host.post("/dispute", case=CASE, text=typed, seen=ANAS_TURN)
    assert typed in text_of(night.phone(ANA, "th").get())


def test_only_the_host_asks_and_only_seats_vote(night: Night) -> None:
    boris, watcher = night.phone(BORIS), night.phone("watch")
    for path in ("/vote/ask", "/vote/stop"):
        assert boris.post(path, case=CASE, seen=1).status_code == 403
    assert watcher.post("/vote", note=1, way="nobody").status_code == 403
    assert boris.page().named("way")
    assert night.session.number == 1


def test_values_that_come_to_the_same_ruling_are_one_button(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    night.host.post("/vote/ask", case="what_if.bank_other_turn", seen=1)
    buttons = [one.name for one in night.phone(BORIS).page().named("way")]
    assert len(buttons) == len(set(buttons)) == 3


def test_the_same_question_can_be_asked_again_after_the_vote_was_stopped(night: Night) -> None:
    def form_session() -> str:
        return night.host.page("/dispute").named("session")[0].get("value")

    assert night.host.post("/vote/stop").status_code == 303
    assert night.session.vote is None
    assert form_session() == str(night.session.number)
    assert night.host.post("/vote/ask", case=CASE, seen=ANAS_TURN, session=form_session()).status_code == 303
    assert night.session.vote is not None
