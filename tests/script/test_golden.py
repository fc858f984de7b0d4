"""The golden scripts say what the catalogs say. A change of words is seen here first: `python -m tools.golden`."""

import pytest

from narrator.text.languages import LANGUAGES
from tools.golden import FOLDER, game, lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("detail", ["normal", "first_game"])
def test_every_step_and_odd_case_is_said_as_it_was_read(language: str, detail: str) -> None:
    assert lines(language, detail) == (FOLDER / f"{language}.{detail}.txt").read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_narrated_as_it_was_read(language: str) -> None:
    assert game(language) == (FOLDER / f"{language}.game.txt").read_text()
