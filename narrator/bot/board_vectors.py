"""The board as flat lists of numbers, so that many positions can be evaluated per decision."""

from functools import cache

from narrator.core.memo import memo
from narrator.core.table.board import Board
from narrator.core.table.box import PIPS, PRODUCES
from narrator.core.table.cards import RESOURCE_INDEX
from narrator.core.table.coordinates import Island, island_for

Vector = tuple[float, ...]  # one number per resource
WAYS = 36
ANY = 5  # index of a harbor for every resource
NO_HARBOUR = -1
HARBOUR_LIKED = 0.08  # as much as a number that comes twice in 36 rolls


class Places:
    """Adjacency of corners, paths and hexes, by their indexes in the island's lists."""

    def __init__(self, places: Island) -> None:
        self.corners, self.paths, self.hexes = places.intersections, places.paths, places.hexes
        self.corner = {at: number for number, at in enumerate(self.corners)}
        self.path = {at: number for number, at in enumerate(self.paths)}
        self.hex = {at: number for number, at in enumerate(self.hexes)}
        self.ends = [tuple(self.corner[end] for end in places.ends_of[path]) for path in self.paths]
        self.near = [tuple(self.corner[far] for far in places.next_to[at]) for at in self.corners]
        # from a corner: each path, and the corner at its other end
        self.ways: list[tuple[tuple[int, int], ...]] = [
            tuple((self.path[path], self.corner[far]) for path, far in self._ways(places, at)) for at in self.corners
        ]
        self.around = [tuple(self.hex[at] for at in places.hexes_at[corner]) for corner in self.corners]
        self.corners_of = [tuple(self.corner[at] for at in places.corners_of[hex_]) for hex_ in self.hexes]

    @staticmethod
    def _ways(places: Island, at: str) -> list[tuple[str, str]]:
        found = []
        for path in places.paths_at[at]:
            low, high = places.ends_of[path]
            found.append((path, high if low == at else low))
        return found


@cache
def places_of(hexes: int) -> Places:
    return Places(island_for(hexes))


class Ground:
    """A board: the yield of each corner per roll, and the harbors."""

    def __init__(self, board: Board, with_harbours: bool) -> None:
        self.board = board
        self.places = places = places_of(len(board.terrain))
        self.kind = [
            RESOURCE_INDEX[PRODUCES[board.terrain[at]]] if board.terrain[at] in PRODUCES else -1 for at in places.hexes
        ]
        self.number = [board.numbers.get(at, 0) for at in places.hexes]
        self.chance = [PIPS[number] / WAYS if number else 0.0 for number in self.number]
        kinds: dict[str, int] = {**dict(RESOURCE_INDEX.items()), "any": ANY}
        there = board.harbour_at if with_harbours else {}
        self.harbour = [kinds[there[at]] if at in there else NO_HARBOUR for at in places.corners]
        self.yields = [self._yield(corner) for corner in range(len(places.corners))]
        # first estimate of a corner's value
        self.liked = [
            sum(yields) + (HARBOUR_LIKED if harbour != NO_HARBOUR else 0)
            for yields, harbour in zip(self.yields, self.harbour, strict=True)
        ]

    def _yield(self, corner: int) -> Vector:
        found = [0.0] * 5
        for hex_ in self.places.around[corner]:
            if self.kind[hex_] >= 0:
                found[self.kind[hex_]] += self.chance[hex_]
        return tuple(found)

    def yield_under(self, corner: int, robber: int, blocked: float) -> Vector:
        """Return the yield of a corner with the robber there: of his hex, only the share that remains over time."""
        if robber not in self.places.around[corner] or self.kind[robber] < 0:
            return self.yields[corner]
        found = list(self.yields[corner])
        found[self.kind[robber]] -= self.chance[robber] * blocked
        return tuple(found)


@memo
def ground_of(board: Board, with_harbours: bool) -> Ground:
    return Ground(board, with_harbours)
