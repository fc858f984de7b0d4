"""A position in flat lists, made from an observation once per decision and cheap to copy."""

from collections import Counter
from collections.abc import Sequence

from narrator.bot.board_vectors import ANY, NO_HARBOUR, Ground, ground_of
from narrator.bot.observation import Observation, unseen_development
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN, title_holder
from narrator.core.play.trade import bank_rates
from narrator.core.table.cards import RESOURCES, DevelopmentKind
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState, active_seats, points

NOBODY = -1
ROAD = (1, 1, 0, 0, 0)
SETTLEMENT = (1, 1, 1, 1, 0)
CITY = (0, 0, 0, 2, 3)
CARD = (0, 0, 1, 1, 1)


class Position:
    """Lists by corner, path and seat. Only what a bot changes in its search is copied."""

    __slots__ = (
        "army", "bank", "city", "deck", "ground", "hands", "held", "knights", "lengths", "longest",
        "me", "own", "owner", "pieces", "playing", "points", "rates", "road", "roads", "robber", "rolls",
        "rules", "shut", "target", "unseen",
    )  # fmt: skip

    ground: Ground
    owner: list[int]  # of the building on a corner
    city: list[bool]
    road: list[int]
    roads: list[list[int]]  # paths by seat
    shut: list[bool]  # corners where no settlement is possible any more
    hands: list[list[float]]
    points: list[int]
    pieces: list[list[int]]  # by seat: roads, settlements and cities left
    rates: list[list[int]]
    me: int
    rules: HouseRules
    playing: list[int]
    rolls: int  # per round
    target: int
    bank: list[float]
    unseen: Counter[DevelopmentKind]  # development cards in the deck or in other hands
    deck: int
    robber: int
    lengths: list[int]
    knights: list[int]
    held: list[int]  # development cards in hand, by seat
    longest: int | None
    army: int | None
    # own unplayed development cards, including points; a card bought in the search counts in fractions
    own: dict[str, float]

    def copy(self) -> "Position":
        twin = Position.__new__(Position)
        for name in Position.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.owner, twin.city, twin.road = self.owner[:], self.city[:], self.road[:]
        twin.roads, twin.shut = [row[:] for row in self.roads], self.shut[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.points, twin.lengths, twin.knights = self.points[:], self.lengths[:], self.knights[:]
        twin.pieces, twin.rates = [row[:] for row in self.pieces], [row[:] for row in self.rates]
        twin.held, twin.bank, twin.own = self.held[:], self.bank[:], dict(self.own)
        return twin

    def is_free(self, corner: int) -> bool:
        """Return whether the distance rule allows a settlement here."""
        return not self.shut[corner]

    def open_corners(self, seat: int) -> list[int]:
        ends = self.ground.places.ends
        reached = {end for path in self.roads[seat] for end in ends[path]}
        return [corner for corner in sorted(reached) if not self.shut[corner]]

    def open_paths(self, seat: int) -> list[int]:
        """Return where a seat may build a road."""
        places, owner = self.ground.places, self.owner
        starts = {end for path in self.roads[seat] for end in places.ends[path] if owner[end] in (NOBODY, seat)}
        starts |= {corner for corner, whose in enumerate(owner) if whose == seat}
        return sorted({path for corner in starts for path, _ in places.ways[corner] if self.road[path] == NOBODY})

    def pay(self, seat: int, cost: Sequence[float]) -> None:
        hand = self.hands[seat]
        for kind, count in enumerate(cost):
            hand[kind] -= count
            self.bank[kind] += count

    def settle(self, seat: int, corner: int) -> None:
        """Build a settlement without paying, and measure the roads that it cuts."""
        self.stand(seat, corner)
        self.points[seat] += 1
        self.pieces[seat][1] -= 1
        harbour = self.ground.harbour[corner]
        if harbour != NO_HARBOUR:
            self._open_harbour(seat, harbour)
        cut = {self.road[path] for path, _ in self.ground.places.ways[corner]} - {seat, NOBODY}
        for other in cut:
            self.measure(other)

    def stand(self, seat: int, corner: int) -> None:
        self.owner[corner] = seat
        self.shut[corner] = True
        for far in self.ground.places.near[corner]:
            self.shut[far] = True

    def _open_harbour(self, seat: int, harbour: int) -> None:
        row = self.rates[seat]
        if harbour == ANY:
            self.rates[seat] = [min(rate, 3) for rate in row]
        else:
            row[harbour] = 2

    def raise_city(self, seat: int, corner: int) -> None:
        self.city[corner] = True
        self.points[seat] += 1
        self.pieces[seat][1] += 1
        self.pieces[seat][2] -= 1

    def lay(self, seat: int, path: int) -> None:
        self.road[path] = seat
        self.roads[seat].append(path)
        self.pieces[seat][0] -= 1
        self.measure(seat)

    def measure(self, seat: int) -> None:
        """Update a seat's longest road and the title."""
        length = longest(self, seat)
        if length == self.lengths[seat]:
            return
        self.lengths[seat] = length
        self.longest = self._hand_on(self.longest, title_holder(self.longest, self.lengths, LONGEST_ROAD_MIN))

    def march(self, seat: int) -> None:
        """Play a knight."""
        self.knights[seat] += 1
        self.army = self._hand_on(self.army, title_holder(self.army, self.knights, LARGEST_ARMY_MIN))

    def _hand_on(self, before: int | None, after: int | None) -> int | None:
        if before != after:
            if before is not None:
                self.points[before] -= 2
            if after is not None:
                self.points[after] += 2
        return after


def position_of(observation: Observation) -> Position:
    state, found = observation.state, Position.__new__(Position)
    assert state.game.board is not None
    found.ground = ground_of(state.game.board, state.rules.harbours == "on")
    found.me, found.rules = observation.seat, state.rules
    found.playing = active_seats(state)
    found.rolls = len(found.playing)
    found.target = state.rules.target_vp
    found.hands = [list(hand) for hand in observation.others]
    found.bank = list(state.bank) if state.rules.bank_limit == "limited" else [99] * 5
    found.own = {}
    for kind in observation.development:
        found.own[kind] = found.own.get(kind, 0) + 1
    found.unseen = unseen_development(observation)
    found.deck = state.deck if state.rules.development_cards == "on" else 0
    _put_pieces(found, state)
    return found


def _put_pieces(found: Position, state: GameState) -> None:
    places, seats = found.ground.places, state.seats
    found.owner, found.city = [NOBODY] * len(places.corners), [False] * len(places.corners)
    found.shut = [False] * len(places.corners)
    for at, building in state.buildings.items():
        found.stand(building.seat, places.corner[at])
        found.city[places.corner[at]] = building.city
    found.road, found.roads = [NOBODY] * len(places.paths), [[] for _ in seats]
    for at, owner in state.roads.items():
        found.road[places.path[at]] = owner
        found.roads[owner].append(places.path[at])
    found.robber = places.hex[state.robber] if state.robber is not None else NOBODY
    found.points = [points(state, number) for number in range(len(seats))]
    found.pieces = [[seat.roads_left, seat.settlements_left, seat.cities_left] for seat in seats]
    found.rates = [[bank_rates(state, number, kind)[0] for kind in RESOURCES] for number in range(len(seats))]
    found.lengths = [seat.road_length for seat in seats]
    found.knights = [seat.knights for seat in seats]
    found.held = [seat.development_cards for seat in seats]
    found.longest, found.army = state.longest_road, state.largest_army


def longest(position: Position, seat: int) -> int:
    """Return the length of a seat's longest road. A foreign building ends a trail."""
    road, owner = position.road, position.owner
    places = position.ground.places
    own = position.roads[seat]
    corners = {end for path in own for end in places.ends[path]}
    links = {at: [(path, far) for path, far in places.ways[at] if road[path] == seat] for at in corners}
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
