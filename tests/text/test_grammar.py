"""The polite ending of Thai lines, over everything that a host says aloud."""

import re

from narrator.core.message import msg
from narrator.text.grammar import with_particle
from narrator.text.render import TableLocale, say_aloud
from narrator.text.sources.all import SOURCES
from tools.golden import NAMES, said

WOMAN = TableLocale("th", NAMES["th"], particle="ค่ะ")
SPOKEN = [key for key in SOURCES if key.startswith(("step.", "event.", "clock."))]


def test_no_line_says_the_ending_of_a_statement_after_na_or_a_question() -> None:
    plain = TableLocale("th", NAMES["th"])
    lines = {with_particle(line, "ค่ะ", NAMES["th"]) for key in SPOKEN for line in said(key, plain)}
    assert [line for line in lines if re.search("(?:นะ|ไหม|หรือยัง|เหรอ)ค่ะ", line)] == []
    assert {line for line in lines if line.endswith("คะ")} >= {"พักกันก่อนนะคะ", "โจรเริ่มทะเลทรายไหนคะ"}


def test_a_statement_with_a_word_that_asks_stays_one() -> None:
    assert say_aloud([msg("event.no_income")], WOMAN) == "คราวนี้ไม่มีใครได้อะไรค่ะ"
    assert say_aloud([msg("step.steal.why")], WOMAN).endswith("การ์ดอะไรค่ะ")


def test_a_thai_name_at_the_end_stands_alone() -> None:
    assert say_aloud([msg("event.turn_ended", other=0)], WOMAN) == "จบตา ส่งลูกเต๋าให้ สมชาย ค่ะ"


def test_people_in_a_row_do_not_run_together() -> None:
    locale = TableLocale("th", ("พี่เอ", "น้อง บี", "Ana"))
    assert say_aloud([msg("rules.agreed", names=[0, 1, 2])], locale) == "ตกลงแล้ว: พี่เอ, น้อง บี และ Ana"
