"""Where a settlement or a road would do well, for a table whose members may ask: by the dice, the kinds of land, the
harbour, and what it leads to."""

from collections.abc import Iterable

from msgspec import Struct

from narrator.core.reading.reach import roads_to, with_road, with_settlement
from narrator.core.table.board import Board
from narrator.core.table.box import PRODUCES, HarbourKind
from narrator.core.table.cards import Resource
from narrator.core.table.coordinates import Intersection, Path
from narrator.core.table.odds import PIPS
from narrator.core.table.state import GameState

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
