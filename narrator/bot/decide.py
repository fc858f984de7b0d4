"""Decide what a seat does next: from an observation of the record to events."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from narrator.bot import explanations, placement
from narrator.bot.characters import CHARACTERS, Character, Level, SeededChance, why_unsupported
from narrator.bot.explanations import UNCERTAIN_STEPS, plan_events
from narrator.bot.observation import Observation, Own, observe
from narrator.bot.position import Position, position_of
from narrator.bot.race import Race, edge
from narrator.bot.robbing import at_random, discards, robbed, robberies
from narrator.bot.turns import WON, Allowed, best_plan
from narrator.core.message import Msg, msg
from narrator.core.play.placement import placing_seat, snake_order
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply, refusals
from narrator.core.record.record import Record
from narrator.core.table import phase as phases
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyFact,
    CardsDiscarded,
    CardStolen,
    KnightPlayed,
    PointsRevealed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.state import GameState, acting_seat, points

GAIN = 0.016  # edge that a knight must bring to be played now


class Decision(Struct, frozen=True):
    """Events to enter in order, and the reason for each. Empty before a roll: dice are rolled, not decided."""

    events: tuple[AnyFact, ...] = ()
    why: tuple[Msg, ...] = ()


NOTHING = Decision()


def decide(record: Record, seat: int, level: Level, seed: int | str, own: Own | None = None) -> tuple[AnyFact, ...]:
    """Return the events that this seat enters next; none if it has nothing to do but roll.

    What depends on chance or other hands is left open: `card_stolen.resource`, `development_bought.card`; a monopoly's
    `taken` contains only what is certain.
    """
    return think(record, seat, level, seed, own).events


def think(record: Record, seat: int, level: Level, seed: int | str, own: Own | None = None) -> Decision:
    """Return the same with a reason for each event."""
    return think_as(observe(record, seat, own), CHARACTERS[level], seed)


def think_as(observation: Observation, character: Character, seed: int | str) -> Decision:
    state = observation.state
    if why_unsupported(state) is not None or state.seats[observation.seat].has_left:
        return NOTHING
    whose = placing_seat(state) if isinstance(state.phase, phases.SettingUp) else acting_seat(state)
    if not isinstance(state.phase, phases.Discarding | phases.Over) and observation.seat != whose:
        return NOTHING
    luck = SeededChance(seed, observation.seat, observation.moves, character.slip)
    thought = DECIDERS.get(type(state.phase), _in_turn)(observation, position_of(observation), character, luck)
    return _made_legal(observation, thought)


def _made_legal(observation: Observation, thought: Decision) -> Decision:
    """Safety net: cut off what would be refused, and fall back to any legal event if the seat must act."""
    state, events, reasons = observation.state, [], []
    for event, reason in zip(thought.events, thought.why, strict=True):
        if refusals(state, event):
            break
        events.append(event)
        reasons.append(reason)
        if isinstance(event, CardStolen):
            break
        state = apply(state, event)
    if events or not thought.events:
        return Decision(tuple(events), tuple(reasons))
    ending = TurnEnded(seat=observation.seat)
    if not refusals(observation.state, ending):
        return _end_turn(observation.seat)
    left = [event for event in legal_events(observation.state) if getattr(event, "seat", None) == observation.seat]
    return Decision((left[0],), (msg("bot.why.only", seat=observation.seat),)) if left else NOTHING


def _end_turn(seat: int) -> Decision:
    return Decision((TurnEnded(seat=seat),), (msg("bot.why.end", seat=seat),))


def _place_settlement(
    observation: Observation, position: Position, character: Character, luck: SeededChance
) -> Decision:
    state, me = observation.state, observation.seat
    corners = position.ground.places.corners
    candidates = placement.free_corners(position)
    events = {corner: SettlementBuilt(seat=me, at=corners[corner]) for corner in candidates}
    allowed = [corner for corner in candidates if not refusals(state, events[corner])]
    if not allowed:
        return _end_turn(me)
    chosen = placement.best_corner(position, allowed, _between(state, me), character, luck)
    return Decision((events[chosen],), (explanations.explain_corner(position, chosen),))


def _between(state: GameState, me: int) -> int:
    """Return how many initial settlements others place before the own second one; -1 if this is the second."""
    if state.seats[me].settlements:
        return -1
    order = snake_order(state)
    first = order.index(me)
    return max(0, len(order) - 2 - 2 * first)


def _place_road(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    state, me, places = observation.state, observation.seat, position.ground.places
    corner = getattr(state.phase, "settlement", None)
    own = [number for number, owner in enumerate(position.owner) if owner == me]
    start = places.corner[corner] if corner is not None else own[-1]
    events = {path: RoadBuilt(seat=me, at=places.paths[path]) for path, _ in places.ways[start]}
    allowed = [path for path, event in events.items() if not refusals(state, event)]
    if not allowed:
        return _end_turn(me)
    chosen = placement.best_first_road(position, allowed, start, character.weights)
    return Decision((events[chosen],), (explanations.explain_road(position, chosen),))


def _before_roll(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    if shown := _winning_points(observation):
        return shown
    knight = KnightPlayed(seat=observation.seat)
    if "knight" not in observation.playable or refusals(observation.state, knight):
        return NOTHING
    race = Race(position, character.weights)
    if _gain_of_knight(observation, position, race, character, luck) > GAIN:
        return Decision((knight,), (explanations.explain_knight(position),))
    return NOTHING


def _gain_of_knight(
    observation: Observation, position: Position, race: Race, character: Character, luck: SeededChance
) -> float:
    """Return how much better the odds are with the robber moved now than with the card still in hand."""
    after = position.copy()
    after.own["knight"] = after.own.get("knight", 0) - 1
    after.march(position.me)
    if after.points[after.me] + after.own.get("points", 0) >= after.target:
        return WON
    if observation.state.rules.robber == "off":
        return edge(race.odds(after, 0.2, moved=True), race.odds(position, 0.2))
    found = robberies(after, race, _hexes(observation, position), character, luck, 0.2)
    return edge(found[0][0], race.odds(position, 0.2)) if found else 0.0


def _hexes(observation: Observation, position: Position) -> list[int]:
    """Return where the robber may go; away from own land, if possible."""
    hexes, state = position.ground.places.hexes, observation.state
    robbing = phases.MovingRobber(state.phase)
    there = state if isinstance(state.phase, phases.MovingRobber) else replace(state, phase=robbing)
    legal = [n for n, at in enumerate(hexes) if not refusals(there, RobberMoved(seat=observation.seat, to=at))]
    corners = position.ground.places.corners_of
    foreign = [n for n in legal if all(position.owner[corner] != position.me for corner in corners[n])]
    worth = [n for n in foreign if any(position.owner[corner] >= 0 for corner in corners[n])]
    return worth or foreign or legal


def _move_robber(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    race = Race(position, character.weights)
    hexes = _hexes(observation, position)
    found = robberies(position, race, hexes, character, luck)
    _, hex_, victim = found[0]
    moved = RobberMoved(seat=observation.seat, to=position.ground.places.hexes[hex_])
    return Decision((moved,), (explanations.explain_robber(position, hex_, victim, character.kind),))


def _steal(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    state = observation.state
    assert isinstance(state.phase, phases.Stealing)
    race = Race(position, character.weights)
    victims = [seat for seat in state.phase.victims if state.seats[seat].hand] or list(state.phase.victims)
    best = max(victims, key=lambda seat: (robbed(position, race, position.robber, seat), -seat))
    why = msg("bot.why.theft", seat=position.me, other=best)
    return Decision((CardStolen(seat=observation.seat, victim=best),), (why,))


def _discard(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    state = observation.state
    assert isinstance(state.phase, phases.Discarding)
    count = state.phase.owed.get(observation.seat, 0)
    if not count:
        return NOTHING
    if state.rules.discard_choice == "random":
        thrown = at_random(position.hands[observation.seat], count, luck)
    else:
        thrown = discards(position, Race(position, character.weights), count)
    event: AnyFact = CardsDiscarded(seat=observation.seat, cards=Cards(*thrown).counts())
    if sum(thrown) < count:  # the own hand is uncertain
        event = CardsDiscarded(seat=observation.seat, count=count)
    return NOTHING if refusals(state, event) else Decision((event,), (msg("bot.why.discard", seat=position.me),))


def _in_turn(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    if shown := _winning_points(observation):
        return shown
    state = observation.state
    race = Race(position, character.weights)
    may = may_now(observation)
    plan, odds = best_plan(position, race, may, character, luck)
    if "knight" in may.play and not (plan and plan[0].kind in ("plenty", "monopoly", "free_roads")):
        gain = _gain_of_knight(observation, position, race, character, luck)
        if gain > GAIN and odds < 1:
            return Decision((KnightPlayed(seat=observation.seat),), (explanations.explain_knight(position),))
    planned = list(zip(*plan_events(observation, position, plan), strict=True))
    if all(step.kind not in UNCERTAIN_STEPS for step in plan):
        planned.append((TurnEnded(seat=observation.seat), msg("bot.why.end", seat=observation.seat)))
    if state.phase.step == "trade":  # trading and building are separate: move trades before purchases
        planned.sort(key=lambda one: one[0].type != "bank_traded")
    return Decision(tuple(event for event, _ in planned), tuple(why for _, why in planned))


def may_now(observation: Observation) -> Allowed:
    """Return what the current step and the own cards allow."""
    state = observation.state
    step = state.phase.step
    trade = step in ("actions", "trade", "partner")
    spent = state.rules.dev_per_turn != "unlimited" and state.cards_played >= state.rules.dev_per_turn
    play = frozenset() if spent or step == "special_build" else frozenset(observation.playable) - {"points"}
    return Allowed(trade, True, play)


def _winning_points(observation: Observation) -> Decision | None:
    """Reveal points cards when they win, and declare the win if the table requires it."""
    state, me = observation.state, observation.seat
    hidden, rules = observation.development.count("points"), state.rules
    enough = points(state, me) >= rules.target_vp
    if not enough and points(state, me) + hidden < rules.target_vp:
        return None
    events: list[AnyFact] = []
    if not enough:
        count = 1 if rules.vp_cards == "counts_as_play" else rules.target_vp - points(state, me)
        events.append(PointsRevealed(seat=me, count=count))
    if rules.auto_win == "claim" and state.final_round is None:
        events.append(VictoryDeclared(seat=me))
    events = events if events and not refusals(state, events[0]) else []
    return Decision(tuple(events), tuple(msg("bot.why.win", seat=me) for _ in events)) if events else None


def _lay_free_road(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    race = Race(position, character.weights)
    found = []
    for path in position.open_paths(position.me):
        after = position.copy()
        after.lay(position.me, path)
        found.append((luck.near(race.odds(after)), -path))
    if not found:
        return _end_turn(observation.seat)
    path = -max(found)[1]
    road = RoadBuilt(seat=observation.seat, at=position.ground.places.paths[path])
    return Decision((road,), (explanations.explain_road(position, path),))


def _show_points(observation: Observation, position: Position, character: Character, luck: SeededChance) -> Decision:
    """Reveal hidden points after the end."""
    hidden = observation.development.count("points")
    if not hidden or observation.state.rules.reveal_at_end == "no":
        return NOTHING
    seat = observation.seat
    return Decision((PointsRevealed(seat=seat, count=hidden),), (msg("bot.why.show", seat=seat),))


Decider = Callable[[Observation, Position, Character, SeededChance], Decision]
DECIDERS: dict[type, Decider] = {
    phases.SettingUp: _place_settlement,
    phases.PlacingSettlement: _place_settlement,
    phases.PlacingRoad: _place_road,
    phases.Rolling: _before_roll,
    phases.Discarding: _discard,
    phases.MovingRobber: _move_robber,
    phases.Stealing: _steal,
    phases.PlacingFreeRoads: _lay_free_road,
    phases.Over: _show_points,
}
