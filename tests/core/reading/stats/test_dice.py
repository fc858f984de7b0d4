"""How unusual the dice were, held against dice that are thrown here."""

from random import Random

import pytest

from narrator.core.reading.stats.dice import MIN_ROLLS, dice_of, gamma_tail, unevenness, verdict
from narrator.core.table.box import PIPS

EVENINGS = 1500


def chances(rolls: int) -> list[float]:
    luck = Random(rolls)
    thrown = (luck.choices(list(PIPS), list(PIPS.values()), k=rolls) for _ in range(EVENINGS))
    found = [dice_of([(0, total) for total in totals], 1, by_deck=False).chance for totals in thrown]
    return [chance for chance in found if chance is not None]


@pytest.mark.parametrize("rolls", [MIN_ROLLS, 75])
def test_of_a_hundred_fair_evenings_one_is_rare_and_ten_are_odd_at_least(rolls: int) -> None:
    found = chances(rolls)
    for part in (0.01, 0.1, 0.5):
        share = sum(chance < part for chance in found) / EVENINGS
        assert abs(share - part) < 3.5 * (part * (1 - part) / EVENINGS) ** 0.5 + part * 0.25, (part, share)


@pytest.mark.parametrize(
    ("degrees", "value", "tail"), [(10, 3.940, 0.95), (10, 18.307, 0.05), (10, 29.588, 0.001), (1, 3.841, 0.05)]
)
def test_the_tail_is_that_of_the_printed_tables(degrees: int, value: float, tail: float) -> None:
    assert gamma_tail(degrees / 2, value / 2) == pytest.approx(tail, rel=2e-3)


def test_dice_as_expected_are_as_expected_and_twelves_alone_are_rare() -> None:
    even = [(0, total) for total, pips in PIPS.items() for _ in range(pips * 2)]
    found = dice_of(even, 1, by_deck=False)
    assert (found.deviation, found.chance, found.verdict) == (0, 1, "expected")
    odd = dice_of([*even, *[(0, 12)] * 9], 1, by_deck=False)
    assert (odd.verdict, odd.oddest) == ("rare", 12)


def test_few_rolls_and_a_deck_of_numbers_have_no_verdict() -> None:
    twelves = [(0, 12)] * MIN_ROLLS
    assert dice_of(twelves, 1, by_deck=False).verdict == "rare"
    assert dice_of(twelves[1:], 1, by_deck=False).verdict is None
    by_deck = dice_of(twelves, 1, by_deck=True)
    assert (by_deck.chance, by_deck.verdict) == (None, None)
    assert dice_of([], 3, by_deck=False).oddest is None


def test_the_words_change_where_one_evening_in_ten_and_in_a_hundred_is() -> None:
    assert [verdict(chance, 60) for chance in (0.5, 0.1, 0.099, 0.01, 0.009)] == [
        "expected",
        "expected",
        "odd",
        "odd",
        "rare",
    ]
    assert unevenness(10, 60) > unevenness(20, 60) > unevenness(30, 60)
