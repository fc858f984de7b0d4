"""The pages of a game in numbers: which there are, and exactly what they show of the sample evening."""

import itertools
from functools import cache
from typing import Any

import pytest

from narrator.core.record.record import Record
from narrator.core.table.events import DiceRolled
from narrator.web.stats.chart import WIDTH
from narrator.web.stats.view import PAGE_NAMES, StatsView, stats_view
from tests.support.games import ANA, BORIS, CHAI, DANA, given, new_game, record_of
from tests.support.web import SAMPLE, record_in, sample_games, table_at


@cache
def sample() -> Record:
    return record_in(SAMPLE)


def shown(name: str, seat: int | None = None, language: str = "en") -> Any:
    page = stats_view(table_at(sample(), language=language), seat).page(name)
    assert page is not None, name
    return page.content


def names(evening: StatsView) -> list[str]:
    return [page.name for page in evening.pages]


# Which pages there are


def test_a_page_is_there_where_it_has_something_to_say() -> None:
    whole = stats_view(table_at(sample()))
    assert names(whole) == [name for name in PAGE_NAMES if name != "time"]  # its entries have no times
    assert (whole.is_over, whole.rounds, whole.rolls) == (True, 31, 123)


def test_before_anything_has_happened_there_is_little_to_tell() -> None:
    assert names(stats_view(table_at(new_game()))) == ["points", "dice"]
    assert names(stats_view(table_at(new_game(tracking="script")))) == ["dice"]


def test_in_mid_game_nobody_has_an_award_yet() -> None:
    record = record_of(given(new_game(), step="roll"), DiceRolled(seat=ANA, total=9))
    assert "awards" not in names(stats_view(table_at(record)))


def test_a_seat_reads_its_own_part_first_and_who_watches_has_none() -> None:
    assert names(stats_view(table_at(sample()), BORIS))[0] == "own"
    assert "own" not in names(stats_view(table_at(sample())))


# What they show


def test_every_point_is_traced_to_what_gave_it() -> None:
    table = [(one.who.name, one.standing.points, _worth(one)) for one in shown("points")]
    assert table == [
        ("Ana", 10, {"settlement": 2, "city": 8}),
        ("Boris", 9, {"settlement": 5, "city": 4}),
        ("Dana", 6, {"settlement": 4, "longest_road": 2}),
        ("Chai", 3, {"settlement": 3}),
    ]


def _worth(one: Any) -> dict[str, int]:
    return {icon: part.points for icon, part in one.parts.items()}


def test_lines_end_at_the_points_and_marks_stand_where_titles_and_robber_moved() -> None:
    race = shown("race")
    assert [(line.who.name, line.total) for line in race.lines] == [("Ana", 10), ("Boris", 9), ("Chai", 3), ("Dana", 6)]
    assert [(mark.icon, mark.colour) for mark in race.titles] == [
        ("longest_road", "orange"),
        ("longest_road", "white"),
        ("longest_road", "orange"),
    ]
    scale = {number: x for x, number in race.rounds}
    assert scale[5] < race.titles[0].x < scale[10]  # in round 7
    assert [mark.x for mark in race.robber] == sorted(mark.x for mark in race.robber)
    assert len(race.robber) == 22


def test_those_who_are_level_have_lines_beside_each_other_and_labels_apart() -> None:
    lines = shown("race").lines
    assert len({line.points.split()[0] for line in lines}) == len(lines)
    labels = sorted(line.label for line in lines)
    assert min(second - first for first, second in itertools.pairwise(labels)) >= 20


def test_the_table_beside_the_lines_tells_only_rounds_in_which_something_happened() -> None:
    rows = {row.who.name: row.cells for row in shown("race").numbers.rows}
    assert rows["Setup"] == ("2", "2", "2", "2", "")
    assert rows["Round 7"][-1] == "Dana gets Longest Route (5)."
    assert rows["Round 3"] == ("2", "2", "2", "2", "Ana sends the robber after Chai.")
    assert "Round 1" not in rows


def test_a_fair_word_is_said_on_the_dice() -> None:
    dice = shown("dice")
    assert dice.verdict == "Perfectly ordinary dice: about 97 games in a hundred are at least this uneven."
    assert dice.oddest == ""
    assert {row.who.name: row.cells for row in dice.numbers.rows}["7"] == ("18", "20.5", "6", "6", "4", "2")


@pytest.mark.parametrize(
    ("totals", "verdict", "oddest"),
    [
        ([7], "Too few rolls to say anything about the dice.", ""),
        (
            [12] * 40,
            "A rare night: fewer than one game in a hundred is this uneven.",
            "The 12 stood out: it came up 40 ti",
        ),
    ],
)
def test_few_rolls_say_nothing_and_many_odd_ones_are_called_rare(totals: list[int], verdict: str, oddest: str) -> None:
    rolls = [DiceRolled(seat=ANA, total=total, late=True) for total in totals]
    page = stats_view(table_at(record_of(given(new_game(), step="actions"), *rolls))).page("dice")
    assert page is not None
    assert page.content.verdict == verdict
    assert page.content.oddest.startswith(oddest)
    assert bool(page.content.oddest) == bool(oddest)


def test_a_deck_of_numbers_is_not_judged() -> None:
    record = record_of(given(new_game(dice_mode="deck36"), step="roll"), DiceRolled(seat=ANA, total=9))
    page = stats_view(table_at(record)).page("dice")
    assert page is not None
    assert page.content.verdict == "These numbers came from a deck, so they even out."


def test_the_highest_bar_or_stroke_fills_the_picture_and_every_number_stands_above_both() -> None:
    columns = shown("dice").columns
    assert min(min(one.y, one.expected) for one in columns) == pytest.approx(24)
    assert all(one.label < min(one.y, one.expected) for one in columns)


def test_income_is_shown_by_kind_with_what_was_taken() -> None:
    income = shown("income")
    assert [row.value for row in income.income] == ["135", "144", "47", "74"]
    assert [row.value for row in income.losses] == ["34", "46", "28", "8"]
    # lumber, brick, wool, grain, ore, all; kept by the robber, stolen, discarded
    assert income.numbers.rows[ANA].cells == ("33", "32", "17", "23", "30", "135", "4", "9", "21")


def test_luck_is_what_came_less_what_was_promised_the_luckiest_first() -> None:
    luck = shown("luck")
    assert [(row.who.name, row.value) for row in luck.rows] == [
        ("Boris", "+17.2"),
        ("Chai", "+1.6"),
        ("Dana", "−0.3"),
        ("Ana", "−21.0"),
    ]
    assert luck.numbers.rows[0].cells == ("141", "123.8", "−2.9", "+13.9", "+3.7", "−1.8", "+4.2")
    assert shown("luck", language="ru").rows[0].value == "+17,2"


def test_trades_are_shown_by_pairs_and_by_what_each_gave() -> None:
    trades = shown("trades")
    assert [(pair.one.name, pair.other.name, pair.count) for pair in trades.pairs][:2] == [
        ("Ana", "Dana", 12),
        ("Boris", "Dana", 10),
    ]
    assert {kind.icon: kind.count for kind in trades.pairs[0].gave} == {
        "lumber": 3,
        "brick": 5,
        "wool": 3,
        "grain": 2,
        "ore": 1,
    }
    assert trades.numbers.rows[ANA].cells == ("–", "9", "3", "12")
    # at 4:1, 3:1, 2:1; then what went out and came in
    assert trades.bank_numbers.rows[0].cells == ("3", "9", "2", "+8", "−13 +4", "−16 +1", "−10 +1", "−4")


def test_titles_are_followed_from_hand_to_hand() -> None:
    titles = shown("titles")
    assert [row.cells[0] for row in titles.numbers.rows] == [
        "Dana gets Longest Route (5).",
        "Chai takes Longest Route from Dana (6).",
        "Dana takes Longest Route from Chai (7).",
    ]
    (road,) = titles.histories
    assert [reign.colour for reign in road.reigns] == ["orange", "white", "orange"]
    assert road.reigns[-1].x + road.reigns[-1].width == pytest.approx(WIDTH)


def test_awards_name_what_they_are_for() -> None:
    told = {award.who.name: award.words for award in shown("awards")}
    assert told["Boris"] == "Cards from rolls: 141. That's 17 more than expected."
    assert told["Chai"] == "Had 18 cards blocked by the robber."


def test_the_own_part_speaks_to_its_reader() -> None:
    own = shown("own", ANA)
    assert (own.has_won, own.place) == (True, "You won!")
    assert [words for _, words in own.facts] == [
        "Cards the dice brought you: 132. That's 21 fewer than you'd expect.",
        "The robber blocked 4 of your cards.",
        "9 cards were stolen from you.",
        "You discarded 21 cards on 7s.",
        "You made 24 trades, 12 of them with Dana.",
    ]
    assert shown("own", CHAI).place == "Your place: 4"
    assert [award.seat for award in shown("own", DANA).awards] == [DANA]


# In every game


@pytest.mark.parametrize("path", sample_games(), ids=lambda path: path.stem)
def test_charts_stay_inside_their_pictures_in_every_game(path: Any) -> None:
    evening = stats_view(table_at(record_in(path), language="ru"), 0)
    for name in ("income", "luck", "time"):
        page = evening.page(name)
        for field in ("income", "taken", "rows") if page else ():
            for row in getattr(page.content if page else None, field, ()):
                ends = [one.x + one.width for one in row.segments]
                assert all(0 <= end <= WIDTH + 0.1 for end in [*ends, row.mark or 0])
    race = evening.page("race")
    if race:
        assert all(0 <= mark.x <= WIDTH for mark in (*race.content.titles, *race.content.robber))
