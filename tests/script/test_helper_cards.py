"""Helper cards: short, right under tonight's rules, in every language, with drawings that are there."""

import re

import pytest

from narrator.core.message import msg
from narrator.core.table.house_rules import PRESETS, allowed_values, differences
from narrator.folders import folder
from narrator.script.helper_cards import helper_cards
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.games import new_game

ASKED_FOR = {
    *("costs", "turn", "odds", "production", "robber", "discards", "harbours", "trades", "placement", "where_to_place"),
    *(
        "knight",
        "road_building",
        "year_of_plenty",
        "monopoly",
        "points_card",
        "longest_road",
        "largest_army",
        "winning",
    ),
    *("early_game", "middle_game", "late_game", "mistakes", "before_acting", "box", "house_rules"),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", PRESETS)
def test_all_cards_are_there_and_short_under_every_preset(preset: str, players: int) -> None:
    cards = helper_cards(new_game(players, layout="random_tokens", preset=preset))
    assert set(cards) >= ASKED_FOR
    for name, card in cards.items():
        assert card.title.key == f"card.{name}.title"
        assert name == "house_rules" or 2 <= len(card.lines) <= 6
        for language in LANGUAGES:
            for message in (card.title, *card.lines):
                said = say(message, TableLocale(language))
                assert said
                assert not re.search(r"[{}]|  ", said)


def test_tonights_rules_are_what_differs_from_the_box() -> None:
    table = new_game(target_vp=12, gifts="allowed")
    card = helper_cards(table)["house_rules"]
    assert set(differences(table.rules)) == {"target_vp", "gifts"}
    assert {line.key for line in card.lines} >= {"rule.target_vp.n", "rule.gifts.allowed"}
    plain = helper_cards(new_game())["house_rules"]
    assert plain.lines == (msg("card.house_rules.none"),)


@pytest.mark.parametrize("custom", allowed_values("take_backs"))
def test_take_backs_are_listed_only_where_the_table_changed_them(custom: str) -> None:
    lines = helper_cards(new_game(take_backs=custom, gifts="allowed"))["house_rules"].lines
    is_changed = custom != "until_next_random"
    assert [line.key for line in lines].count(f"rule.take_backs.{custom}") == is_changed


@pytest.mark.parametrize("when", allowed_values("vp_cards"))
def test_what_is_said_of_a_new_points_card_follows_tonights_rule(when: str) -> None:
    cards = helper_cards(new_game(vp_cards=when))
    assert msg(f"card.points_card.3.{when}") in cards["points_card"].lines
    assert msg(f"card.development_cards.4.{when}") in cards["development_cards"].lines


@pytest.mark.parametrize("preset", PRESETS)
def test_every_drawing_of_a_card_is_there(preset: str) -> None:
    drawn = {card.drawing for card in helper_cards(new_game(preset=preset)).values() if card.drawing}
    assert drawn <= {path.stem for path in (folder("templates") / "drawings").glob("*.svg")}
    assert len(drawn) > 10
