"""Our drawings of the rules: whole pictures of our own, in everyone's words, right under tonight's rules."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from flask import g

from narrator.core.table.setup import Setup
from narrator.core.table.state import GameState
from narrator.folders import folder
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale
from narrator.web.components.explanations import drawing
from tests.support.app import LAID
from tests.support.drawings import DRAWINGS
from tests.support.games import new_game
from tests.support.html import page_of
from tests.support.web import House

SVG = "{http://www.w3.org/2000/svg}"


def shown(
    house: House, name: str, language: str = "en", theme: str = "classic", table: GameState | None = None
) -> ET.Element:
    with house.app.test_request_context():
        house.app.preprocess_request()
        g.locale = TableLocale(language, theme=theme)
        if table is not None:
            g.state = table
        return ET.fromstring(drawing(name))


def words(picture: ET.Element) -> list[str]:
    return [" ".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def said(house: House, name: str, players: int = 4, **rules: Any) -> str:
    layout: dict[str, Any] = {} if players == 4 else {"layout": "random_tokens"}
    return " ".join(words(shown(house, name, table=new_game(players, **layout, **rules))))


def test_there_is_one_for_every_rule_that_is_easier_seen() -> None:
    assert set(DRAWINGS) == {
        *("turn", "production", "seven", "discard_table", "robber", "trade", "bank_trade", "harbour"),
        *("knight", "road_building", "year_of_plenty", "monopoly", "victory_point", "largest_army", "longest_road"),
        *("points", "placement_order", "starting_cards", "connecting_roads", "distance", "road_fork", "road_ring"),
        *("road_cut", "road_tie", "costs", "city_on_settlement", "odds", "island", "lands"),
    }


@pytest.mark.parametrize("name", DRAWINGS)
def test_it_is_a_whole_picture_that_says_in_every_language_what_it_shows(house: House, name: str) -> None:
    told = set()
    for language in LANGUAGES:
        for theme in ("classic", "clawtan"):
            picture = shown(house, name, language, theme)
            assert picture.get("role") == "img"
            told.add((language, picture.get("aria-label")))
            assert not [text for text in words(picture) if re.search(r"[{}|]", text)]
    assert len({label for _, label in told}) >= len(LANGUAGES)


@pytest.mark.parametrize("name", DRAWINGS)
def test_its_words_come_from_the_catalogs(house: House, name: str) -> None:
    written = (folder("templates") / "drawings" / f"{name}.svg").read_text()
    bare = re.sub(r"\{[{%#].*?[}%#]\}", "", written, flags=re.DOTALL)
    assert re.findall(r">([^<]*[^\W\d_]+[^<]*)<", bare) == []
    english, thai = words(shown(house, name)), words(shown(house, name, "th"))
    letters = [text for text in english if re.search(r"[a-z]{2}", text)]
    assert not set(letters) & set(thai)


@pytest.mark.parametrize("theme", ["classic", "clawtan"])
def test_all_that_it_repeats_is_on_every_page_and_it_brings_no_ids_of_its_own(house: House, theme: str) -> None:
    there = {one.get("id") for one in page_of(house.visitor().get("/library")).with_attribute("id")}
    for name in DRAWINGS:
        picture = shown(house, name, theme=theme)
        used = {use.get("href", "")[1:] for use in picture.iter(f"{SVG}use")}
        assert used <= there, name
        assert not [element for element in picture.iter() if element.get("id")], name


def test_the_table_of_discards_follows_the_limit_and_the_way_to_round(house: House) -> None:
    assert said(house, "discard_table").startswith("In hand Discard In hand Discard 8 4 9 4 10 5 11 5")
    table = said(house, "discard_table", discard_limit=9, discard_round="up")
    assert table.startswith("In hand Discard In hand Discard 10 5 11 6 12 6")


def test_a_seven_shows_only_what_it_does_tonight(house: House) -> None:
    assert said(house, "seven", discard_limit=9) == "1 More than 9 cards: lose half 2 Move the robber 3 Steal a card"
    assert said(house, "seven", discards="off") == "1 Move the robber 2 Steal a card"
    assert said(house, "seven", robber="off") == "1 More than 7 cards: lose half"
    assert said(house, "seven", robber="off", discards="off") == "Nothing happens"


def test_the_points_that_win_are_those_of_tonight(house: House) -> None:
    assert said(house, "points", target_vp=12).endswith("12 points win")
    assert "Largest Army" not in said(house, "points", development_cards="off")


def test_a_turn_is_drawn_as_it_is_played(house: House) -> None:
    assert "Trade and build" in said(house, "turn")
    assert "Trade, then build" in said(house, "turn", turn_phases="separate")


def test_the_order_of_placing_has_as_many_people_as_the_table(house: House) -> None:
    for players in (2, 3, 4, 5, 6):
        numbers = [int(number) for number in re.findall(r"\d+", said(house, "placement_order", players))]
        assert numbers == [n for k in range(1, players + 1) for n in (k, 2 * players + 1 - k)]


def test_without_development_cards_none_has_a_price(house: House) -> None:
    assert "Development card" in said(house, "costs")
    assert "Development card" not in said(house, "costs", development_cards="off")


@pytest.mark.parametrize("when", ["only_to_win", "any_time_own_turn", "counts_as_play"])
def test_a_point_card_is_shown_when_the_table_shows_it(house: House, when: str) -> None:
    words_of = {
        "only_to_win": "Show it to win",
        "any_time_own_turn": "Show it on your turn",
        "counts_as_play": "Play it on your turn",
    }
    assert words_of[when] in said(house, "victory_point", vp_cards=when)


def test_the_page_of_a_game_draws_by_its_rules(house: House) -> None:
    setup = Setup(LAID.players, rules={"target_vp": 13}, tracking="script")
    host = house.host(setup)
    assert "13 points win" in host.page("/library?q=win").text
    assert "13 points win" in host.page("/stage?card=winning").text
