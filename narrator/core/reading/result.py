"""Result of a finished game and standings: points, places, time, first corners, rolls."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from narrator.core.play.building import touched_hexes
from narrator.core.record.clock import seconds_by_owner
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.box import PIPS, Colour
from narrator.core.table.cards import Resource
from narrator.core.table.events import SettlementBuilt
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points


class Corner(Struct, frozen=True):
    """A hex next to an initial settlement."""

    resource: Resource
    number: int


class SeatResult(Struct, frozen=True):
    seat: int
    name: str
    colour: Colour
    place: int | None  # None if nothing was counted and somebody else won
    points: int | None
    won: bool
    seconds: int  # on turn
    corners: tuple[Corner, ...]  # around the initial settlements


class Result(Struct, frozen=True):
    ended: datetime | None  # time of the last entry, if entries have times
    rounds: int
    seconds: int  # from the first entry to the last, without breaks
    seats: tuple[SeatResult, ...]  # everybody who played to the end, the winner first


def result_of(head: Snapshot) -> Result | None:
    """Return the result; None if the game goes on or ended without a winner."""
    state, is_counted = head.state, head.state.game.tracking != "script"
    if not isinstance(state.phase, Over) or state.phase.winner is None:
        return None
    spent, corners = seconds_by_owner(head), first_corners(head)
    seats = tuple(
        SeatResult(
            seat=one.seat,
            name=state.seats[one.seat].name,
            colour=state.seats[one.seat].colour,
            place=one.place if is_counted or one.seat == state.phase.winner else None,
            points=one.points if is_counted else None,
            won=one.seat == state.phase.winner,
            seconds=round(spent.get(f"seat.{one.seat}", 0.0)),
            corners=tuple(corners.get(one.seat, ())),
        )
        for one in standings(state)
    )
    played = sum(seconds for owner, seconds in spent.items() if owner != "break")
    times = [snapshot.fact.time for snapshot in head.history() if snapshot.fact is not None and snapshot.fact.time]
    return Result(max(times, default=None), state.round, round(played), seats)


def first_corners(head: Snapshot) -> dict[int, list[Corner]]:
    """Return the hexes next to each seat's initial settlements, as far as known."""
    found: dict[int, list[Corner]] = {}
    for snapshot in head.history():
        fact, before = snapshot.fact, snapshot.before
        if before is None or before.state.round:
            continue
        if isinstance(fact, SettlementBuilt):
            found.setdefault(fact.seat, []).extend(_corners(before.state, fact))
    return found


def _corners(state: GameState, fact: SettlementBuilt) -> list[Corner]:
    return [Corner(touch.resource, touch.number) for touch in touched_hexes(state, fact) or ()]


TOTALS = tuple(PIPS)


class Standing(Struct, frozen=True):
    """A player's rank and what the points consist of."""

    seat: int
    place: int  # from 1, shared by equals; the winner is always first
    points: int
    settlements: int
    cities: int
    longest_road: bool
    largest_army: bool
    points_cards: int


class RollCount(Struct, frozen=True):
    """How often a total was rolled, and the average expectation."""

    total: int
    count: int
    expected: float


def standings(state: GameState) -> list[Standing]:
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    scores = {number: points(state, number) for number, seat in enumerate(state.seats) if not seat.has_left}
    order = sorted(scores, key=lambda number: (number != winner, -scores[number]))
    ahead = {one: sum(other == winner or score > scores[one] for other, score in scores.items()) for one in order}
    return [_standing(state, number, 1 if number == winner else 1 + ahead[number]) for number in order]


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


def count_rolls(thrown: Sequence[int]) -> list[RollCount]:
    return [RollCount(total, thrown.count(total), len(thrown) * PIPS[total] / 36) for total in TOTALS]
