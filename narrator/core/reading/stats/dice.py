"""The dice compared with their probabilities, and how unusual that is.

Pearson's chi-square says how uneven the totals are. Its exact mean and variance for this many rolls are known; a gamma
distribution with both gives the share of games that are at least as uneven. Tests compare it with simulated games.
"""

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt

from narrator.core.reading.result import TOTALS, RollCount, count_rolls
from narrator.core.reading.stats.model import Dice, Verdict
from narrator.core.table.box import PIPS

MIN_ROLLS = 30  # with fewer rolls nobody can tell
ODD_CHANCE, RARE = 0.1, 0.01
TOTAL_COUNT = len(TOTALS)
SUM_OF_INVERSE_ODDS = sum(36 / pips for pips in PIPS.values())


def dice_of(rolls: Sequence[tuple[int, int]], seats: int, by_deck: bool) -> Dice:
    """Return the statistics of pairs of seat and total. A deck is even by design, so it has no `chance`."""
    thrown = [total for _, total in rolls]
    totals = tuple(count_rolls(thrown))
    deviation = sum((one.count - one.expected) ** 2 / one.expected for one in totals if one.expected)
    chance = unevenness(deviation, len(thrown)) if thrown and not by_deck else None
    return Dice(
        totals=totals,
        by_seat=tuple(tuple(rolls.count((seat, total)) for total in TOTALS) for seat in range(seats)),
        deviation=deviation,
        chance=chance,
        verdict=verdict(chance, len(thrown)),
        oddest=max(totals, key=lambda one: _distance(one, len(thrown))).total if thrown else None,
    )


def _distance(one: RollCount, thrown: int) -> float:
    """Return how many standard deviations a total is away from its expectation."""
    part = PIPS[one.total] / 36
    return abs(one.count - one.expected) / sqrt(thrown * part * (1 - part))


def verdict(chance: float | None, thrown: int) -> Verdict | None:
    if chance is None or thrown < MIN_ROLLS:
        return None
    if chance < RARE:
        return "rare"
    return "odd" if chance < ODD_CHANCE else "expected"


def unevenness(deviation: float, thrown: int) -> float:
    """Return the share of games with this many rolls whose chi-square is at least this."""
    mean = TOTAL_COUNT - 1
    variance = 2 * mean + (SUM_OF_INVERSE_ODDS - TOTAL_COUNT**2 - 2 * TOTAL_COUNT + 2) / thrown
    return gamma_tail(mean**2 / variance, deviation * mean / variance)


def gamma_tail(shape: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function: a series for small x, a continued fraction for large.

    >>> round(gamma_tail(1, 2), 6), round(gamma_tail(5, 18.307 / 2), 4)
    (0.135335, 0.05)
    """
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        return 1.0 - front * _series(shape, x)
    return front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    while term > total * 1e-12:
        shape += 1
        term *= x / shape
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    """Lentz's algorithm, until convergence."""
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    found = d
    for step in range(1, 500):
        a = -step * (step - shape)
        b += 2
        d, c = 1 / (a * d + b), b + a / c
        found *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return found
