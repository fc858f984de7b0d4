"""Sentences as they are said: none of a thing, names in a row, a noun that is counted."""

import pytest

from narrator.core.message import msg
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_aloud, say_cards, say_list
from narrator.text.sources.all import SOURCES

NAMES = ("Ana", "Boris")
ZEROS = [key for key in SOURCES if key.endswith(".zero")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ZEROS)
def test_none_has_a_line_without_a_number(language: str, key: str) -> None:
    params = {"seat": 0, "resource": "ore", "n": 0, "total": 8, "thrown": 72, "expected": 9}
    said = say(msg(key.removesuffix(".zero"), **params), TableLocale(language, NAMES))
    assert said == say(msg(key, **params), TableLocale(language, NAMES))
    assert not any(word in said.lower() for word in ("0", "zero", "cero", "ноль"))


def test_a_monopoly_that_takes_nothing_says_so() -> None:
    said = say(msg("event.monopoly_played", seat=0, resource="ore", n=0), TableLocale("es", NAMES))
    assert said == "¡Monopolio de mineral! Pero nadie tiene. Mala suerte, Ana."


@pytest.mark.parametrize(
    ("last", "said"),
    [("Inés", "Ana e Inés"), ("Hilda", "Ana e Hilda"), ("Yolanda", "Ana y Yolanda"), ("Boris", "Ana y Boris")],
)
def test_a_spanish_and_is_e_before_its_own_sound(last: str, said: str) -> None:
    assert say_list(["Ana", last], TableLocale("es")) == said


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "es"])
def test_other_languages_join_all_names_alike(language: str) -> None:
    joined = say_list(["Ana", "Inés"], TableLocale(language))
    assert joined.replace("Inés", "Boris") == say_list(["Ana", "Boris"], TableLocale(language))


def test_pearls_are_counted_and_ore_is_not() -> None:
    under_the_sea = TableLocale("en", theme="clawtan")
    assert say_cards({"ore": 1}, under_the_sea) == "one pearl"
    assert say_cards({"ore": 3}, under_the_sea) == "three pearls"
    assert say_cards({"ore": 3}, TableLocale("en")) == "three ore"


@pytest.mark.parametrize(("words", "said"), [("box", "veintiuna carreteras"), ("table", "veintiún caminos")])
def test_a_spanish_number_agrees_with_what_it_counts(words: str, said: str) -> None:
    line = say(msg("step.free_roads.normal", seat=0, n=21), TableLocale("es", ("Ana",), word_set=words))
    assert line == f"Ana, coloca {said} gratis."


def test_thai_keeps_what_one_gets_apart_from_what_the_next_gets() -> None:
    """Half of all nicknames are words of the game: without a stop nobody sees where one player ends."""
    oat, rice = (
        msg("event.income", seat=0, cards={"wool": 1, "ore": 1}),
        msg("event.income", seat=1, cards={"grain": 1}),
    )
    locale = TableLocale("th", ("โอ๊ต", "ข้าว"), word_set="table")
    said = say_aloud([msg("event.dice_rolled", n=8), oat, rice], locale)
    assert said == "ทอยได้เลข 8 โอ๊ต ได้แกะ 1 ใบ หิน 1 ใบ, ข้าว ได้ข้าว 1 ใบ"


def test_thai_needs_no_comma_while_the_same_player_goes_on() -> None:
    built = msg("event.road_built", seat=0), msg("event.longest_road.taken", seat=0, n=5)
    assert "," not in say_aloud(built, TableLocale("th", NAMES))


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "th"])
def test_where_sentences_end_in_a_stop_no_comma_follows(language: str) -> None:
    lines = [msg("event.income", seat=seat, cards={"ore": 1}) for seat in range(2)]
    locale = TableLocale(language, NAMES)
    assert say_aloud(lines, locale) == " ".join(say(line, locale) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_name_that_ends_with_a_stop_no_second_one_is_written(language: str) -> None:
    said = say(msg("event.turn_ended", seat=0, other=1), TableLocale(language, ("Ana", "Bo J.")))
    assert "Bo J" in said
    assert ".." not in said


FACE_UP = [key for key in SOURCES if key.endswith(".face_up")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", FACE_UP)
def test_where_a_bots_cards_lie_open_a_line_says_so(language: str, key: str) -> None:
    plain, names = key.removesuffix(".face_up"), ("Ana", "Boris", "Robo")
    params = {"seat": 2, "other": 2, "limit": 7, "target": 10}
    assert say(msg(plain, **params), TableLocale(language, names, face_up_seats=frozenset({2}))) == say(
        msg(key, **params), TableLocale(language, names)
    )
    others = {**params, "seat": 0, "other": 1}
    assert say(msg(plain, **others), TableLocale(language, names, face_up_seats=frozenset({2}))) == say(
        msg(plain, **others), TableLocale(language, names)
    )


TO_BOT = [key for key in SOURCES if key.endswith(".to_bot")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TO_BOT)
def test_dice_are_passed_to_people_and_not_to_bots(language: str, key: str) -> None:
    plain, names = key.removesuffix(".to_bot"), ("Ana", "Boris", "Robo")
    for seat, other, said in ((0, 2, key), (2, 0, plain)):
        line, expected = msg(plain, seat=seat, other=other), msg(said, seat=seat, other=other)
        assert say(line, TableLocale(language, names, bot_seats=frozenset({2}))) == say(
            expected, TableLocale(language, names)
        )


def test_a_line_about_nobody_is_about_the_table() -> None:
    said = say(msg("step.steal.why"), TableLocale("en", NAMES, face_up_seats=frozenset({1})))
    assert said == "From a bot's face-up cards the screen picks one at random."
