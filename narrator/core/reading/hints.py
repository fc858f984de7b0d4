"""Where a settlement or a road would do well, for a table whose members may ask: by the dice, the kinds of land, the
harbour, and what it leads to."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.dice import discards_owed
from narrator.core.play.placement import is_placement
from narrator.core.play.spots import is_too_close
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN
from narrator.core.table.board import Board
from narrator.core.table.box import PIPS, PRODUCES, HarbourKind
from narrator.core.table.cards import Resource
from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.phase import Discarding, MovingRobber, Over, Stealing
from narrator.core.table.state import Building, GameState, owner, owners

BONUS = 1
"""What three kinds of land count, and what a harbour: as much as the rarest number."""
NEAR = 2
"""So many roads away a next place is still worth a word."""


class Hint(Struct, frozen=True):
    """What speaks for a place."""

    at: Intersection
    cards: int
    """How many cards it brings in 36 rolls, on average."""
    rolls: int
    """Of the 36 ways that two dice can fall, how many bring something."""
    kinds: tuple[Resource, ...]
    harbour: HarbourKind | None

    @property
    def is_varied(self) -> bool:
        return len(self.kinds) == 3

    @property
    def score(self) -> int:
        return self.cards + BONUS * self.is_varied + BONUS * (self.harbour is not None)


class Lead(Struct, frozen=True):
    """Where a piece leads: the best next corner, and how many roads are then still missing."""

    to: Hint
    roads: int


class RoadHint(Struct, frozen=True):
    at: Path
    lead: Lead


def hint(board: Board, at: Intersection) -> Hint:
    around = [place for place in board.island.hexes_at[at] if place in board.numbers]
    kinds = dict.fromkeys(PRODUCES[board.terrain[place]] for place in around)
    numbers = [board.numbers[place] for place in around]
    cards, rolls = (sum(PIPS[number] for number in some) for some in (numbers, set(numbers)))
    return Hint(at, cards, rolls, tuple(kinds), board.harbour_at.get(at))


def best_places(board: Board, free: Iterable[Intersection], count: int = 3) -> list[Hint]:
    """The best of these places that bring anything, the best first; where two are as good, the first on the board."""
    found = [one for one in (hint(board, at) for at in free) if one.cards]
    return sorted(found, key=lambda one: -one.score)[:count]


def best_roads(state: GameState, seat: int, free: Iterable[Path], count: int = 3) -> list[RoadHint]:
    """The best of these roads that bring a place nearer, the one to the best place first."""
    found = [RoadHint(at, lead) for at in free if (lead := lead_of_road(state, seat, at)) is not None]
    return sorted(found, key=lambda one: -_worth(one.lead))[:count]


def lead_of_road(state: GameState, seat: int, at: Path) -> Lead | None:
    return _lead(state, with_road(state, seat, at), seat, NEAR - 1)


def lead_of_settlement(state: GameState, seat: int, at: Intersection) -> Lead | None:
    return _lead(state, with_settlement(state, seat, at), seat, NEAR)


def _lead(before: GameState, after: GameState, seat: int, near: int) -> Lead | None:
    """The best of the places that a piece brings nearer."""
    board = after.game.board
    if board is None:
        return None
    far, now = roads_to(before, seat), roads_to(after, seat)
    nearer = [at for at, roads in now.items() if roads <= near and roads < far.get(at, roads + 1)]
    leads = [Lead(found, now[found.at]) for found in (hint(board, at) for at in nearer) if found.cards]
    return max(leads, key=_worth, default=None)


def _worth(lead: Lead) -> int:
    """Every road on the way counts as much as the rarest number."""
    return lead.to.score - lead.roads


def roads_to(state: GameState, seat: int) -> dict[Intersection, int]:
    """Each corner that a seat's pieces lead to and where a settlement may stand, with the roads missing on the way."""
    board = state.game.board
    if board is None:
        return {}
    return {
        at: roads
        for at, roads in _steps(state, board.island, seat).items()
        if at not in state.buildings and not is_too_close(state, board.island, at)
    }


def _steps(state: GameState, island: Island, seat: int) -> dict[Intersection, int]:
    """Over free paths, corner by corner; a foreign building can be reached and not passed."""
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


def with_road(state: GameState, seat: int, at: Path) -> GameState:
    """The same table, if a road lay there."""
    return replace(state, roads={**state.roads, at: seat})


def with_settlement(state: GameState, seat: int, at: Intersection) -> GameState:
    """The same table, if a settlement stood there."""
    return replace(state, buildings={**state.buildings, at: Building(seat)})


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


DURING_SEVEN = (Discarding, MovingRobber, Stealing)


def cards_at_risk(state: GameState, seat: int) -> int:
    """Nothing while a seven is being settled, where it costs nobody cards, and of a hand that nobody vouches for."""
    if isinstance(state.phase, (*DURING_SEVEN, Over)) or is_placement(state) or state.game.tracking == "script":
        return 0
    is_spared = max(state.round, 1) <= state.rules.no_seven_rounds
    return 0 if is_spared or f"hand.{seat}" in state.unsure else discards_owed(state).get(seat, 0)
