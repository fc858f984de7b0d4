"""Search for the best turn: purchases with the bank trades they need, evaluated by the resulting odds."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec import Struct

from narrator.bot.characters import Character, SeededRandom
from narrator.bot.position import CITY_COST, DEVELOPMENT_COST, ROAD_COST, SETTLEMENT_COST, Position
from narrator.bot.race import Race, reachable_corners

Trade = tuple[int, int, int]  # resource given, how many, resource received
CERTAIN_WIN = 2.0  # better than any odds
MAX_SIMULATIONS = 450  # simulations after which the search stops, as the table waits
MAX_FIRST_ROADS = 4  # candidates for the first of two free roads


class PlanStep(Struct, frozen=True):
    kind: str
    at: int = -1  # corner or path; for a monopoly the resource
    trades: tuple[Trade, ...] = ()
    cards: tuple[int, int] = (-1, -1)  # of a year of plenty, or the paths of two free roads


Plan = tuple[PlanStep, ...]


class AllowedActions(Struct, frozen=True):
    can_trade: bool
    can_build: bool
    playable_cards: frozenset[str]  # development cards


def best_plan(
    position: Position, race: Race, allowed: AllowedActions, character: Character, rng: SeededRandom
) -> tuple[Plan, float]:
    """Return the best plan for the rest of a turn and the odds after it; an empty plan ends the turn."""
    return _search(position, race, allowed, character.max_purchases, character, rng, False)


def _search(
    position: Position,
    race: Race,
    allowed: AllowedActions,
    depth: int,
    character: Character,
    rng: SeededRandom,
    affects_others: bool,
) -> tuple[Plan, float]:
    now = position_value(position, race, affects_others)
    if depth == 0 or now >= CERTAIN_WIN or race.simulation_count > MAX_SIMULATIONS:
        return (), now
    found = []
    for step in possible_steps(position, allowed, character):
        after = after_step(position, step)
        touched = affects_others or step.kind in ("settlement", "monopoly")
        touched = touched or _title_race(after) != _title_race(position)
        found.append((rng.misjudge(position_value(after, race, touched)), step, after, touched))
    found.sort(key=lambda one: -one[0])
    best: tuple[Plan, float] = ((), now)
    for value, step, after, touched in found[: character.searched_steps]:
        left = AllowedActions(allowed.can_trade, allowed.can_build, frozenset()) if step.kind in CARD_STEPS else allowed
        plan, end = _search(after, race, left, depth - 1, character, rng, touched)
        end = max(end, value)
        if end > best[1]:
            best = ((step, *plan), end)
    return best


def position_value(position: Position, race: Race, affects_others: bool) -> float:
    if position.has_won():
        return CERTAIN_WIN
    return race.odds(position, affects_others=affects_others)


def _title_race(position: Position) -> tuple[int | None, int | None, int]:
    """Return what the others' race for the titles depends on."""
    return position.longest_road_seat, position.largest_army_seat, max(4, position.road_lengths[position.me])


CARD_STEPS = ("plenty", "monopoly", "free_roads")


def possible_steps(position: Position, allowed: AllowedActions, character: Character) -> Iterator[PlanStep]:
    """Yield everything that can be done with these cards, each purchase with the trades it needs."""
    me, pieces = position.me, position.pieces_left[position.me]
    if allowed.can_build:
        if pieces[2] and (trades := trades_for(position, CITY_COST, allowed.can_trade)) is not None:
            own = [
                corner
                for corner, owner in enumerate(position.corner_owner)
                if owner == me and not position.is_city[corner]
            ]
            yield from (PlanStep("city", corner, trades) for corner in own)
        if pieces[1] and (trades := trades_for(position, SETTLEMENT_COST, allowed.can_trade)) is not None:
            yield from (PlanStep("settlement", corner, trades) for corner in position.settlement_spots(me))
        if pieces[0] and (trades := trades_for(position, ROAD_COST, allowed.can_trade)) is not None:
            yield from (PlanStep("road", path, trades) for path in position.road_spots(me))
        if position.deck_size and (trades := trades_for(position, DEVELOPMENT_COST, allowed.can_trade)) is not None:
            yield PlanStep("card", trades=trades)
    if allowed.can_trade:
        yield from _trade_steps(position)
    if "year_of_plenty" in allowed.playable_cards:
        yield from _year_of_plenty_steps(position)
    if "monopoly" in allowed.playable_cards and not character.is_gentle:
        yield from (PlanStep("monopoly", kind) for kind in range(5))
    if "road_building" in allowed.playable_cards:
        yield from _free_road_steps(position)


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


def _trade_steps(position: Position) -> Iterator[PlanStep]:
    hand, rates = position.hands[position.me], position.rates[position.me]
    for giver in range(5):
        if hand[giver] >= rates[giver]:
            for kind in range(5):
                if kind != giver and position.bank[kind] >= 1 and hand[kind] < 2:
                    yield PlanStep("trade", kind, ((giver, rates[giver], kind),))


def _year_of_plenty_steps(position: Position) -> Iterator[PlanStep]:
    bank = position.bank
    for one, other in combinations_with_replacement(range(5), 2):
        if bank[one] >= 1 + (one == other) and bank[other] >= 1:
            yield PlanStep("plenty", cards=(one, other))


def _free_road_steps(position: Position) -> Iterator[PlanStep]:
    """Yield pairs of free roads, the second continuing from the first."""
    me = position.me
    if not position.pieces_left[me][0]:
        return
    for first in _best_paths(position):
        after = position.copy()
        after.build_road(me, first)
        if position.pieces_left[me][0] < 2 or not after.road_spots(me):
            yield PlanStep("free_roads", cards=(first, -1))
            continue
        for second in _best_paths(after):
            yield PlanStep("free_roads", cards=(first, second))


def _best_paths(position: Position) -> list[int]:
    """Return the paths that lead nearest to the best corners, or make the road longer."""
    me, board, found = position.me, position.board, []
    for path in position.road_spots(me):
        after = position.copy()
        after.build_road(me, path)
        near = reachable_corners(after, me, 1)
        worth = max((board.corner_appeal[corner] / (1 + roads) for corner, roads in near.items()), default=0.0)
        found.append((worth + 0.1 * (after.road_lengths[me] - position.road_lengths[me]), -path))
    return [-path for _, path in sorted(found, reverse=True)[:MAX_FIRST_ROADS]]


def after_step(position: Position, step: PlanStep) -> Position:
    after, me = position.copy(), position.me
    for giver, count, wanted in step.trades:
        _trade_with_bank(after, giver, count, wanted)
    kind = step.kind
    if kind == "city":
        after.pay(me, CITY_COST)
        after.build_city(me, step.at)
    elif kind == "settlement":
        after.pay(me, SETTLEMENT_COST)
        after.build_settlement(me, step.at)
    elif kind == "road":
        after.pay(me, ROAD_COST)
        after.build_road(me, step.at)
    elif kind == "card":
        after.pay(me, DEVELOPMENT_COST)
        _add_unknown_card(after)
    elif kind == "plenty":
        _use_card(after, "year_of_plenty")
        for one in step.cards:
            after.hands[me][one] += 1
            after.bank[one] -= 1
    elif kind == "monopoly":
        _use_card(after, "monopoly")
        for seat, hand in enumerate(after.hands):
            if seat != me:
                after.hands[me][step.at] += hand[step.at]
                hand[step.at] = 0.0
    elif kind == "free_roads":
        _use_card(after, "road_building")
        for path in step.cards:
            if path >= 0:
                after.build_road(me, path)
    return after


def _trade_with_bank(position: Position, giver: int, count: int, kind: int) -> None:
    hand = position.hands[position.me]
    hand[giver] -= count
    hand[kind] += 1
    position.bank[giver] += count
    position.bank[kind] -= 1


def _add_unknown_card(position: Position) -> None:
    """Add an unseen card as fractions of every card that it may be."""
    many = max(1, sum(position.unseen_cards.values()))
    for kind, count in position.unseen_cards.items():
        position.own_cards[kind] = position.own_cards.get(kind, 0.0) + count / many
    position.deck_size -= 1


def _use_card(position: Position, card: str) -> None:
    position.own_cards[card] = position.own_cards.get(card, 0.0) - 1
