"""`narrator script`: everything a host says, on paper."""

import json
import re

import pytest
from click.testing import CliRunner

from narrator.cli.main import main
from narrator.cli.script import make_setup
from narrator.core.table.house_rules import RULE_KEYS, HouseRules, allowed_values, number_range
from narrator.script.prompts.cases import possible_cases
from narrator.text.grammar import nouns
from narrator.text.languages import LANGUAGES
from narrator.web.rules.groups import form_value


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


def refused(*options: str, language: str = "en") -> str:
    result = CliRunner().invoke(main, ["script", *options], env={"LANG": f"{language}.UTF-8", "LC_ALL": ""})
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for '--" in result.stderr
    return result.stderr


def test_a_preset_and_house_rules_change_what_is_said() -> None:
    said = printed("--preset", "family", "--rule", "target_vp=12", "--players", "5")
    assert "You need twelve points to win." in said
    assert "friendly robber" in said
    usual = printed("--players", "5")
    assert "twelve points to win" not in usual
    assert "leaves you alone" not in usual


def test_a_presets_theme_counts_unless_another_is_chosen() -> None:
    words = printed("--preset", "seed_001")
    assert words != printed("--preset", "seed_001", "--theme", "classic")
    assert words == printed("--preset", "seed_001", "--theme", "clawtan")


def test_the_table_s_words_are_those_of_the_rules() -> None:
    assert "ครับ" in printed("--lang", "th", "--rule", "th_particle=ครับ")
    assert printed("--rule", "words=table") != printed()


def test_a_house_rule_that_does_not_exist_is_answered_with_all_that_do() -> None:
    said = refused("--rule", "targetvp=12")
    assert "There's no house rule called “targetvp”." in said
    assert [key for key in RULE_KEYS if key not in said] == []


@pytest.mark.parametrize("key", RULE_KEYS)
def test_a_value_that_does_not_exist_is_answered_with_all_that_do(key: str) -> None:
    said = refused("--rule", f"{key}=99999")
    limits = number_range(key)
    possible = [f"{limits[0]}–{limits[1]}"] if limits else [form_value(value) for value in allowed_values(key)]
    assert f"“{key}” can't be “99999”" in said
    assert [value for value in possible if value not in said] == []


@pytest.mark.parametrize("key", RULE_KEYS)
def test_every_value_that_is_listed_is_taken(key: str) -> None:
    limits = number_range(key)
    for value in limits or allowed_values(key):
        make_setup(4, "en", "official_6e", [f"{key}={form_value(value)}"], None, "normal")


def test_all_that_is_wrong_is_said_at_once_in_the_terminals_language() -> None:
    said = refused("--rule", "target_vp=99", "--rule", "gifts=yes", language="ru")
    assert "Для правила «target_vp» значение «99» не подходит. Можно выбрать: 8–20." in said
    assert "Для правила «gifts» значение «yes» не подходит. Можно выбрать: forbidden, allowed." in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rule", "gifts"), "--rule target_vp=12"),
        (("--rule", "robber=off", "--rule", "friendly_robber=on"), "“robber” and “friendly_robber” don't go together"),
        (("--rule", "component_set=base_3_4", "--players", "5"), "Choose the larger box."),
        (("--preset", "moon"), "'family'"),
    ],
)
def test_rules_that_make_no_sense_are_refused(options: tuple[str, ...], words: str) -> None:
    assert words in refused(*options)


@pytest.mark.parametrize("options", [("--theme", "moon"), ("--detail", "x"), ("--players", "7"), ("--format", "pdf")])
def test_an_unknown_option_is_a_clear_error(options: tuple[str, str]) -> None:
    result = CliRunner().invoke(main, ["script", *options])
    assert result.exit_code == 2
    assert "Invalid value" in result.output
