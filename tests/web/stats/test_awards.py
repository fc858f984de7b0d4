"""Awards in words: every kind has a name, a icon and a line, in every language."""

import pytest

from narrator.core.reading.stats.awards import AWARDS
from narrator.core.reading.stats.model import Award
from narrator.text.languages import LANGUAGES
from narrator.web.stats.players import AWARD_ICONS, award_view
from tests.support.games import ANA, BORIS, new_game
from tests.support.web import table_at

NUMBERS = {"n": 12, "received": 40, "expected": 28, "round": 7, "leader": BORIS, "partners": 3, "first_round": 4}


def test_every_kind_has_its_sign() -> None:
    assert set(AWARD_ICONS) == set(AWARDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 3, 12])
def test_every_kind_is_said_with_its_number(language: str, count: int) -> None:
    table = table_at(new_game(), language=language)
    said = [
        award_view(Award(kind, ANA, 1.0, {**NUMBERS, "last_round": 9, "n": count}), table) for kind in sorted(AWARDS)
    ]
    assert len({view.title for view in said}) == len(said)
    assert not [view.words for view in said if "{" in view.words or "award." in view.words]
    if count == 12:
        assert [view.words for view in said if "12" not in view.words] == []


def test_the_quickest_is_told_how_long_a_turn_took() -> None:
    view = award_view(Award("quick", ANA, 1.0, {"n": 95}), table_at(new_game()))
    assert view.words == "Took only 2 min a turn."
    assert view.who.name == "Ana"
