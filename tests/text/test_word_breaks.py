"""Lines without spaces break between words: every word of the catalog is known, and marks stand where they should."""

from collections import Counter
from functools import cache

import pytest

from narrator.core.message import msg
from narrator.folders import folder
from narrator.text.catalog import message_text
from narrator.text.grammar import all_nouns
from narrator.text.render import TableLocale, say
from narrator.text.segmenting import costs_of, likeliest
from narrator.text.sources.all import SOURCES
from narrator.text.word_breaks import (
    BREAK,
    JOINER,
    NO_BREAK_SPACE,
    known_words,
    mark_breaks,
    split_words,
    strip_marks,
    thai_runs,
    unsplit_words,
)
from narrator.web.rendering.table_locale import short_names
from tests.support.games import NAMES

SHOWN = {JOINER: "", BREAK: "|", NO_BREAK_SPACE: "_"}


def shown(text: str, *names: str) -> str:
    """Where a line may break is `|`, and `_` is a space at which it may not."""
    said = mark_breaks(text, names)
    for mark, sign in SHOWN.items():
        said = said.replace(mark, sign)
    return said


@cache
def every_run() -> list[str]:
    return thai_runs(message_text(key, "th", 2) for key in SOURCES)


def test_every_thai_line_is_made_of_known_words() -> None:
    unknown = [run for run in every_run() if not split_words(run)]
    assert not unknown, f"make words, or lines.toml: {unknown}"


def test_no_word_is_kept_that_no_line_has() -> None:
    """Else the list would grow for ever, and odd words in it would break others."""
    used = {word for run in every_run() for word in split_words(run)}
    listed = set((folder("translations") / "th" / "words.txt").read_text(encoding="utf-8").split())
    assert len(listed - used) < 20, sorted(listed - used)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("นับแต้มของทุกคนทุกรอบ", "นับ|แต้ม|ของ|ทุกคน|ทุก|รอบ"),
        ("ฝ่ายเป็นกลาง", "ฝ่ายเป็นกลาง"),
        ("จอบอกแล้วกลับ", "จอ|บอก|แล้ว|กลับ"),
        ("ผิดกติกา", "ผิดกติกา"),
        ("วางโทเคนตัวเลข", "วาง|โทเคน|ตัวเลข"),
        ("แสดงในคาทาน", "แสดง|ใน|คาทาน"),
        ("กติกาของวงนี้", "กติกา|ของ|วง|นี้"),
        ("ใช้การ์ดปีอุดมสมบูรณ์", "ใช้|การ์ด|ปีอุดมสมบูรณ์"),
    ],
)
def test_words_that_browsers_tear_apart_stay_whole(text: str, broken: str) -> None:
    assert shown(text) == broken


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("ถนน 6 ท่อน", "ถนน 6_ท่อน"),
        ("ข้าวสาลี 1 ใบ", "ข้าวสาลี 1_ใบ"),
        ("6 คนใช้กล่องใหญ่", "6_คน|ใช้|กล่อง|ใหญ่"),
        ("รอบที่ 2", "รอบ|ที่_2"),
        ("แลก 3 ต่อ 1", "แลก 3_ต่อ_1"),
        ("เลือกดี ๆ", "เลือก|ดี_ๆ"),
        ("ทอยได้ 2 อิฐไม่พอ", "ทอย|ได้ 2 อิฐ|ไม่|พอ"),
    ],
)
def test_a_number_stays_with_what_it_counts(text: str, broken: str) -> None:
    assert shown(text) == broken


def test_a_thai_name_is_never_broken_inside() -> None:
    assert shown("ตาของน้ำฝนแล้ว") == "ตาของน้ำฝนแล้ว"  # nobody knows that word: it is left to the browser
    assert shown("ตาของน้ำฝนแล้ว", "น้ำฝน") == "ตา|ของ|น้ำฝน|แล้ว"
    assert shown("ส่งให้ ทรายแดง", "ทรายแดง") == "ส่ง|ให้ ทรายแดง"
    assert shown("ส่งให้ ทรายแดง") == "ส่ง|ให้ ทราย|แดง"


def test_a_word_is_joined_wherever_another_could_begin() -> None:
    assert mark_breaks("ลูกเต๋า") == JOINER.join(["ลู", "ก", "เ", "ต๋า"])
    assert mark_breaks("สีน้ำเงิน") == JOINER.join(["สี", "น้ำ", "เ", "งิ", "น"])  # never inside a letter with its signs


@pytest.mark.parametrize("language", ["en", "ru", "es"])
def test_other_languages_are_left_as_they_are(language: str) -> None:
    assert all(
        mark_breaks(message_text(key, language, 2)) == message_text(key, language, 2)
        for key in SOURCES
        if "lang" not in key
    )


def test_marks_change_nothing_that_is_read_and_are_put_in_once() -> None:
    for key in SOURCES:
        text = message_text(key, "th", 2)
        once = mark_breaks(text)
        assert strip_marks(once).replace(NO_BREAK_SPACE, " ") == strip_marks(text).replace(NO_BREAK_SPACE, " ")
        assert mark_breaks(once) == once


def test_what_is_said_has_no_marks() -> None:
    locale = TableLocale("th", short_names(("น้ำฝน", *NAMES)))
    said = say(msg("event.card_stolen", seat=0, victim=1, other=1), locale)
    assert "น้ำฝน" in said
    assert JOINER not in said
    assert BREAK not in said


def test_what_is_used_often_wins_over_what_a_dictionary_finds_first() -> None:
    counts = Counter({"ทุ": 1, "กรอบ": 3, "ทุก": 20, "รอบ": 20})
    assert likeliest("ทุกรอบ", costs_of(counts, ())) == ["ทุก", "รอบ"]
    assert likeliest("กรอบ", costs_of(counts, ())) == ["กรอบ"]


def test_the_games_nouns_are_known() -> None:
    assert all(split_words(form) for noun in all_nouns("th") for form in noun.values())
    assert unsplit_words("th") <= known_words().words
