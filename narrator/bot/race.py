"""The race: how many rounds each seat still needs to win, and everybody's odds that follow from it.

A seat's way to the target is simulated: always the purchase after which the rest seems shortest, paid from the hand,
the income and the harbor rates. Cards arrive evenly in this model, which is wrong for any single game and right on
average.
"""

from collections.abc import Sequence
from math import log

from msgspec import Struct

from narrator.bot.board_vectors import ANY, NO_HARBOUR, Vector
from narrator.bot.position import CARD, CITY, NOBODY, ROAD, SETTLEMENT, Position
from narrator.core.table.cards import DevelopmentKind

NEVER = 60.0  # rounds, as good as never
MAX_STEPS = 7
ARMY_OUT_OF_REACH = 4  # with this many knights missing nobody aims for Largest Army
NONE = (0.0, 0.0, 0.0, 0.0, 0.0)


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


DEFAULT = Weights()


Site = tuple[float, Vector, int, int]  # missing roads, yield per round, harbor, corner


def wait_for(hand: Vector, income: Vector, inverse: Vector, cost: Sequence[float], wild: float) -> float:
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


def reach(position: Position, seat: int, most: int = 3) -> dict[int, int]:
    """Return the free corners near a seat's roads, each with the number of missing roads."""
    places, owner, road = position.ground.places, position.owner, position.road
    ends, ways = places.ends, places.ways
    found: dict[int, int] = {}
    for path in position.roads[seat]:
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
    shut = position.shut
    return {corner: roads for corner, roads in found.items() if not shut[corner]}


def sites(position: Position, seat: int, rivals: dict[int, int], weights: Weights, most: int = 5) -> list[Site]:
    """Return the best corners to go to next: high yield for few roads, and not contested."""
    ground, rolls = position.ground, position.rolls
    liked, contested, blocked = ground.liked, weights.contested, lost_to_robber(position, weights)
    found: list[tuple[float, int, float]] = []
    for corner, roads in reach(position, seat).items():
        way: float = roads
        if roads and rivals.get(corner, 9) <= roads:
            way += contested
        found.append((-liked[corner] / (2.2 + way), corner, way))
    found.sort()
    best: list[Site] = []
    for _, corner, way in found[:most]:
        yields = ground.yield_under(corner, position.robber, blocked)
        best.append((way, tuple([one * rolls for one in yields]), ground.harbour[corner], corner))
    return best


def lost_to_robber(position: Position, weights: Weights) -> float:
    return weights.blocked * 2 / max(2, position.rolls)


def rivals_of(position: Position, seat: int) -> dict[int, int]:
    """Return the distance of the nearest other seat to each corner."""
    near: dict[int, int] = {}
    for other in position.playing:
        if other != seat:
            for corner, roads in reach(position, other, 2).items():
                near[corner] = min(roads, near.get(corner, 9))
    return near


# The walk.

Option = tuple[Sequence[float], float, Vector | None, int]  # cost, points, additional income, and the kind of purchase
CITY_STEP, CARD_STEP, ROAD_STEP = -1, -2, -3  # other options are settlements, by the number of their corner
TRICKS: tuple[DevelopmentKind, ...] = ("knight", "year_of_plenty", "monopoly", "road_building")
COSTS_OF_SITES = [tuple(one + roads * other for one, other in zip(SETTLEMENT, ROAD, strict=True)) for roads in range(4)]
COSTS_OF_ROADS = [tuple(roads * one for one in ROAD) for roads in range(6)]


class Runner:
    """One seat in the race, with the state of its simulation."""

    __slots__ = (
        "blocked", "cities", "deck", "gap", "goal", "hand", "income", "inverse", "march", "near", "need", "point",
        "roads", "settlements", "sites", "soldier", "soldiers", "towns", "treat", "weights", "wild",
    )  # fmt: skip

    def __init__(self, position: Position, seat: int, rivals: dict[int, int], weights: Weights) -> None:
        self.weights, self.near = weights, position.ground.places.near
        self.blocked = lost_to_robber(position, weights)
        self.hand: Vector = tuple(position.hands[seat])
        self.inverse: Vector = tuple([weights.haggle / rate for rate in position.rates[seat]])
        self.roads, self.settlements, self.cities = position.pieces[seat]
        self.sites = sites(position, seat, rivals, weights)
        self.deck = position.deck
        self.need: float = position.target - position.points[seat] + _titles_in_danger(position, seat, weights)
        self.gap = _road_gap(position, seat)
        self._count_income(position, seat)
        self._count_cards(position, seat)

    def _count_income(self, position: Position, seat: int) -> None:
        ground, rolls, total = position.ground, position.rolls, [0.0] * 5
        self.towns: list[Vector] = []
        for corner, owner in enumerate(position.owner):
            if owner == seat:
                yields = ground.yield_under(corner, position.robber, self.blocked)
                gains = tuple([one * rolls for one in yields])
                is_city = position.city[corner]
                if not is_city:
                    self.towns.append(gains)
                for kind in range(5):
                    total[kind] += gains[kind] * (1 + is_city)
        self.towns.sort(key=_least_first)
        self.income: Vector = tuple(total)

    def _count_cards(self, position: Position, seat: int) -> None:
        """Count points in hand, knights for the title, and the value of other cards in resources."""
        unseen, weights = position.unseen, self.weights
        many = max(1, sum(unseen.values()))
        point, soldier = unseen["points"] / many, unseen["knight"] / many
        worths = dict(zip(TRICKS, (weights.knight, weights.plenty, weights.monopoly, weights.roads), strict=True))
        self.treat = sum([unseen.get(kind, 0) * worth for kind, worth in worths.items()], 0.0) / many
        if seat == position.me:
            own = position.own
            points, soldiers = own.get("points", 0.0), own.get("knight", 0.0)
            self.wild = sum([own.get(kind, 0.0) * worth for kind, worth in worths.items()])
        else:
            held = position.held[seat]
            points, soldiers, self.wild = held * point, held * soldier, held * self.treat
        self.need -= points
        self.point, self.soldier, self.soldiers, self.march = point, soldier, 0.0, 0
        self._count_army(position, seat, soldiers)

    def _count_army(self, position: Position, seat: int, soldiers: float) -> None:
        """Count Largest Army in proportion to its distance; playing its knights takes a round each."""
        self.goal = 0
        if position.army == seat:
            return
        best = max((position.knights[other] for other in position.playing if other != seat), default=0)
        played, goal = position.knights[seat], max(3, best + 1)
        if goal - played - soldiers > ARMY_OUT_OF_REACH:
            return
        self.goal, self.soldiers = goal, played + soldiers
        self.need -= self._army(self.soldiers)
        if self.soldiers >= goal:
            self.march = goal - played

    def _army(self, soldiers: float) -> float:
        """Return the points that this many knights are worth: the last ones count most."""
        if not self.goal:
            return 0.0
        share = min(1.0, soldiers / self.goal)
        return 2 * self.weights.army * share * share

    def rounds(self, first: float) -> float:
        """Return how many rounds this seat needs; `first` is when it may buy again. Uses up the runner."""
        clock, pace, lag = 0.0, self._pace(self.income), self.weights.lag
        for _ in range(MAX_STEPS):
            if self.need <= 0.05:
                return max(clock, first, self.march - 1 + first)
            found = self._best(pace, first - clock)
            if found is None:
                return NEVER + self.need
            option, wait = found
            clock += wait + lag
            self._pay(option[0], wait)
            self._take(option)
            if option[2] is not None:
                pace = self._pace(self.income)
        return max(clock, first) + max(0.0, self.need) * pace

    def _pace(self, income: Vector) -> float:
        """Return the rounds per point, by income alone."""
        return wait_for(NONE, income, self.inverse, self.weights.basket, 0.0)

    def _best(self, pace: float, floor: float) -> tuple[Option, float] | None:
        """Return the option after which the rest seems shortest, and the wait for it."""
        least, found, haste = NEVER * NEVER, None, self.weights.haste
        for option in self._options():
            cost, gain, more, _ = option
            wait = wait_for(self.hand, self.income, self.inverse, cost, self.wild)
            if wait >= NEVER or wait * haste >= least:
                continue
            wait = max(wait, floor)
            rest = self.need - gain
            estimate = wait * haste
            if rest > 0:
                estimate += rest * (pace if more is None else self._pace(_sum(self.income, more)))
            if estimate < least:
                least, found = estimate, (option, wait)
        return found

    def _options(self) -> list[Option]:
        found: list[Option] = []
        if self.settlements:
            for way, gains, _, corner in self.sites:
                if way <= self.roads:
                    found.append((_cost_of_site(way), 1, gains, corner))
        if self.cities and self.towns:
            found.append((CITY, 1, self.towns[0], CITY_STEP))
        if self.deck:
            found.append((CARD, self._gain_of_card(), None, CARD_STEP))
        if self.gap is not None and 0 < self.gap <= self.roads:
            found.append((COSTS_OF_ROADS[self.gap], 2 * self.weights.road, None, ROAD_STEP))
        return found

    def _gain_of_card(self) -> float:
        """Return the expected points of a card: a point, a knight toward the title, or nothing."""
        need = self.need
        if not self.goal:
            return self.point * min(1.0, need)
        step = self._army(self.soldiers + 1) - self._army(self.soldiers)
        return self.point * min(1.0, need) + self.soldier * min(step, need)

    def _pay(self, cost: Sequence[float], wait: float) -> None:
        """Pay from the hand; fill gaps with cards of one's choice, then with trades."""
        there = [have + gain * wait - need for have, gain, need in zip(self.hand, self.income, cost, strict=True)]
        missing = -sum([one for one in there if one < 0])
        filled = min(missing, self.wild)
        self.wild -= filled
        missing -= filled
        keep = 1.0
        if missing > 0:
            worth = sum([one * rate for one, rate in zip(there, self.inverse, strict=True) if one > 0])
            keep = max(0.0, 1 - missing / worth) if worth > 0 else 0.0
        self.hand = tuple([one * keep if one > 0 else 0.0 for one in there])

    def _take(self, option: Option) -> None:
        _, gain, more, kind = option
        self.need -= gain
        if more is not None:
            self.income = _sum(self.income, more)
        if kind == CITY_STEP:
            self.towns.pop(0)
            self.settlements, self.cities = self.settlements + 1, self.cities - 1
        elif kind == CARD_STEP:
            self.wild, self.deck = self.wild + self.treat, self.deck - 1
            self.soldiers += self.soldier
        elif kind == ROAD_STEP:
            self.roads, self.gap = self.roads - (self.gap or 0), None
        else:
            self._settle(next(site for site in self.sites if site[3] == kind))

    def _settle(self, site: Site) -> None:
        way, gains, harbour, corner = site
        self.towns.append(gains)
        self.towns.sort(key=_least_first)
        self.roads, self.settlements = self.roads - int(way), self.settlements - 1
        taken = (corner, *self.near[corner])
        self.sites = [one for one in self.sites if one[3] not in taken]
        if harbour != NO_HARBOUR:
            rate = self.weights.haggle / (3 if harbour == ANY else 2)
            kinds = range(5) if harbour == ANY else (harbour,)
            self.inverse = tuple([max(one, rate) if kind in kinds else one for kind, one in enumerate(self.inverse)])


def _least_first(yields: Vector) -> float:
    return -sum(yields)


def _sum(one: Vector, other: Vector) -> Vector:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3], one[4] + other[4])


def _cost_of_site(way: float) -> Sequence[float]:
    whole = int(way)
    if whole == way:
        return COSTS_OF_SITES[whole]
    return (1 + way, 1 + way, 1, 1, 0)


def _road_gap(position: Position, seat: int) -> int | None:
    """Return the roads missing for Longest Road; None if the seat has it or it is out of reach."""
    if position.longest == seat:
        return None
    best = max((position.lengths[other] for other in position.playing if other != seat), default=0)
    gap = max(5, best + 1) - position.lengths[seat]
    return gap if gap <= min(4, position.pieces[seat][0]) else None


def _titles_in_danger(position: Position, seat: int, weights: Weights) -> float:
    """Return the points that a seat has and may lose."""
    danger = 0.0
    for holder, counts, least in ((position.longest, position.lengths, 4), (position.army, position.knights, 2)):
        if holder == seat:
            best = max((counts[other] for other in position.playing if other != seat), default=0)
            if best >= least - 1:
                danger += 2 * weights.envy * 0.5 ** (counts[seat] - best)
    return danger


def edge(odds: float, before: float) -> float:
    """Return the difference of two odds in logits, so that it is comparable for leaders and others."""
    return _logit(odds) - _logit(before)


def _logit(odds: float) -> float:
    sure = min(max(odds, 1e-9), 1 - 1e-9)
    return log(sure / (1 - sure))


class Race:
    """Odds of one seat over many positions of one decision. Rivals are simulated again only if something moved."""

    def __init__(self, position: Position, weights: Weights = DEFAULT) -> None:
        self.weights, self.me, self.runs = weights, position.me, 0
        self.rivals = rivals_of(position, position.me)
        self.others = {other: self.rounds_of(position, other) for other in position.playing if other != position.me}

    def rounds_of(self, position: Position, other: int) -> float:
        count = len(position.hands)
        first = ((other - self.me) % count) / count
        return Runner(position, other, {}, self.weights).rounds(first)

    def odds(self, position: Position, first: float = 1.0, moved: bool = False) -> float:
        """Return the chance to win once the turn is over. `moved`: the others are affected too."""
        own = self.own_rounds(position, first)
        others = self.others
        self.runs += 1 + moved * len(others)
        if moved:
            others = {other: self.rounds_of(position, other) for other in others}
        calm, keen = self.weights.calm, self.weights.keen
        mine = float((own + calm) ** -keen)
        return mine / (mine + sum([float((time + calm) ** -keen) for time in others.values()]))

    def own_rounds(self, position: Position, first: float = 1.0) -> float:
        if position.points[self.me] + position.own.get("points", 0) >= position.target:
            return 0.0
        runner = Runner(position, self.me, self.rivals, self.weights)
        runner.hand = _after_sevens(position, runner, self.weights)
        return runner.rounds(first)


def _after_sevens(position: Position, runner: Runner, weights: Weights) -> Vector:
    """Return the average hand when the turn comes around: every roll until then may be a seven."""
    rules, size = position.rules, sum(runner.hand)
    if rules.discards == "off":
        return runner.hand
    per_roll = sum(runner.income) / max(1, position.rolls)
    keep, no_seven = 1.0, 1.0
    for roll in range(position.rolls):
        if size + per_roll * roll > rules.discard_limit + 0.4:
            keep -= no_seven / 6 * weights.loss
        no_seven *= 5 / 6
    return tuple([one * keep for one in runner.hand]) if keep < 1 else runner.hand
