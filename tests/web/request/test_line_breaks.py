"""Marks at which lines may break stand on pages, in what is read, and nowhere else."""

import re

import pytest

from narrator.text.line_breaks import BREAK, JOINER
from narrator.web.request.line_breaks import clauses, with_line_breaks
from tests.web.kit import House

MARKS = re.compile(f"[{JOINER}{BREAK}]")
NOT_READ = [
    '<p title="ส่งลูกเต๋าให้">1</p>',
    '<p data-say="ส่งลูกเต๋า > ให้">1</p>',
    "<title>ส่งลูกเต๋าให้</title>",
    "<textarea>ส่งลูกเต๋าให้</textarea>",
    "<option>ส่งลูกเต๋าให้</option>",
    "<svg><text>ส่งลูกเต๋าให้</text></svg>",
    '<ul class="spoken" hidden><li data-entry="1"><span>ส่งลูกเต๋าให้</span></li></ul>',
]


@pytest.mark.parametrize("part", NOT_READ)
def test_what_is_not_read_on_the_page_is_left_as_it_is(part: str) -> None:
    assert with_line_breaks(part) == part


def test_what_is_read_has_marks() -> None:
    page = with_line_breaks('<p class="a">ส่งลูกเต๋าให้ <b>Ana</b></p>')
    assert page.startswith(f'<p class="a">ส่{JOINER}ง{BREAK}ลู{JOINER}ก{JOINER}เ{JOINER}ต๋า{BREAK}')
    assert page.endswith("<b>Ana</b></p>")


@pytest.mark.parametrize("path", ["/stage", "/stage?do=menu", "/history", "/lobby", "/library"])
def test_every_page_in_thai_has_marks_and_none_of_its_attributes_has(house: House, path: str) -> None:
    page = house.sample().get(f"{path}{'&' if '?' in path else '?'}lang=th").get_data(as_text=True)
    assert MARKS.search(page)
    assert not any(MARKS.search(tag) for tag in re.findall(r"<[^>]*>", page))
    spoken = re.findall(r'<ul class="spoken".*?</ul>', page, re.DOTALL)
    assert not any(MARKS.search(part) for part in spoken)
    assert spoken or path not in ("/stage", "/stage?do=menu")


def test_no_other_language_has_marks(house: House) -> None:
    page = house.sample().get("/stage?lang=ru").get_data(as_text=True)
    assert not MARKS.search(page)


def test_other_programs_and_files_get_no_marks(house: House) -> None:
    answer = house.sample().get("/file?lang=th")
    assert answer.status_code == 200
    assert not MARKS.search(answer.get_data(as_text=True))


def test_a_headline_is_parted_at_its_clauses_not_at_names_and_numbers() -> None:
    def parts(text: str) -> list[str]:
        return re.findall(r'<span class="clause">(.*?)</span>', MARKS.sub("", clauses(text)))

    assert parts("จบตา ส่งลูกเต๋าให้ Chai") == ["จบตา", "ส่งลูกเต๋าให้ Chai"]
    assert parts("Chai ได้แร่ 1 ใบ") == []
    assert parts("ทอยได้ 2 อิฐไม่พอ") == []
    assert clauses("End of turn") == "End of turn"
    assert "<b>" not in clauses("<b> จบตา ส่งลูกเต๋า")
