"""Words are set into the room they have; arrows end where they should."""

from itertools import pairwise

import pytest

from narrator.web.board.lettering import arrow, set_in, width


def test_words_that_fit_stay_on_one_line_in_their_size() -> None:
    laid = set_in("Steal one card", 200, 15, 2, "en")
    assert (laid.size, laid.lines) == (15, ("Steal one card",))


def test_long_words_are_broken_where_the_lines_come_out_evenly() -> None:
    assert set_in("More than 7 cards: lose half", 100, 15, 3, "en").lines == ("More than", "7 cards:", "lose half")


def test_what_fits_on_no_number_of_lines_becomes_smaller() -> None:
    laid = set_in("Straßenbahnhaltestelle", 100, 15, 2, "en")
    assert laid.lines == ("Straßenbahnhaltestelle",)
    assert laid.size < 15
    assert width(laid.lines[0]) * laid.size <= 101


def test_a_language_without_spaces_says_where_a_line_may_end_and_nobody_sees_the_mark() -> None:
    assert set_in("ขโมยการ์ด|หนึ่งใบ", 90, 15, 2, "th").lines == ("ขโมยการ์ด", "หนึ่งใบ")
    assert set_in("ขโมยการ์ด|หนึ่งใบ", 300, 15, 2, "th").lines == ("ขโมยการ์ดหนึ่งใบ",)


def test_marks_above_and_below_a_letter_have_room_between_two_lines() -> None:
    assert set_in("ก ก", 8, 15, 2, "th").leading > set_in("a a", 8, 15, 2, "en").leading


@pytest.mark.parametrize("bend", [0, 12, -12])
def test_an_arrow_begins_and_ends_where_it_should_with_both_sides_of_its_head_behind_the_tip(bend: int) -> None:
    path = arrow(10, 20, 60, 20, bend)
    assert path.startswith("M10 20Q")
    head = [tuple(map(float, part.split())) for part in path.split("M")[2].split("L")]
    assert head[1] == (60, 20)
    lengths = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(head)]
    assert lengths == pytest.approx([9, 9], abs=0.2)
