"""The opening: what the game is about in a minute, before the board is laid, in a first game only."""

import pytest

from narrator.core.record.record import Record
from narrator.core.table.events import SeatJoined, StepDone
from narrator.script.introduction import introduction_pages
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.games import BORIS, NAMES, new_game, record_of
from tests.support.sentences import check_said

WORDS = 120
LETTERS = 600
"""Thai has no spaces between words: at some five letters each, these are 120."""


def beginners(**rules: object) -> Record:
    return record_of(new_game(detail="first_game", **rules))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_at_most_a_hundred_and_twenty_words(language: str) -> None:
    voice = TableLocale(language, NAMES)
    pages = [(say(page.title, voice), say(page.text, voice)) for page in introduction_pages(new_game())]
    assert 5 <= len(pages) <= 6
    for title, text in pages:
        check_said(title)
        check_said(text)
    all_of_it = " ".join(f"{title} {text}" for title, text in pages)
    assert len(all_of_it) <= LETTERS if language == "th" else len(all_of_it.split()) <= WORDS


def test_each_page_is_a_scene_with_its_drawing_and_stands_alone() -> None:
    record = beginners()
    pages = introduction_pages(record.state)
    for number, page in enumerate(pages, start=1):
        _, scene = current_scene(record, NarrationOptions(introduction_page=number))
        assert (scene.kind, scene.hero, scene.more_lines) == ("introduction", (page.title,), (page.text,))
        assert scene.picture.drawing == page.drawing
        assert scene.instruction is None, "first the pages, then the table is laid"
    assert current_scene(record, NarrationOptions(introduction_page=len(pages) + 1))[1].kind == "instruction"


def test_the_voice_says_each_page_once_and_the_welcome_after_them() -> None:
    record = beginners()
    numbers = [
        current_scene(record, NarrationOptions(introduction_page=page))[1].spoken[0].entry for page in range(1, 8)
    ]
    assert numbers == [-6, -5, -4, -3, -2, -1, 0]


def test_whatever_is_entered_ends_it_but_for_who_joins() -> None:
    record = beginners()
    record.add(SeatJoined(seat=BORIS, name="Boris", colour="blue"))
    assert current_scene(record, NarrationOptions(introduction_page=2))[1].kind == "introduction"
    record.add(StepDone(step="frame"))
    assert current_scene(record, NarrationOptions(introduction_page=2))[1].kind == "instruction"


@pytest.mark.parametrize("detail", ["normal", "terse"])
def test_who_has_played_before_hears_none_of_it(detail: str) -> None:
    assert current_scene(beginners(), NarrationOptions(detail, introduction_page=1))[1].kind == "instruction"


def test_it_says_tonights_target_and_what_gives_points_tonight() -> None:
    voice = TableLocale("en", NAMES)
    long_game = introduction_pages(new_game(target_vp=12))
    assert say(long_game[1].title, voice) == "The goal: twelve points"
    assert "Army" not in say(introduction_pages(new_game(development_cards="off"))[2].text, voice)
