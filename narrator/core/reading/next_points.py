"""What would give somebody their next points, from what everybody at the table can see."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from narrator.core.play.placement import is_placement
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN
from narrator.core.reading.reach import roads_to
from narrator.core.table.owners import owner, owners
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState


class NextPoint(Struct, frozen=True):
    kind: Literal["settlement", "city", "longest_road", "largest_army"]
    points: int
    missing: int = 0
    """Roads before a settlement can stand; what a road or an army lacks for its title."""
    have: int = 0
    need: int = 0
    """Of a title: what counts for it now, and what takes it."""


def next_points(state: GameState, seat: int) -> list[NextPoint]:
    """The nearest first. Nothing where nobody counts, and before the first roll: the first pieces are free."""
    if (
        state.game.tracking == "script"
        or is_placement(state)
        or isinstance(state.phase, Over)
        or state.seats[seat].left
    ):
        return []
    found = (_settlement, _city, _longest_road, _largest_army)
    return sorted((one for way in found for one in way(state, seat)), key=lambda one: one.missing)


def _settlement(state: GameState, seat: int) -> Iterator[NextPoint]:
    """Without a board nobody knows what is in reach."""
    roads = min(roads_to(state, seat).values(), default=None) if state.game.board is not None else 0
    if state.seats[seat].settlements_left and roads is not None and roads <= state.seats[seat].roads_left:
        yield NextPoint("settlement", 1, roads)


def _city(state: GameState, seat: int) -> Iterator[NextPoint]:
    if state.seats[seat].settlements and state.seats[seat].cities_left:
        yield NextPoint("city", 1)


def _longest_road(state: GameState, seat: int) -> Iterator[NextPoint]:
    """A title that somebody holds or shares takes one more than theirs. Without a board a road may not be measured."""
    others = [owner(state, number) for number in owners(state) if number != seat]
    own = state.seats[seat]
    if state.longest_road == seat or not all(one.road_measured for one in (own, *others)):
        return
    need = max(LONGEST_ROAD_MIN, 1 + max(one.road_length for one in others))
    if need - own.road_length <= own.roads_left:
        yield NextPoint("longest_road", 2, need - own.road_length, own.road_length, need)


def _largest_army(state: GameState, seat: int) -> Iterator[NextPoint]:
    if state.largest_army == seat or state.rules.development_cards == "off":
        return
    own = state.seats[seat]
    need = max(LARGEST_ARMY_MIN, 1 + max(other.knights for n, other in enumerate(state.seats) if n != seat))
    if need - own.knights <= state.deck + own.development_cards:
        yield NextPoint("largest_army", 2, need - own.knights, own.knights, need)
