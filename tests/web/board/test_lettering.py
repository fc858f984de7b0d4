"""Words are set into the room they have; arrows end where they should."""

from itertools import pairwise

import pytest

from narrator.web.board.lettering import arrow_path, fit_text, text_width


def test_words_that_fit_stay_on_one_line_in_their_size() -> None:
    laid = fit_text("Steal one card", 200, 15, 2, "en")
    assert (laid.size, laid.lines) == (15, ("Steal one card",))


def test_long_words_are_broken_where_the_lines_come_out_evenly() -> None:
    assert fit_text("More than 7 cards: lose half", 100, 15, 3, "en").lines == ("More than", "7 cards:", "lose half")


def test_what_fits_on_no_number_of_lines_becomes_smaller() -> None:
    laid = fit_text("Straßenbahnhaltestelle", 100, 15, 2, "en")
    assert laid.lines == ("Straßenbahnhaltestelle",)
    assert laid.size < 15
    assert text_width(laid.lines[0]) * laid.size <= 101


def test_a_language_without_spaces_says_where_a_line_may_end_and_nobody_sees_the_mark() -> None:
    assert fit_text("ขโมยการ์ด|หนึ่งใบ", 90, 15, 2, "th").lines == ("ขโมยการ์ด", "หนึ่งใบ")
    assert fit_text("ขโมยการ์ด|หนึ่งใบ", 300, 15, 2, "th").lines == ("ขโมยการ์ดหนึ่งใบ",)


def test_marks_above_and_below_a_letter_have_room_between_two_lines() -> None:
    assert fit_text("ก ก", 8, 15, 2, "th").leading > fit_text("a a", 8, 15, 2, "en").leading


@pytest.mark.parametrize("bend", [0, 12, -12])
def test_an_arrow_begins_and_ends_where_it_should_with_both_sides_of_its_head_behind_the_tip(bend: int) -> None:
    path = arrow_path(10, 20, 60, 20, bend)
    assert path.startswith("M10 20Q")
    head = [tuple(map(float, part.split())) for part in path.split("M")[2].split("L")]
    assert head[1] == (60, 20)
    lengths = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(head)]
    assert lengths == pytest.approx([9, 9], abs=0.2)
