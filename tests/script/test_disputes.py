"""How a case may be ruled: tonight's way first, then as other values of its rule would have it, then otherwise."""

from typing import Any

import pytest

from narrator.script.disputes import ruling_options
from narrator.script.library import all_topics
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.games import new_game


def ids(case: str, **rules: Any) -> list[str]:
    return [way.id for way in ruling_options(new_game(**rules), case)]


def test_tonights_ruling_comes_first_and_each_value_of_the_rule_is_one() -> None:
    assert ids("prompt.gift") == ["forbidden", "allowed", "otherwise"]
    assert ids("prompt.gift", gifts="allowed") == ["allowed", "forbidden", "otherwise"]
    assert ids("what_if.gifts") == ["forbidden", "allowed", "otherwise"]


def test_where_no_rule_decides_there_is_the_ruling_and_another_way() -> None:
    assert ids("what_if.distance") == ["as_ruled", "otherwise"]
    assert ids("card.costs") == ["as_ruled", "otherwise"]


def test_what_is_off_tonight_has_one_ruling() -> None:
    assert ids("what_if.gifts", domestic_trade="off") == ["forbidden", "otherwise"]


@pytest.mark.parametrize("case", ["", "prompt.", "prompt.moon", "what_if.moon", "moon"])
def test_a_case_that_is_none_has_no_ways(case: str) -> None:
    assert ids(case) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_of_every_case_has_words(language: str) -> None:
    state, voice = new_game(), TableLocale(language, ("Ana", "Boris", "Chai", "Dana"))
    for topic in all_topics(state):
        said = {say(way.words, voice) for way in ruling_options(state, topic.id)}
        assert len(said) >= 2, topic.id
