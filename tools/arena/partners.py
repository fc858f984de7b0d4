"""Sparring partners of ours: by chance, greedy for points, and one by the weights that others have published."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from narrator.bot.characters import CHARACTERS, Character, SeededRandom
from narrator.bot.decide import allowed_actions, decide_as
from narrator.bot.explanations import plan_events
from narrator.bot.observation import Observation, observe
from narrator.bot.position import NOBODY, Position, position_of
from narrator.bot.race import Weights, reachable_corners
from narrator.bot.robber import random_discards, victims_at
from narrator.bot.turn_search import AllowedActions, PlanStep, after_step, possible_steps
from narrator.core.play.production import cards_per_hex
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.table.cards import PRICES, Cards
from narrator.core.table.events import (
    AnyFact,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Discarding, MovingRobber, PlacingFreeRoads, Rolling, SettingUp, Stealing
from narrator.core.table.state import points
from tools.arena.world import Chooser

PIP = 1 / 36
KINDS = 5


def chooser(name: str, seed: int | str) -> Chooser:
    """`master`, `published` …; `master:keen=5,calm=1` with other weights."""
    name, _, changes = name.partition(":")
    if name in CHARACTERS:
        character = changed(CHARACTERS[name], changes)
        return lambda record, seat: decide_as(observe(record, seat), character, seed).events
    rng = Random(f"partner {name} {seed}")
    partner = PARTNERS[name]
    return lambda record, seat: () if isinstance(record.state.phase, Rolling) else (partner(record, seat, rng),)


def changed(character: Character, changes: str) -> Character:
    """A character with other weights, to see whether they are better."""
    for change in filter(None, changes.split(",")):
        key, _, value = change.partition("=")
        if key in Weights.__struct_fields__:
            character = replace(character, weights=replace(character.weights, **{key: float(value)}))
        else:
            kind = type(getattr(character, key))
            character = replace(character, **{key: kind(float(value))})
    return character


# By chance, and greedy.


def _affordable(record: Record, seat: int) -> list[AnyFact]:
    """Everything legal that the seat's cards really allow."""
    observation = observe(record, seat)
    state = record.state
    if isinstance(state.phase, Discarding):
        discarded = random_discards(observation.hand, state.phase.owed[seat], SeededRandom(len(record.log), seat, 0, 0))
        return [CardsDiscarded(seat=seat, cards=Cards(*discarded).counts())]
    position = position_of(observation)
    found = [event for event in legal_events(state) if _can(observation, event)]
    if state.phase.step == "actions":
        for step in possible_steps(position, AllowedActions(True, False, frozenset()), CHARACTERS["master"]):
            found += [event for event, _ in plan_events(observation, position, (step,))]
    return found


def _can(observation: Observation, event: AnyFact) -> bool:
    prices = {RoadBuilt: "road", SettlementBuilt: "settlement", CityBuilt: "city", DevelopmentBought: "development"}
    cards = {KnightPlayed: "knight", RoadBuildingPlayed: "road_building", YearOfPlentyPlayed: "year_of_plenty"}
    kind = type(event)
    if isinstance(event, StepDone) or getattr(event, "seat", None) != observation.seat or isinstance(event, DiceRolled):
        return False
    if kind in cards:
        return cards[kind] in observation.playable
    if isinstance(event, PointsRevealed):
        return event.count <= observation.development.count("points")
    free_road = isinstance(observation.state.phase, PlacingFreeRoads) and isinstance(event, RoadBuilt)
    free = observation.state.phase.part_of_game != "turn" or free_road
    if kind in prices and not free:
        return observation.hand.covers(PRICES[prices[kind]])  # type: ignore[index]
    return kind.__name__ != "FirstPlayerChosen" and kind.__name__ != "VictoryDeclared"


def by_chance(record: Record, seat: int, rng: Random) -> AnyFact:
    found = _affordable(record, seat)
    return found[int(rng.random() * len(found))]


def greedy(record: Record, seat: int, rng: Random) -> AnyFact:
    """Whatever brings points first; else by chance."""
    found = _affordable(record, seat)
    for kind in (PointsRevealed, CityBuilt, SettlementBuilt, DevelopmentBought):
        liked = [event for event in found if isinstance(event, kind)]
        if liked:
            return liked[int(rng.random() * len(liked))]
    return found[int(rng.random() * len(found))]


# By published weights: one action ahead, features in the order of their weights.


def published(record: Record, seat: int, rng: Random) -> AnyFact:
    observation = observe(record, seat)
    position, state = position_of(observation), record.state
    phase = state.phase
    if isinstance(phase, Discarding):
        discarded = random_discards(observation.hand, phase.owed[seat], SeededRandom(str(rng.random()), seat, 0, 0))
        return CardsDiscarded(seat=seat, cards=Cards(*discarded).counts())
    if isinstance(phase, MovingRobber):
        return _published_robber(record, position)
    if isinstance(phase, Stealing):
        victims = [victim for victim in phase.victims if state.seats[victim].hand_size] or list(phase.victims)
        return CardStolen(seat=seat, victim=victims[0])
    if isinstance(phase, SettingUp) or phase.part_of_game != "turn" or isinstance(phase, PlacingFreeRoads):
        return _published_piece(record, observation, position)
    return _published_turn(observation, position)


def _published_piece(record: Record, observation: Observation, position: Position) -> AnyFact:
    places, me = position.board.graph, observation.seat
    best: tuple[float, AnyFact] | None = None
    for event in legal_events(record.state):
        after = position.copy()
        if isinstance(event, SettlementBuilt) and event.at is not None:
            after.build_settlement(me, places.corner_index[event.at])
        elif isinstance(event, RoadBuilt) and event.at is not None:
            after.build_road(me, places.path_index[event.at])
        else:
            continue
        value = published_value(after)
        if best is None or value > best[0]:
            best = value, event
    return best[1] if best else TurnEnded(seat=me)


def _published_robber(record: Record, position: Position) -> AnyFact:
    places, found = position.board.graph, []
    for event in legal_events(record.state):
        if isinstance(event, RobberMoved) and event.to is not None:
            after = position.copy()
            after.robber_hex = places.hex_index[event.to]
            robs = victims_at(position, after.robber_hex) != [NOBODY]
            found.append((published_value(after) + robs, event))
    return max(found, key=lambda one: one[0])[1]


def _published_turn(observation: Observation, position: Position) -> AnyFact:
    me, state = observation.seat, observation.state
    hidden = observation.development.count("points")
    shows = PointsRevealed(seat=me, count=max(1, state.rules.target_vp - points(state, me)))
    if hidden and points(state, me) + hidden >= state.rules.target_vp and not refusals(state, shows):
        return shows
    may = allowed_actions(observation)
    best: tuple[float, AnyFact] = (published_value(position), TurnEnded(seat=me))
    for step in _single_steps(position, may):
        events = [event for event, _ in plan_events(observation, position, (step,))]
        value = published_value(after_step(position, step))
        if value > best[0] and events and not refusals(state, events[0]):
            best = value, events[0]
    if "knight" in may.playable_cards:
        after = position.copy()
        after.own_cards["knight"] -= 1
        after.play_knight(me)
        if published_value(after) > best[0]:
            best = published_value(after), KnightPlayed(seat=me)
    return best[1]


def _single_steps(position: Position, may: AllowedActions) -> list[PlanStep]:
    """It takes no trade for a purchase: a trade is a move of its own. And it never plays Road Building."""
    found = possible_steps(
        position, AllowedActions(False, may.can_build, may.playable_cards - {"road_building"}), CHARACTERS["master"]
    )
    trades = possible_steps(position, AllowedActions(may.can_trade, False, frozenset()), CHARACTERS["master"])
    return [*found, *trades]


def published_value(position: Position) -> float:
    me, n = position.me, len(position.hands)
    ground = position.board
    hand = position.hands[me]
    near = reachable_corners(position, me, 1)
    open_corners = sum(roads == 0 for roads in near.values())
    one_road = sum(sum(_robbed_yield(position, corner)) for corner in near)
    own = _production(position, me)
    enemy = _production(position, (me + 1) % n)
    variety = sum(one > 0 for one in own) * 4 * PIP
    to_city = (max(2 - hand[3], 0) + max(3 - hand[4], 0)) / 5
    to_settlement = sum(max(1 - hand[kind], 0) for kind in range(4)) / 4
    cards = sum(hand)
    touched = {
        hex_ for at, owner in enumerate(position.corner_owner) if owner == me for hex_ in ground.graph.hexes_at[at]
    }
    devs = sum(position.own_cards.values())
    return (
        position.points[me] * 3e14
        + (sum(own) + variety) * 1e8
        - sum(enemy) * 1e8
        + one_road * 1e4
        + open_corners * 1e3
        + (2 - to_city - to_settlement) / 2 * 1e2
        + position.road_lengths[me] * (10 if open_corners == 0 else 0.1)
        + position.knights[me] * 10.1
        + devs * 10
        - (5 if cards > 7 else 0)
        + cards
        + len(touched)
    )


def _robbed_yield(position: Position, corner: int) -> tuple[float, ...]:
    return position.board.yield_with_robber(corner, position.robber_hex, 1.0)


def _production(position: Position, seat: int) -> list[float]:
    total = [0.0] * KINDS
    for corner, owner in enumerate(position.corner_owner):
        if owner == seat:
            for kind, one in enumerate(_robbed_yield(position, corner)):
                total[kind] += one * cards_per_hex(position.is_city[corner])
    return total


Partner = Callable[[Record, int, Random], AnyFact]
PARTNERS: dict[str, Partner] = {"random": by_chance, "greedy": greedy, "published": published}
NAMES = (*CHARACTERS, *PARTNERS)
