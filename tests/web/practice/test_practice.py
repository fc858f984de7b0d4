"""The practice turn: the same scene on the tablet, the television and every phone, and nothing in the log."""

import pytest
from msgspec.structs import replace

from narrator.core.table.events import DiceRolled
from narrator.script.practice import practice_turn
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.evening import BORIS, CHAI
from tests.support.games import NAMES
from tests.support.html import text_of
from tests.support.practice import placed
from tests.support.web_people import Night, Server
from tools.make_games import setup


@pytest.fixture
def night(server: Server) -> Night:
    """A first game in which everybody has placed."""
    return server.night(replace(setup(4), detail="first_game"), placed().log)


def line(night: Night, step: int, language: str = "en") -> str:
    return say(practice_turn(night.record)[step - 1].line, TableLocale(language, NAMES))


def test_a_first_game_is_offered_it_and_any_other_finds_it_in_the_menu(server: Server, night: Night) -> None:
    assert f"/g/{night.id}/practice" in night.host.page("/stage").hrefs
    other = server.night(setup(4), placed().log)
    assert f"/g/{other.id}/practice" not in other.host.page("/stage").hrefs
    assert f"/g/{other.id}/practice" in other.host.page("/stage?do=menu").hrefs


def test_it_begins_with_a_word_of_what_it_is(night: Night) -> None:
    page = text_of(night.host.get("/practice"))
    assert "One turn to try it out" in page
    assert "none of this counts" in page
    assert night.session.practice == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phones_follow_in_their_language(night: Night, language: str) -> None:
    phone = night.phone(BORIS, language)
    for step in range(1, len(practice_turn(night.record)) + 1):
        night.host.post("/practice", step=step, seen=step - 1)
        assert line(night, step, language) in text_of(phone.get())
        assert line(night, step) in text_of(night.host.get("/practice"))
        assert line(night, step) in text_of(night.host.get("/table"))
    assert night.new_entries == []


def test_a_newcomer_taps_through_it_on_their_phone(night: Night) -> None:
    phone = night.phone(CHAI)
    night.host.post("/practice", step=1, seen=0)
    assert phone.post("/practice", step=2, seen=1).headers["Location"].endswith("/phone")
    assert night.session.practice == 2
    page = phone.page()
    assert page.named("step", "3")
    assert not page.named("events")


def test_the_phone_shows_the_board_of_the_scene(night: Night) -> None:
    night.host.post("/practice", step=1, seen=0)
    assert night.phone(CHAI).get().text.count('class="board-frame') == 1


def test_who_watches_taps_nothing(night: Night) -> None:
    night.host.post("/practice", step=1, seen=0)
    watcher = night.phone("watch")
    assert line(night, 1) in text_of(watcher.get())
    assert not watcher.page().named("step")
    assert watcher.post("/practice", step=2, seen=1).status_code == 403
    assert night.session.practice == 1


def test_the_last_scene_says_what_to_put_back_and_then_the_game_begins(night: Night) -> None:
    last = len(practice_turn(night.record))
    for step in range(1, last + 1):
        night.host.post("/practice", step=step, seen=step - 1)
    page = night.host.page("/practice")
    assert "Now put everything back" in page.text
    assert page.with_class("card-stack", "gives")
    assert night.host.post("/practice", step=0, seen=last).headers["Location"].endswith("/stage")
    assert night.session.practice == 0
    assert night.host.page("/stage").with_attribute("data-version")


def test_once_somebody_has_rolled_there_is_none(night: Night) -> None:
    night.host.post("/practice", step=1, seen=0)
    night.games.enter_events(night.id, [DiceRolled(seat=night.record.state.turn, total=8)], None, "roll")
    assert night.host.get("/practice").headers["Location"].endswith("/stage")
    assert "none of this counts" not in text_of(night.phone(BORIS).get())


def test_strangers_stay_outside(night: Night) -> None:
    assert night.stranger().get("/practice").status_code == 403
    assert night.stranger().post("/practice", step=1, seen=0).status_code == 403
