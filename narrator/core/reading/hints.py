"""Where a settlement would do well, for a table whose members may ask: by the dice, the kinds of land, the harbour."""

from collections.abc import Iterable

from msgspec import Struct

from narrator.core.table.board import Board
from narrator.core.table.box import PRODUCES, HarbourKind
from narrator.core.table.cards import Resource
from narrator.core.table.island import Intersection
from narrator.core.table.odds import PIPS

BONUS = 1
"""What three kinds of land count, and what a harbour: as much as the rarest number."""


class Hint(Struct, frozen=True):
    """What speaks for a place."""

    at: Intersection
    cards: int
    """How many cards it brings in 36 rolls, on average."""
    kinds: tuple[Resource, ...]
    harbour: HarbourKind | None

    @property
    def is_varied(self) -> bool:
        return len(self.kinds) == 3

    @property
    def score(self) -> int:
        return self.cards + BONUS * self.is_varied + BONUS * (self.harbour is not None)


def hint(board: Board, at: Intersection) -> Hint:
    around = [place for place in board.island.hexes_at[at] if place in board.numbers]
    kinds = dict.fromkeys(PRODUCES[board.terrain[place]] for place in around)
    return Hint(at, sum(PIPS[board.numbers[place]] for place in around), tuple(kinds), board.harbour_at.get(at))


def best_places(board: Board, free: Iterable[Intersection], count: int = 3) -> list[Hint]:
    """The best of these places that bring anything, the best first; where two are as good, the first on the board."""
    found = [one for one in (hint(board, at) for at in free) if one.cards]
    return sorted(found, key=lambda one: -one.score)[:count]
