"""The race: how many rounds each seat still needs to win, and everybody's odds that follow from it.

A seat's way to the target is simulated: always the purchase after which the rest seems shortest, paid from the hand,
the income and the harbor rates. Cards arrive evenly in this model, which is wrong for any single game and right on
average.
"""

from collections.abc import Sequence
from math import log

from msgspec import Struct

from narrator.bot.board_model import ANY_RESOURCE, NO_HARBOUR, Vector
from narrator.bot.position import CITY_COST, DEVELOPMENT_COST, NOBODY, ROAD_COST, SETTLEMENT_COST, Position
from narrator.core.play.production import cards_per_hex
from narrator.core.table.cards import DevelopmentKind

NEVER = 60.0  # rounds, as good as never
MAX_STEPS = 7
ARMY_OUT_OF_REACH = 4  # with this many knights missing nobody aims for Largest Army
NO_CARDS = (0.0, 0.0, 0.0, 0.0, 0.0)


class Weights(Struct, frozen=True):
    """Tuned by playing: see `make arena`."""

    blocked: float = 0.2  # share of a robbed hex's income that is lost with two players; less with more
    keen: float = 4.0  # how sharply fewer rounds mean better odds
    calm: float = 1.0  # rounds that everybody needs anyway, so that one card never decides
    knight: float = 0.7  # value of a knight in hand besides the title, in cards of one's choice
    plenty: float = 1.4
    monopoly: float = 2.2
    roads: float = 1.6
    haggle: float = 0.95  # share of a rate that is realized, as surplus comes in odd lots
    contested: float = 0.4  # extra roads to a corner that another seat is as near to
    basket: Vector = (0.75, 0.75, 0.6, 1.1, 1.15)  # average cost of a point
    army: float = 0.9  # share of Largest Army's points to count on with enough knights
    road: float = 0.9  # the same for Longest Road
    lag: float = 0.12  # extra rounds per purchase, as cards come in bursts and may be stolen
    haste: float = 1.3  # how much a round's wait counts against what comes after
    envy: float = 0.3  # chance to lose a title to an equal; halved for each that they are behind
    loss: float = 0.6  # share of a hand's value that a discard takes


DEFAULT_WEIGHTS = Weights()


Site = tuple[float, Vector, int, int]  # missing roads, yield per round, harbor, corner


def rounds_until_affordable(hand: Vector, income: Vector, inverse: Vector, cost: Sequence[float], wild: float) -> float:
    """Return the rounds until a cost can be paid, trading surplus at the rates; exact for evenly arriving cards."""
    (h0, h1, h2, h3, h4), (g0, g1, g2, g3, g4), (r0, r1, r2, r3, r4) = hand, income, inverse
    c0, c1, c2, c3, c4 = cost
    h0, h1, h2, h3, h4 = h0 - c0, h1 - c1, h2 - c2, h3 - c3, h4 - c4
    a, b, c, d, e = h0, h1, h2, h3, h4
    time = 0.0
    for _ in range(7):
        have = (
            wild
            + (a * r0 if a > 0 else a)
            + (b * r1 if b > 0 else b)
            + (c * r2 if c > 0 else c)
            + (d * r3 if d > 0 else d)
            + (e * r4 if e > 0 else e)
        )
        if have > -1e-6:
            return time
        speed = (
            (g0 * r0 if a > 0 else g0)
            + (g1 * r1 if b > 0 else g1)
            + (g2 * r2 if c > 0 else g2)
            + (g3 * r3 if d > 0 else g3)
            + (g4 * r4 if e > 0 else g4)
        )
        if speed < 1e-6:
            return NEVER
        time -= have / speed
        if time > NEVER:
            return NEVER
        a, b, c, d, e = h0 + g0 * time, h1 + g1 * time, h2 + g2 * time, h3 + g3 * time, h4 + g4 * time
    return time


def reachable_corners(position: Position, seat: int, most: int = 3) -> dict[int, int]:
    """Return the free corners near a seat's roads, each with the number of missing roads."""
    graph, owner, road = position.board.graph, position.corner_owner, position.path_owner
    ends, ways = graph.ends, graph.links
    found: dict[int, int] = {}
    for path in position.paths_of[seat]:
        one, other = ends[path]
        found[one] = found[other] = 0
    edge = list(found)
    for roads in range(1, most + 1):
        further = []
        for corner in edge:
            if owner[corner] == NOBODY or owner[corner] == seat:
                for path, far in ways[corner]:
                    if far not in found and road[path] == NOBODY:
                        found[far] = roads
                        further.append(far)
        edge = further
    shut = position.is_closed
    return {corner: roads for corner, roads in found.items() if not shut[corner]}


def best_sites(position: Position, seat: int, rivals: dict[int, int], weights: Weights, most: int = 5) -> list[Site]:
    """Return the best corners to go to next: high yield for few roads, and not contested."""
    board, rolls = position.board, position.rolls_per_round
    liked, contested, blocked = board.corner_appeal, weights.contested, robber_loss(position, weights)
    found: list[tuple[float, int, float]] = []
    for corner, roads in reachable_corners(position, seat).items():
        extra_roads: float = roads
        if roads and rivals.get(corner, 9) <= roads:
            extra_roads += contested
        found.append((-liked[corner] / (2.2 + extra_roads), corner, extra_roads))
    found.sort()
    best: list[Site] = []
    for _, corner, extra_roads in found[:most]:
        yields = board.yield_with_robber(corner, position.robber_hex, blocked)
        best.append((extra_roads, tuple([one * rolls for one in yields]), board.corner_harbour[corner], corner))
    return best


def robber_loss(position: Position, weights: Weights) -> float:
    return weights.blocked * 2 / max(2, position.rolls_per_round)


def rival_distances(position: Position, seat: int) -> dict[int, int]:
    """Return the distance of the nearest other seat to each corner."""
    near: dict[int, int] = {}
    for other in position.active_seats:
        if other != seat:
            for corner, roads in reachable_corners(position, other, 2).items():
                near[corner] = min(roads, near.get(corner, 9))
    return near


# The walk.

PurchaseOption = tuple[Sequence[float], float, Vector | None, int]  # cost, points, more income, kind of purchase
CITY_STEP, CARD_STEP, ROAD_STEP = -1, -2, -3  # other options are settlements, by the number of their corner
PLAYABLE_KINDS: tuple[DevelopmentKind, ...] = ("knight", "year_of_plenty", "monopoly", "road_building")
COSTS_OF_SITES = [
    tuple(one + roads * other for one, other in zip(SETTLEMENT_COST, ROAD_COST, strict=True)) for roads in range(4)
]
COSTS_OF_ROADS = [tuple(roads * one for one in ROAD_COST) for roads in range(6)]


class WinSimulation:
    def __init__(self, position: Position, seat: int, rivals: dict[int, int], weights: Weights) -> None:
        self.weights, self.neighbors = weights, position.board.graph.neighbors
        self.blocked = robber_loss(position, weights)
        self.hand: Vector = tuple(position.hands[seat])
        self.trade_values: Vector = tuple([weights.haggle / rate for rate in position.rates[seat]])
        self.roads, self.settlements, self.cities = position.pieces_left[seat]
        self.sites = best_sites(position, seat, rivals, weights)
        self.deck = position.deck_size
        danger = _points_in_danger(position, seat, weights)
        self.points_needed: float = position.target_points - position.points[seat] + danger
        self.road_gap = _road_gap(position, seat)
        self._count_income(position, seat)
        self._count_cards(position, seat)

    def _count_income(self, position: Position, seat: int) -> None:
        board, rolls, total = position.board, position.rolls_per_round, [0.0] * 5
        self.settlement_yields: list[Vector] = []
        for corner, owner in enumerate(position.corner_owner):
            if owner == seat:
                yields = board.yield_with_robber(corner, position.robber_hex, self.blocked)
                gains = tuple([one * rolls for one in yields])
                is_city = position.is_city[corner]
                if not is_city:
                    self.settlement_yields.append(gains)
                cards = cards_per_hex(is_city)
                for kind in range(5):
                    total[kind] += gains[kind] * cards
        self.settlement_yields.sort(key=_by_total)
        self.income: Vector = tuple(total)

    def _count_cards(self, position: Position, seat: int) -> None:
        """Count points in hand, knights for the title, and the value of other cards in resources."""
        unseen, weights = position.unseen_cards, self.weights
        many = max(1, sum(unseen.values()))
        point, soldier = unseen["points"] / many, unseen["knight"] / many
        values = (weights.knight, weights.plenty, weights.monopoly, weights.roads)
        worths = dict(zip(PLAYABLE_KINDS, values, strict=True))
        self.card_value = sum([unseen.get(kind, 0) * worth for kind, worth in worths.items()], 0.0) / many
        if seat == position.me:
            own = position.own_cards
            points, soldiers = own.get("points", 0.0), own.get("knight", 0.0)
            self.wild_cards = sum([own.get(kind, 0.0) * worth for kind, worth in worths.items()])
        else:
            held = position.development_counts[seat]
            points, soldiers, self.wild_cards = held * point, held * soldier, held * self.card_value
        self.points_needed -= points
        self.point_chance, self.knight_chance, self.knights, self.knights_to_play = point, soldier, 0.0, 0
        self._count_army(position, seat, soldiers)

    def _count_army(self, position: Position, seat: int, soldiers: float) -> None:
        """Count Largest Army in proportion to its distance; playing its knights takes a round each."""
        self.army_goal = 0
        if position.largest_army_seat == seat:
            return
        best = max((position.knights[other] for other in position.active_seats if other != seat), default=0)
        played, goal = position.knights[seat], max(3, best + 1)
        if goal - played - soldiers > ARMY_OUT_OF_REACH:
            return
        self.army_goal, self.knights = goal, played + soldiers
        self.points_needed -= self._army_points(self.knights)
        if self.knights >= goal:
            self.knights_to_play = goal - played

    def _army_points(self, soldiers: float) -> float:
        """Return the points that this many knights are worth: the last ones count most."""
        if not self.army_goal:
            return 0.0
        share = min(1.0, soldiers / self.army_goal)
        return 2 * self.weights.army * share * share

    def rounds_to_win(self, until_turn: float) -> float:
        """Return how many rounds this seat needs to win, buying from `until_turn` on. Use a simulation only once."""
        clock, pace, lag = 0.0, self._rounds_per_point(self.income), self.weights.lag
        for _ in range(MAX_STEPS):
            if self.points_needed <= 0.05:
                return max(clock, until_turn, self.knights_to_play - 1 + until_turn)
            found = self._best_option(pace, until_turn - clock)
            if found is None:
                return NEVER + self.points_needed
            option, wait = found
            clock += wait + lag
            self._pay(option[0], wait)
            self._apply(option)
            if option[2] is not None:
                pace = self._rounds_per_point(self.income)
        return max(clock, until_turn) + max(0.0, self.points_needed) * pace

    def _rounds_per_point(self, income: Vector) -> float:
        """Return the rounds per point, by income alone."""
        return rounds_until_affordable(NO_CARDS, income, self.trade_values, self.weights.basket, 0.0)

    def _best_option(self, pace: float, floor: float) -> tuple[PurchaseOption, float] | None:
        """Return the option after which the rest seems shortest, and the wait for it."""
        least, found, haste = NEVER * NEVER, None, self.weights.haste
        for option in self._options():
            cost, gain, more, _ = option
            wait = rounds_until_affordable(self.hand, self.income, self.trade_values, cost, self.wild_cards)
            if wait >= NEVER or wait * haste >= least:
                continue
            wait = max(wait, floor)
            rest = self.points_needed - gain
            estimate = wait * haste
            if rest > 0:
                estimate += rest * (pace if more is None else self._rounds_per_point(_add(self.income, more)))
            if estimate < least:
                least, found = estimate, (option, wait)
        return found

    def _options(self) -> list[PurchaseOption]:
        found: list[PurchaseOption] = []
        if self.settlements:
            for extra_roads, gains, _, corner in self.sites:
                if extra_roads <= self.roads:
                    found.append((_cost_of_site(extra_roads), 1, gains, corner))
        if self.cities and self.settlement_yields:
            found.append((CITY_COST, 1, self.settlement_yields[0], CITY_STEP))
        if self.deck:
            found.append((DEVELOPMENT_COST, self._expected_card_points(), None, CARD_STEP))
        if self.road_gap is not None and 0 < self.road_gap <= self.roads:
            found.append((COSTS_OF_ROADS[self.road_gap], 2 * self.weights.road, None, ROAD_STEP))
        return found

    def _expected_card_points(self) -> float:
        """Return the expected points of a card: a point, a knight toward the title, or nothing."""
        need = self.points_needed
        if not self.army_goal:
            return self.point_chance * min(1.0, need)
        step = self._army_points(self.knights + 1) - self._army_points(self.knights)
        return self.point_chance * min(1.0, need) + self.knight_chance * min(step, need)

    def _pay(self, cost: Sequence[float], wait: float) -> None:
        """Pay from the hand; fill gaps with cards of one's choice, then with trades."""
        there = [have + gain * wait - need for have, gain, need in zip(self.hand, self.income, cost, strict=True)]
        missing = -sum([one for one in there if one < 0])
        filled = min(missing, self.wild_cards)
        self.wild_cards -= filled
        missing -= filled
        keep = 1.0
        if missing > 0:
            worth = sum([one * rate for one, rate in zip(there, self.trade_values, strict=True) if one > 0])
            keep = max(0.0, 1 - missing / worth) if worth > 0 else 0.0
        self.hand = tuple([one * keep if one > 0 else 0.0 for one in there])

    def _apply(self, option: PurchaseOption) -> None:
        _, gain, more, kind = option
        self.points_needed -= gain
        if more is not None:
            self.income = _add(self.income, more)
        if kind == CITY_STEP:
            self.settlement_yields.pop(0)
            self.settlements, self.cities = self.settlements + 1, self.cities - 1
        elif kind == CARD_STEP:
            self.wild_cards, self.deck = self.wild_cards + self.card_value, self.deck - 1
            self.knights += self.knight_chance
        elif kind == ROAD_STEP:
            self.roads, self.road_gap = self.roads - (self.road_gap or 0), None
        else:
            self._build_settlement(next(site for site in self.sites if site[3] == kind))

    def _build_settlement(self, site: Site) -> None:
        extra_roads, gains, harbour, corner = site
        self.settlement_yields.append(gains)
        self.settlement_yields.sort(key=_by_total)
        self.roads, self.settlements = self.roads - int(extra_roads), self.settlements - 1
        taken = (corner, *self.neighbors[corner])
        self.sites = [one for one in self.sites if one[3] not in taken]
        if harbour != NO_HARBOUR:
            rate = self.weights.haggle / (3 if harbour == ANY_RESOURCE else 2)
            kinds = range(5) if harbour == ANY_RESOURCE else (harbour,)
            self.trade_values = tuple(
                [max(one, rate) if kind in kinds else one for kind, one in enumerate(self.trade_values)]
            )


def _by_total(yields: Vector) -> float:
    return -sum(yields)


def _add(one: Vector, other: Vector) -> Vector:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3], one[4] + other[4])


def _cost_of_site(extra_roads: float) -> Sequence[float]:
    whole = int(extra_roads)
    if whole == extra_roads:
        return COSTS_OF_SITES[whole]
    return (1 + extra_roads, 1 + extra_roads, 1, 1, 0)


def _road_gap(position: Position, seat: int) -> int | None:
    """Return the roads missing for Longest Road; None if the seat has it or it is out of reach."""
    if position.longest_road_seat == seat:
        return None
    best = max((position.road_lengths[other] for other in position.active_seats if other != seat), default=0)
    gap = max(5, best + 1) - position.road_lengths[seat]
    return gap if gap <= min(4, position.pieces_left[seat][0]) else None


def _points_in_danger(position: Position, seat: int, weights: Weights) -> float:
    danger = 0.0
    for holder, counts, least in (
        (position.longest_road_seat, position.road_lengths, 4),
        (position.largest_army_seat, position.knights, 2),
    ):
        if holder == seat:
            best = max((counts[other] for other in position.active_seats if other != seat), default=0)
            if best >= least - 1:
                danger += 2 * weights.envy * 0.5 ** (counts[seat] - best)
    return danger


def odds_gain(odds: float, before: float) -> float:
    """Return the difference of two odds in logits, so that it is comparable for leaders and others."""
    return _logit(odds) - _logit(before)


def _logit(odds: float) -> float:
    sure = min(max(odds, 1e-9), 1 - 1e-9)
    return log(sure / (1 - sure))


class Race:
    """Odds of one seat over many positions of one decision. Rivals are simulated again only if something moved."""

    def __init__(self, position: Position, weights: Weights = DEFAULT_WEIGHTS) -> None:
        self.weights, self.me, self.simulation_count = weights, position.me, 0
        self.rival_distances = rival_distances(position, position.me)
        self.other_rounds = {
            other: self.rounds_of(position, other) for other in position.active_seats if other != position.me
        }

    def rounds_of(self, position: Position, other: int) -> float:
        count = len(position.hands)
        until_turn = ((other - self.me) % count) / count
        return WinSimulation(position, other, {}, self.weights).rounds_to_win(until_turn)

    def odds(self, position: Position, until_turn: float = 1.0, affects_others: bool = False) -> float:
        """Return the chance of winning at the end of the turn; with `affects_others`, rivals are simulated again."""
        own = self.own_rounds(position, until_turn)
        others = self.other_rounds
        self.simulation_count += 1 + affects_others * len(others)
        if affects_others:
            others = {other: self.rounds_of(position, other) for other in others}
        calm, keen = self.weights.calm, self.weights.keen
        mine = float((own + calm) ** -keen)
        return mine / (mine + sum([float((time + calm) ** -keen) for time in others.values()]))

    def gain(self, after: Position, odds_before: float, until_turn: float) -> float:
        """Return what a change that affects others brings, in logits."""
        return odds_gain(self.odds(after, until_turn, affects_others=True), odds_before)

    def own_rounds(self, position: Position, until_turn: float = 1.0) -> float:
        if position.has_won():
            return 0.0
        simulation = WinSimulation(position, self.me, self.rival_distances, self.weights)
        simulation.hand = _hand_after_sevens(position, simulation, self.weights)
        return simulation.rounds_to_win(until_turn)


def _hand_after_sevens(position: Position, simulation: WinSimulation, weights: Weights) -> Vector:
    """Return the average hand when the turn comes around: every roll until then may be a seven."""
    rules, size = position.rules, sum(simulation.hand)
    if rules.discards == "off":
        return simulation.hand
    per_roll = sum(simulation.income) / max(1, position.rolls_per_round)
    keep, no_seven = 1.0, 1.0
    for roll in range(position.rolls_per_round):
        if size + per_roll * roll > rules.discard_limit + 0.4:
            keep -= no_seven / 6 * weights.loss
        no_seven *= 5 / 6
    return tuple([one * keep for one in simulation.hand]) if keep < 1 else simulation.hand
