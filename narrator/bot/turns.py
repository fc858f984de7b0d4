"""Search for the best turn: purchases with the bank trades they need, evaluated by the resulting odds."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec import Struct

from narrator.bot.characters import Character, SeededChance
from narrator.bot.position import CARD, CITY, ROAD, SETTLEMENT, Position
from narrator.bot.race import Race, reach

Trade = tuple[int, int, int]  # resource given, how many, resource received
WON = 2.0  # better than any odds
MAX_RUNS = 450  # simulations after which the search stops, as the table waits
MAX_FIRST_ROADS = 4  # candidates for the first of two free roads


class Step(Struct, frozen=True):
    """One action in a turn."""

    kind: str
    at: int = -1  # corner or path; for a monopoly the resource
    trades: tuple[Trade, ...] = ()
    cards: tuple[int, int] = (-1, -1)  # of a year of plenty, or the paths of two free roads


Plan = tuple[Step, ...]


class Allowed(Struct, frozen=True):
    """What the current step of a turn allows."""

    trade: bool
    build: bool
    play: frozenset[str]  # development cards


def best_plan(
    position: Position, race: Race, may: Allowed, character: Character, luck: SeededChance
) -> tuple[Plan, float]:
    """Return the best plan for the rest of a turn and the odds after it; an empty plan ends the turn."""
    return _search(position, race, may, character.depth, character, luck, False)


def _search(
    position: Position, race: Race, may: Allowed, depth: int, character: Character, luck: SeededChance, moved: bool
) -> tuple[Plan, float]:
    now = worth(position, race, moved)
    if depth == 0 or now >= WON or race.runs > MAX_RUNS:
        return (), now
    found = []
    for step in steps(position, may, character):
        after = stepped(position, step)
        touched = moved or step.kind in ("settlement", "monopoly") or _titles(after) != _titles(position)
        found.append((luck.near(worth(after, race, touched)), step, after, touched))
    found.sort(key=lambda one: -one[0])
    best: tuple[Plan, float] = ((), now)
    for value, step, after, touched in found[: character.width]:
        left = Allowed(may.trade, may.build, frozenset()) if step.kind in PLAYS else may
        plan, end = _search(after, race, left, depth - 1, character, luck, touched)
        end = max(end, value)
        if end > best[1]:
            best = ((step, *plan), end)
    return best


def worth(position: Position, race: Race, moved: bool) -> float:
    if position.points[position.me] + position.own.get("points", 0) >= position.target:
        return WON
    return race.odds(position, moved=moved)


def _titles(position: Position) -> tuple[int | None, int | None, int]:
    """Return what the others' race for the titles depends on."""
    return position.longest, position.army, max(4, position.lengths[position.me])


PLAYS = ("plenty", "monopoly", "free_roads")


def steps(position: Position, may: Allowed, character: Character) -> Iterator[Step]:
    """Yield everything that can be done with these cards, each purchase with the trades it needs."""
    me, pieces = position.me, position.pieces[position.me]
    if may.build:
        if pieces[2] and (trades := trades_for(position, CITY, may.trade)) is not None:
            own = [corner for corner, owner in enumerate(position.owner) if owner == me and not position.city[corner]]
            yield from (Step("city", corner, trades) for corner in own)
        if pieces[1] and (trades := trades_for(position, SETTLEMENT, may.trade)) is not None:
            yield from (Step("settlement", corner, trades) for corner in position.open_corners(me))
        if pieces[0] and (trades := trades_for(position, ROAD, may.trade)) is not None:
            yield from (Step("road", path, trades) for path in position.open_paths(me))
        if position.deck and (trades := trades_for(position, CARD, may.trade)) is not None:
            yield Step("card", trades=trades)
    if may.trade:
        yield from _plain_trades(position)
    if "year_of_plenty" in may.play:
        yield from _plenties(position)
    if "monopoly" in may.play and not character.kind:
        yield from (Step("monopoly", kind) for kind in range(5))
    if "road_building" in may.play:
        yield from _free_roads(position)


def trades_for(position: Position, cost: Sequence[int], may_trade: bool) -> tuple[Trade, ...] | None:
    """Return the bank trades needed to pay a cost; None if it can't be paid."""
    left = [have - need for have, need in zip(position.hands[position.me], cost, strict=True)]
    if min(left) >= 0:
        return ()
    if not may_trade:
        return None
    rates, found = position.rates[position.me], []
    for kind in range(5):
        for number in range(int(-left[kind])):
            givers = [other for other in range(5) if left[other] >= rates[other]]
            if not givers or position.bank[kind] < number + 1:
                return None
            giver = max(givers, key=lambda other: (left[other] / rates[other], -other))
            left[giver] -= rates[giver]
            found.append((giver, rates[giver], kind))
    return tuple(found)


def _plain_trades(position: Position) -> Iterator[Step]:
    """Yield trades without a purchase."""
    hand, rates = position.hands[position.me], position.rates[position.me]
    for giver in range(5):
        if hand[giver] >= rates[giver]:
            for kind in range(5):
                if kind != giver and position.bank[kind] >= 1 and hand[kind] < 2:
                    yield Step("trade", kind, ((giver, rates[giver], kind),))


def _plenties(position: Position) -> Iterator[Step]:
    bank = position.bank
    for one, other in combinations_with_replacement(range(5), 2):
        if bank[one] >= 1 + (one == other) and bank[other] >= 1:
            yield Step("plenty", cards=(one, other))


def _free_roads(position: Position) -> Iterator[Step]:
    """Yield pairs of free roads, the second continuing from the first."""
    me = position.me
    if not position.pieces[me][0]:
        return
    for first in _best_paths(position):
        after = position.copy()
        after.lay(me, first)
        if position.pieces[me][0] < 2 or not after.open_paths(me):
            yield Step("free_roads", cards=(first, -1))
            continue
        for second in _best_paths(after):
            yield Step("free_roads", cards=(first, second))


def _best_paths(position: Position) -> list[int]:
    """Return the paths that lead nearest to the best corners, or make the road longer."""
    me, ground, found = position.me, position.ground, []
    for path in position.open_paths(me):
        after = position.copy()
        after.lay(me, path)
        near = reach(after, me, 1)
        worth = max((ground.liked[corner] / (1 + roads) for corner, roads in near.items()), default=0.0)
        found.append((worth + 0.1 * (after.lengths[me] - position.lengths[me]), -path))
    return [-path for _, path in sorted(found, reverse=True)[:MAX_FIRST_ROADS]]


def stepped(position: Position, step: Step) -> Position:
    """Return the position after a step."""
    after, me = position.copy(), position.me
    for giver, count, wanted in step.trades:
        _swap(after, giver, count, wanted)
    kind = step.kind
    if kind == "city":
        after.pay(me, CITY)
        after.raise_city(me, step.at)
    elif kind == "settlement":
        after.pay(me, SETTLEMENT)
        after.settle(me, step.at)
    elif kind == "road":
        after.pay(me, ROAD)
        after.lay(me, step.at)
    elif kind == "card":
        after.pay(me, CARD)
        _draw(after)
    elif kind == "plenty":
        _spend(after, "year_of_plenty")
        for one in step.cards:
            after.hands[me][one] += 1
            after.bank[one] -= 1
    elif kind == "monopoly":
        _spend(after, "monopoly")
        for seat, hand in enumerate(after.hands):
            if seat != me:
                after.hands[me][step.at] += hand[step.at]
                hand[step.at] = 0.0
    elif kind == "free_roads":
        _spend(after, "road_building")
        for path in step.cards:
            if path >= 0:
                after.lay(me, path)
    return after


def _swap(position: Position, giver: int, count: int, kind: int) -> None:
    hand = position.hands[position.me]
    hand[giver] -= count
    hand[kind] += 1
    position.bank[giver] += count
    position.bank[kind] -= 1


def _draw(position: Position) -> None:
    """Add an unseen card as fractions of every card that it may be."""
    many = max(1, sum(position.unseen.values()))
    for kind, count in position.unseen.items():
        position.own[kind] = position.own.get(kind, 0.0) + count / many
    position.deck -= 1


def _spend(position: Position, card: str) -> None:
    position.own[card] = position.own.get(card, 0.0) - 1
