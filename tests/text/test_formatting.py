"""Lengths of time and numbers are written as each language writes them."""

import re

import pytest

from narrator.core.message import msg
from narrator.text.formatting import format_duration, format_number
from narrator.text.grammar import Number, fix_spanish_conjunctions
from narrator.text.render import TableLocale, say, say_list


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["45 sec", "2 min", "1 hr", "1 hr 23 min"]),
        ("es", ["45 s", "2 min", "1 h", "1 h 23 min"]),
        ("ru", ["45 с", "2 мин", "1 ч", "1 ч 23 мин"]),
        ("th", ["45 วิ", "2 นาที", "1 ชม.", "1 ชม. 23 นาที"]),
    ],
)
def test_a_length_of_time_is_said_as_the_language_says_it(language: str, said: list[str]) -> None:
    assert [format_duration(seconds, language).replace("\xa0", " ") for seconds in (45, 100, 3600, 4980)] == said


def test_an_hour_is_full_when_its_last_minute_is() -> None:
    assert format_duration(3599, "en") == "1 hr"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "12,345"), ("es", "12.345"), ("ru", "12\xa0345"), ("th", "12,345")]
)
def test_large_numbers_are_grouped_in_lines_too(language: str, said: str) -> None:
    assert format_number(12345, language) == said
    assert f"{Number(12345, language)}" == f"{Number(12345, language):digit}" == said
    assert f"{Number(250, language)}" == "250"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ana", "Irene"], "Ana e Irene"),
        (["Ana", "Hilda"], "Ana e Hilda"),
        (["Irene", "Ana"], "Irene y Ana"),
        (["Ana", "Íñigo"], "Ana e Íñigo"),
        (["Ana", "Ian"], "Ana y Ian"),
        (["Ana", "Yolanda"], "Ana y Yolanda"),
        (["Ana", "Boris", "Isabel"], "Ana, Boris e Isabel"),
        (["I", "Y", "Inés"], "I, Y e Inés"),
    ],
)
def test_spanish_y_gives_way_before_its_own_sound(names: list[str], said: str) -> None:
    assert say_list(names, TableLocale("es")) == said
    assert say_list(["Ana", "Irene"], TableLocale("en")) == "Ana and Irene"


def test_spanish_o_gives_way_before_its_own_sound() -> None:
    said = {
        "7 o 8": "7 u 8",
        "10 o 11": "10 u 11",
        "1 o 110": "1 o 110",
        "siete o ocho": "siete u ocho",
        "Ana o Óscar": "Ana u Óscar",
        "Ana o Hortensia": "Ana u Hortensia",
        "oro o plata": "oro o plata",
        "sí. Y Irene": "sí. Y Irene",
        "agua y hierba": "agua y hierba",
    }
    assert {text: fix_spanish_conjunctions(text) for text in said} == said


def test_names_in_any_spanish_line_are_heard() -> None:
    assert "Ana e Irene" in say(msg("home.over", names=("Ana", "Irene")), TableLocale("es"))


LUCK = ["award.lucky.line", "award.unlucky.line", *(f"evening.own.luck.{how}" for how in ("more", "fewer", "even"))]
"""Two numbers in a sentence, of which only one chooses its form."""


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.parametrize("key", LUCK)
def test_one_card_is_no_cards(language: str, key: str) -> None:
    said = say(msg(key, received=1, n=1), TableLocale(language))
    assert "1" in said
    assert not re.search(r"\b1 (cards|cartas|карт)\b", said)
    assert "88, 8" not in say(msg(key, received=88, n=8), TableLocale(language)), "that would be read as one number"
