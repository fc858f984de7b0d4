"""A position in flat lists, made from an observation once per decision and cheap to copy."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from narrator.bot.board_model import ANY_RESOURCE, NO_HARBOUR, BoardModel, board_model
from narrator.bot.observation import Observation, unseen_development
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN, title_holder
from narrator.core.play.trade import bank_rates
from narrator.core.table.cards import RESOURCES, DevelopmentKind
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState, active_seats, points

NOBODY = -1
ROAD_COST = (1, 1, 0, 0, 0)
SETTLEMENT_COST = (1, 1, 1, 1, 0)
CITY_COST = (0, 0, 0, 2, 3)
DEVELOPMENT_COST = (0, 0, 1, 1, 1)
COPIED_LISTS = (
    *("corner_owner", "is_city", "path_owner", "is_closed", "points", "road_lengths", "knights"),
    *("development_counts", "bank"),
)
COPIED_LISTS_BY_SEAT = ("paths_of", "hands", "pieces_left", "rates")


@dataclass(slots=True, init=False, eq=False)
class Position:
    """Lists by corner, path and seat. Only what a bot changes in its search is copied."""

    board: BoardModel
    corner_owner: list[int]  # of the building there, or NOBODY
    is_city: list[bool]
    path_owner: list[int]
    paths_of: list[list[int]]  # by seat
    is_closed: list[bool]  # corners where no settlement is possible any more
    hands: list[list[float]]
    points: list[int]
    pieces_left: list[list[int]]  # by seat: roads, settlements, cities
    rates: list[list[int]]
    me: int
    rules: HouseRules
    active_seats: list[int]
    rolls_per_round: int
    target_points: int
    bank: list[float]
    unseen_cards: Counter[DevelopmentKind]  # in the deck or in other hands
    deck_size: int
    robber_hex: int
    road_lengths: list[int]
    knights: list[int]
    development_counts: list[int]  # cards in hand, by seat
    longest_road_seat: int | None
    largest_army_seat: int | None
    # own unplayed development cards, including points; a card bought in the search counts in fractions
    own_cards: dict[str, float]

    def copy(self) -> "Position":
        copied = Position.__new__(Position)
        for name in Position.__slots__:
            setattr(copied, name, getattr(self, name))
        for name in COPIED_LISTS:
            setattr(copied, name, getattr(self, name)[:])
        for name in COPIED_LISTS_BY_SEAT:
            setattr(copied, name, [row[:] for row in getattr(self, name)])
        copied.own_cards = dict(self.own_cards)
        return copied

    def has_won(self, more_points: int = 0) -> bool:
        """Return whether the own points, including hidden ones, reach the target."""
        own = self.points[self.me] + self.own_cards.get("points", 0)
        return own + more_points >= self.target_points

    def is_free(self, corner: int) -> bool:
        """Return whether the distance rule allows a settlement here."""
        return not self.is_closed[corner]

    def settlement_spots(self, seat: int) -> list[int]:
        ends = self.board.graph.ends
        reached = {end for path in self.paths_of[seat] for end in ends[path]}
        return [corner for corner in sorted(reached) if not self.is_closed[corner]]

    def road_spots(self, seat: int) -> list[int]:
        graph, owner = self.board.graph, self.corner_owner
        starts = {end for path in self.paths_of[seat] for end in graph.ends[path] if owner[end] in (NOBODY, seat)}
        starts |= {corner for corner, whose in enumerate(owner) if whose == seat}
        return sorted({path for corner in starts for path, _ in graph.links[corner] if self.path_owner[path] == NOBODY})

    def pay(self, seat: int, cost: Sequence[float]) -> None:
        hand = self.hands[seat]
        for kind, count in enumerate(cost):
            hand[kind] -= count
            self.bank[kind] += count

    def build_settlement(self, seat: int, corner: int) -> None:
        """Build a settlement without paying, and measure the roads that it cuts."""
        self.occupy(seat, corner)
        self.points[seat] += 1
        self.pieces_left[seat][1] -= 1
        harbour = self.board.corner_harbour[corner]
        if harbour == ANY_RESOURCE:
            self.rates[seat] = [min(rate, 3) for rate in self.rates[seat]]
        elif harbour != NO_HARBOUR:
            self.rates[seat][harbour] = 2
        cut = {self.path_owner[path] for path, _ in self.board.graph.links[corner]} - {seat, NOBODY}
        for other in cut:
            self.update_longest_road(other)

    def occupy(self, seat: int, corner: int) -> None:
        self.corner_owner[corner] = seat
        self.is_closed[corner] = True
        for far in self.board.graph.neighbors[corner]:
            self.is_closed[far] = True

    def build_city(self, seat: int, corner: int) -> None:
        self.is_city[corner] = True
        self.points[seat] += 1
        self.pieces_left[seat][1] += 1
        self.pieces_left[seat][2] -= 1

    def build_road(self, seat: int, path: int) -> None:
        self.path_owner[path] = seat
        self.paths_of[seat].append(path)
        self.pieces_left[seat][0] -= 1
        self.update_longest_road(seat)

    def update_longest_road(self, seat: int) -> None:
        length = longest_road_length(self, seat)
        if length == self.road_lengths[seat]:
            return
        self.road_lengths[seat] = length
        holder = title_holder(self.longest_road_seat, self.road_lengths, LONGEST_ROAD_MIN)
        self.longest_road_seat = self._move_title(self.longest_road_seat, holder)

    def play_knight(self, seat: int) -> None:
        self.knights[seat] += 1
        holder = title_holder(self.largest_army_seat, self.knights, LARGEST_ARMY_MIN)
        self.largest_army_seat = self._move_title(self.largest_army_seat, holder)

    def _move_title(self, before: int | None, after: int | None) -> int | None:
        if before != after:
            if before is not None:
                self.points[before] -= 2
            if after is not None:
                self.points[after] += 2
        return after


def position_of(observation: Observation) -> Position:
    state, position = observation.state, Position.__new__(Position)
    position.board = board_model(state.game.board, state.rules.harbours == "on")
    position.me, position.rules = observation.seat, state.rules
    position.active_seats = active_seats(state)
    position.rolls_per_round = len(position.active_seats)
    position.target_points = state.rules.target_vp
    position.hands = [list(hand) for hand in observation.average_hands]
    position.bank = list(state.bank) if state.rules.bank_limit == "limited" else [99] * 5
    position.own_cards = {kind: observation.development.count(kind) for kind in observation.development}
    position.unseen_cards = unseen_development(observation)
    position.deck_size = state.deck if state.rules.development_cards == "on" else 0
    _put_pieces(position, state)
    return position


def _put_pieces(position: Position, state: GameState) -> None:
    graph, seats = position.board.graph, state.seats
    position.corner_owner, position.is_city = [NOBODY] * len(graph.corners), [False] * len(graph.corners)
    position.is_closed = [False] * len(graph.corners)
    for at, building in state.buildings.items():
        position.occupy(building.seat, graph.corner_index[at])
        position.is_city[graph.corner_index[at]] = building.city
    position.path_owner, position.paths_of = [NOBODY] * len(graph.paths), [[] for _ in seats]
    for at, owner in state.roads.items():
        position.path_owner[graph.path_index[at]] = owner
        position.paths_of[owner].append(graph.path_index[at])
    position.robber_hex = graph.hex_index[state.robber] if state.robber is not None else NOBODY
    position.points = [points(state, number) for number in range(len(seats))]
    position.pieces_left = [[seat.roads_left, seat.settlements_left, seat.cities_left] for seat in seats]
    position.rates = [[bank_rates(state, number, kind)[0] for kind in RESOURCES] for number in range(len(seats))]
    position.road_lengths = [seat.road_length for seat in seats]
    position.knights = [seat.knights for seat in seats]
    position.development_counts = [seat.development_cards for seat in seats]
    position.longest_road_seat, position.largest_army_seat = state.longest_road, state.largest_army


def longest_road_length(position: Position, seat: int) -> int:
    """Return the length of a seat's longest road. A foreign building ends a trail."""
    road, owner = position.path_owner, position.corner_owner
    graph = position.board.graph
    own = position.paths_of[seat]
    corners = {end for path in own for end in graph.ends[path]}
    links = {at: [(path, far) for path, far in graph.links[at] if road[path] == seat] for at in corners}
    foreign = {at for at in corners if owner[at] not in (NOBODY, seat)}
    used: set[int] = set()
    best = 0

    def walk(corner: int) -> None:
        nonlocal best
        best = max(best, len(used))
        if used and corner in foreign:
            return
        for path, far in links[corner]:
            if path not in used:
                used.add(path)
                walk(far)
                used.remove(path)

    # Where nothing is a ring, a longest walk begins at a loose end.
    has_rings = len(own) >= len(corners)
    for start in corners:
        if has_rings or len(links[start]) == 1 or start in foreign:
            walk(start)
    return best
