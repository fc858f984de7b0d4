"""The evening in figures: what the points are made of, and what the dice gave."""

from collections.abc import Sequence

from msgspec import Struct

from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.core.table.odds import PIPS
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points

TOTALS = tuple(PIPS)


class Standing(Struct, frozen=True):
    """A player among the others."""

    seat: int
    place: int
    """From 1; who has as many points shares it. The winner is first, whatever others have."""
    points: int
    settlements: int
    cities: int
    longest_road: bool
    largest_army: bool
    points_cards: int


class Rolls(Struct, frozen=True):
    """How often a total was rolled, and how often dice do it on average."""

    total: int
    count: int
    expected: float


def standings(state: GameState) -> list[Standing]:
    """Everybody who plays, the winner first, then by points."""
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    scores = {number: points(state, number) for number, seat in enumerate(state.seats) if not seat.left}
    order = sorted(scores, key=lambda number: (number != winner, -scores[number]))
    return [_standing(state, number, _place(number, scores, winner)) for number in order]


def _place(number: int, scores: dict[int, int], winner: int | None) -> int:
    if number == winner:
        return 1
    return 1 + sum(other == winner or score > scores[number] for other, score in scores.items())


def _standing(state: GameState, number: int, place: int) -> Standing:
    seat = state.seats[number]
    return Standing(
        seat=number,
        place=place,
        points=points(state, number),
        settlements=seat.settlements,
        cities=seat.cities,
        longest_road=state.longest_road == number,
        largest_army=state.largest_army == number,
        points_cards=seat.revealed_points,
    )


def rolls(head: Snapshot) -> list[Rolls]:
    """Every total from two to twelve."""
    thrown = [snapshot.fact.sum for snapshot in head.history() if isinstance(snapshot.fact, DiceRolled)]
    return against_odds(thrown)


def against_odds(thrown: Sequence[int]) -> list[Rolls]:
    return [Rolls(total, thrown.count(total), len(thrown) * PIPS[total] / 36) for total in TOTALS]
