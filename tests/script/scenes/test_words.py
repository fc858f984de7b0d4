"""Scenes in words, in all languages: heroes are short, and nothing is left unsaid or said with a gap."""

from itertools import islice

import pytest

from narrator.script.scenes.for_seat import OWN_ACTIONS
from narrator.text.catalog import has_message
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.text.sources.scene import SOURCES
from tests.support.games import NAMES
from tests.support.scene_walks import scenes
from tests.support.scene_words import said_in
from tests.support.scenes import scene_for_seat
from tests.support.sentences import check_said

LONGEST = 44
"""With a name like Boris in it: a hero stays large. Most are half as long."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["four who buy cards", "two with neutral colours", "without a board"])
def test_every_scene_has_words_and_its_hero_is_short(language: str, game: str) -> None:
    voice = TableLocale(language, NAMES)
    for record, _, _, scene in islice(scenes(game), 0, None, 3):
        for message in said_in(scene):
            check_said(say(message, voice))
        for seat in range(len(record.state.seats)):
            for hero in scene_for_seat(record, seat).hero:
                check_said(say(hero, voice))
        if scene.kind not in ("instruction", "options", "discard"):
            assert all(len(say(hero, voice)) <= LONGEST for hero in scene.hero), scene.hero


def test_what_is_said_to_a_reader_has_words_for_every_step() -> None:
    assert {f"scene.you.{name}" for name in OWN_ACTIONS.values()} <= {source.key for source in SOURCES}
    assert all(has_message(source.key) for source in SOURCES)
