"""`narrator script`: everything a host says, on paper."""

import json
import re

import pytest
from click.testing import CliRunner

from narrator.cli.main import main
from narrator.core.table.house_rules import HouseRules
from narrator.script.prompts.cases import possible_cases
from narrator.text.grammar import nouns
from narrator.text.languages import LANGUAGES


def printed(*options: str) -> str:
    result = CliRunner().invoke(main, ["script", *options])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_has_every_section_odd_case_and_card(language: str) -> None:
    script = json.loads(printed("--lang", language, "--format", "json"))
    assert [section["id"] for section in script["sections"]] == [
        "setup",
        "placement",
        "turn",
        "robber",
        "free_roads",
        "over",
    ]
    assert [prompt["id"] for prompt in script["prompts"]] == possible_cases(HouseRules())
    assert len(script["cards"]) >= 20
    assert all(2 <= len(card["lines"]) <= 20 for card in script["cards"] if card["id"] != "house_rules")


def test_placement_goes_round_and_back_for_the_number_of_players() -> None:
    script = json.loads(printed("--players", "3", "--format", "json"))
    placement = next(section for section in script["sections"] if section["id"] == "placement")["steps"]
    assert [step["id"] for step in placement] == [
        *["placement_1.settlement", "placement_1.road"] * 3,
        *["placement_2.settlement", "placement_2.road"] * 3,
        "placement.first_turn",
    ]


def test_markdown_has_a_title_and_headings() -> None:
    lines = printed("--format", "md").splitlines()
    assert lines[0] == "# Host's script"
    assert "## A turn" in lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_clawtan_no_word_of_the_classic_game_is_left(language: str) -> None:
    said = printed("--lang", language, "--theme", "clawtan").lower()
    classic, clawtan = nouns(language), nouns(language, "clawtan")
    new = " ".join(word for noun in clawtan.values() for word in noun.forms.values()).lower()
    for name in ("settlement", "robber", "knight", "lumber", "wool", "ore", "hills", "mountains", "longest_road"):
        word = format(classic[name], "").lower()
        if word not in new:
            found = word in said if language == "th" else re.search(rf"\b{re.escape(word)}\b", said)
            assert not found, (name, word)


@pytest.mark.parametrize("options", [("--theme", "moon"), ("--detail", "x"), ("--players", "7"), ("--format", "pdf")])
def test_an_unknown_option_is_a_clear_error(options: tuple[str, str]) -> None:
    result = CliRunner().invoke(main, ["script", *options])
    assert result.exit_code == 2
    assert "Invalid value" in result.output
