"""The library's index: everything stands on one shelf."""

from collections import Counter
from typing import Any

import pytest

from narrator.core.table.house_rules import PRESETS
from narrator.script.library import SHELF_CARDS, SHELF_OTHER_TOPICS, WHAT_IFS, all_topics, shelves
from narrator.script.prompts.cases import CASES
from tests.support.games import new_game

MODES: tuple[dict[str, Any], ...] = (
    *({"preset": preset} for preset in PRESETS),
    {"friendly_robber": "on", "no_seven_rounds": 2, "auto_win": "claim"},
    {"five_six_turns": "special_build"},
)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_topic_of_every_table_stands_on_one_shelf(players: int) -> None:
    for rules in MODES:
        topics = all_topics(new_game(players, layout="random_tokens", **rules))
        placed = Counter(topic.id for shelf in shelves(topics) for topic in (*shelf.cards, *shelf.more))
        assert placed == Counter(topic.id for topic in topics)


def test_no_shelf_names_what_does_not_exist() -> None:
    for questions, cases in SHELF_OTHER_TOPICS.values():
        assert set(questions) <= set(WHAT_IFS)
        assert set(cases) <= set(CASES)
    assert set(SHELF_OTHER_TOPICS) <= set(SHELF_CARDS)


def test_a_newcomer_sees_the_goal_first() -> None:
    first = shelves(all_topics(new_game()))[0]
    assert (first.name, first.cards[0].id) == ("win", "card.goal")


def test_what_is_asked_is_a_helper_card_under_a_question_of_its_own() -> None:
    for shelf in shelves(all_topics(new_game())):
        for topic in shelf.cards:
            assert topic.question.key == f"{topic.id}.ask"
