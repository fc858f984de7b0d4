"""Outlook of a seat: reachable corners, good places to build, the next points, cards at risk."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.placement import is_placement
from narrator.core.play.roll_and_discard import discards_owed, is_ignored_seven
from narrator.core.play.spots import is_too_close
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN
from narrator.core.table.board import Board
from narrator.core.table.box import PIPS, HarbourKind
from narrator.core.table.cards import Resource
from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.phase import Discarding, MovingRobber, Over, Stealing
from narrator.core.table.state import Building, GameState, owner, owners

BONUS = 1  # for three kinds of terrain, and for a harbor: as much as the rarest number
MAX_ROADS_AWAY = 2  # a place this many roads away is still worth mentioning


class Hint(Struct, frozen=True):
    """What a corner is worth."""

    at: Intersection
    cards: int  # average in 36 rolls
    rolls: int  # how many of the 36 combinations bring something
    kinds: tuple[Resource, ...]
    harbour: HarbourKind | None

    @property
    def is_varied(self) -> bool:
        return len(self.kinds) == 3

    @property
    def score(self) -> int:
        return self.cards + BONUS * self.is_varied + BONUS * (self.harbour is not None)


class Destination(Struct, frozen=True):
    """The best corner that a piece leads to, and how many roads are still missing then."""

    corner: Hint
    roads: int


class RoadHint(Struct, frozen=True):
    at: Path
    destination: Destination


def corner_hint(board: Board, at: Intersection) -> Hint:
    around = board.touched_hexes(at)
    kinds = dict.fromkeys(touch.resource for touch in around)
    numbers = [touch.number for touch in around]
    cards, rolls = (sum(PIPS[number] for number in some) for some in (numbers, set(numbers)))
    return Hint(at, cards, rolls, tuple(kinds), board.harbour_at.get(at))


def best_places(board: Board, free: Iterable[Intersection], count: int = 3) -> list[Hint]:
    found = [one for one in (corner_hint(board, at) for at in free) if one.cards]
    return sorted(found, key=lambda one: -one.score)[:count]


def best_roads(state: GameState, seat: int, free: Iterable[Path], count: int = 3) -> list[RoadHint]:
    found = [RoadHint(at, goal) for at in free if (goal := destination_of_road(state, seat, at)) is not None]
    return sorted(found, key=lambda one: -_value(one.destination))[:count]


def destination_of_road(state: GameState, seat: int, at: Path) -> Destination | None:
    return _best_destination(state, replace(state, roads={**state.roads, at: seat}), seat, MAX_ROADS_AWAY - 1)


def destination_of_settlement(state: GameState, seat: int, at: Intersection) -> Destination | None:
    after = replace(state, buildings={**state.buildings, at: Building(seat)})
    return _best_destination(state, after, seat, MAX_ROADS_AWAY)


def _best_destination(before: GameState, after: GameState, seat: int, near: int) -> Destination | None:
    board = after.game.board
    far, now = roads_to(before, seat), roads_to(after, seat)
    nearer = [at for at, roads in now.items() if roads <= near and roads < far.get(at, roads + 1)]
    leads = [Destination(found, now[found.at]) for found in (corner_hint(board, at) for at in nearer) if found.cards]
    return max(leads, key=_value, default=None)


def _value(lead: Destination) -> int:
    """Every road on the way counts as much as the rarest number."""
    return lead.corner.score - lead.roads


def roads_to(state: GameState, seat: int) -> dict[Intersection, int]:
    """Return the corners where a seat may build one day, with the number of missing roads."""
    island = state.game.board.island
    reached = _roads_to_corners(state, island, seat)
    free = (at for at in reached if at not in state.buildings and not is_too_close(state, island, at))
    return {at: reached[at] for at in free}


def _roads_to_corners(state: GameState, island: Island, seat: int) -> dict[Intersection, int]:
    """Breadth-first search over free paths; foreign buildings can be reached but not passed."""
    own = [at for at, building in state.buildings.items() if building.seat == seat]
    led_to = {end for path, number in state.roads.items() if number == seat for end in island.ends_of[path]}
    begun = [at for at in island.intersections if at in led_to]
    steps = dict.fromkeys([*own, *begun], 0)
    waiting = list(steps)
    for here in waiting:
        building = state.buildings.get(here)
        if building is not None and building.seat != seat:
            continue
        for path in island.paths_at[here]:
            low, high = island.ends_of[path]
            there = high if here == low else low
            if path not in state.roads and there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


class NextPoint(Struct, frozen=True):
    kind: Literal["settlement", "city", "longest_road", "largest_army"]
    points: int
    missing: int = 0  # roads before a settlement can be built, or what a road or army lacks for its title
    have: int = 0
    need: int = 0  # for a title: the current count, and the count that takes it


def next_points(state: GameState, seat: int) -> list[NextPoint]:
    """Return ways to more points, the nearest first; none without counts or while pieces are free."""
    is_counted = state.game.tracking != "script" and not is_placement(state)
    if not is_counted or isinstance(state.phase, Over) or state.seats[seat].has_left:
        return []
    city = [NextPoint("city", 1)] if state.seats[seat].settlements and state.seats[seat].cities_left else []
    found = [*_settlement(state, seat), *city, *_longest_road(state, seat), *_largest_army(state, seat)]
    return sorted(found, key=lambda one: one.missing)


def _settlement(state: GameState, seat: int) -> Iterator[NextPoint]:
    """Without a board it is unknown what is in reach."""
    roads = min(roads_to(state, seat).values(), default=None) if state.game.has_board else 0
    if state.seats[seat].settlements_left and roads is not None and roads <= state.seats[seat].roads_left:
        yield NextPoint("settlement", 1, roads)


def _longest_road(state: GameState, seat: int) -> Iterator[NextPoint]:
    """A title that somebody holds or shares takes one more than theirs. Without a board a road may be unmeasured."""
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


DURING_SEVEN = (Discarding, MovingRobber, Stealing)


def cards_at_risk(state: GameState, seat: int) -> int:
    """Return how many cards the next seven would cost a seat; 0 during a seven and for uncertain hands."""
    if isinstance(state.phase, (*DURING_SEVEN, Over)) or is_placement(state) or state.game.tracking == "script":
        return 0
    return 0 if is_ignored_seven(state, 7) or f"hand.{seat}" in state.unsure else discards_owed(state).get(seat, 0)
