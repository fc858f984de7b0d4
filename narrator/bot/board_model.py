"""The board as flat lists of numbers, so that many positions can be evaluated per decision."""

from functools import cache

from narrator.core.memo import memo
from narrator.core.table.board import Board
from narrator.core.table.box import PIPS, PRODUCES
from narrator.core.table.cards import RESOURCE_INDEX
from narrator.core.table.coordinates import Island, island_for

Vector = tuple[float, ...]  # one number per resource
DICE_COMBINATIONS = 36
ANY_RESOURCE = 5  # index of a harbor for every resource
NO_HARBOUR = -1
HARBOUR_APPEAL = 0.08  # as much as a number that comes twice in 36 rolls


class BoardGraph:
    """Adjacency of corners, paths and hexes, by their indexes in the island's lists."""

    def __init__(self, island: Island) -> None:
        self.corners, self.paths, self.hexes = island.intersections, island.paths, island.hexes
        self.corner_index = {at: number for number, at in enumerate(self.corners)}
        self.path_index = {at: number for number, at in enumerate(self.paths)}
        self.hex_index = {at: number for number, at in enumerate(self.hexes)}
        self.ends = [tuple(self.corner_index[end] for end in island.ends_of[path]) for path in self.paths]
        self.neighbors = [tuple(self.corner_index[far] for far in island.next_to[at]) for at in self.corners]
        # from a corner: each path, and the corner at its other end
        self.links: list[tuple[tuple[int, int], ...]] = [
            tuple(self._link(island, path, at) for path in island.paths_at[at]) for at in self.corners
        ]
        self.hexes_at = [tuple(self.hex_index[at] for at in island.hexes_at[corner]) for corner in self.corners]
        self.corners_of = [tuple(self.corner_index[at] for at in island.corners_of[hex_]) for hex_ in self.hexes]

    def _link(self, island: Island, path: str, corner: str) -> tuple[int, int]:
        low, high = island.ends_of[path]
        return self.path_index[path], self.corner_index[high if low == corner else low]


@cache
def graph_of(hexes: int) -> BoardGraph:
    return BoardGraph(island_for(hexes))


class BoardModel:
    """A board: the yield of each corner per roll, and the harbors."""

    def __init__(self, board: Board, with_harbours: bool) -> None:
        self.board = board
        self.graph = graph = graph_of(len(board.terrain))
        self.hex_resource = [
            RESOURCE_INDEX[PRODUCES[board.terrain[at]]] if board.terrain[at] in PRODUCES else -1 for at in graph.hexes
        ]
        self.hex_number = [board.numbers.get(at, 0) for at in graph.hexes]
        self.hex_chance = [PIPS[number] / DICE_COMBINATIONS if number else 0.0 for number in self.hex_number]
        kinds: dict[str, int] = {**dict(RESOURCE_INDEX.items()), "any": ANY_RESOURCE}
        there = board.harbour_at if with_harbours else {}
        self.corner_harbour = [kinds[there[at]] if at in there else NO_HARBOUR for at in graph.corners]
        self.corner_yields = [self._corner_yield(corner) for corner in range(len(graph.corners))]
        # first estimate of a corner's value
        self.corner_appeal = [
            sum(yields) + (HARBOUR_APPEAL if harbour != NO_HARBOUR else 0)
            for yields, harbour in zip(self.corner_yields, self.corner_harbour, strict=True)
        ]

    def _corner_yield(self, corner: int) -> Vector:
        found = [0.0] * 5
        for hex_ in self.graph.hexes_at[corner]:
            if self.hex_resource[hex_] >= 0:
                found[self.hex_resource[hex_]] += self.hex_chance[hex_]
        return tuple(found)

    def yield_with_robber(self, corner: int, robber: int, lost_share: float) -> Vector:
        """Return the yield of a corner with the robber there: of his hex, only the share that remains over time."""
        if robber not in self.graph.hexes_at[corner] or self.hex_resource[robber] < 0:
            return self.corner_yields[corner]
        found = list(self.corner_yields[corner])
        found[self.hex_resource[robber]] -= self.hex_chance[robber] * lost_share
        return tuple(found)


@memo
def board_model(board: Board, with_harbours: bool) -> BoardModel:
    return BoardModel(board, with_harbours)
