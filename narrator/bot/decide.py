"""Decide what a seat does next: from an observation of the record to events."""

from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from narrator.bot import explanations, placement
from narrator.bot.characters import CHARACTERS, Character, SeededRandom, why_unsupported
from narrator.bot.explanations import UNCERTAIN_STEPS, plan_events
from narrator.bot.observation import KnownCards, Observation, observe
from narrator.bot.position import position_of
from narrator.bot.race import Race, odds_gain
from narrator.bot.robber import choose_discards, odds_after_robbery, random_discards, rank_robberies
from narrator.bot.turn_search import CARD_STEPS, CERTAIN_WIN, AllowedActions, best_plan
from narrator.core.message import Msg, msg
from narrator.core.play.placement import placing_seat, snake_order
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply, refusals
from narrator.core.record.record import Record
from narrator.core.table import events
from narrator.core.table import phase as phases
from narrator.core.table.cards import Cards
from narrator.core.table.events import AnyFact
from narrator.core.table.state import BotLevel, GameState, acting_seat, points

MIN_KNIGHT_GAIN = 0.016  # in logits; a knight that brings less is kept
BEFORE_ROLL = 0.2  # share of a round until a seat that is about to roll may buy


class Decision(Struct, frozen=True):
    """Events to enter in order, and the reason for each. Empty before a roll: dice are rolled, not decided."""

    events: tuple[AnyFact, ...] = ()
    reasons: tuple[Msg, ...] = ()


NOTHING = Decision()


def decide(record: Record, seat: int, level: BotLevel, seed: int | str, own: KnownCards | None = None) -> Decision:
    """Return the events that this seat enters next, with a reason for each; none if it has nothing to do but roll.

    What depends on chance or other hands is left open: `card_stolen.resource`, `development_bought.card`; a monopoly's
    `taken` contains only what is certain.
    """
    return decide_as(observe(record, seat, own), CHARACTERS[level], seed)


def decide_as(observation: Observation, character: Character, seed: int | str) -> Decision:
    state, seat = observation.state, observation.seat
    if why_unsupported(state) is not None or state.seats[seat].has_left:
        return NOTHING
    acting = placing_seat(state) if isinstance(state.phase, phases.SettingUp) else acting_seat(state)
    if not isinstance(state.phase, phases.Discarding | phases.Over) and seat != acting:
        return NOTHING
    context = DecisionContext(observation, character, seed)
    return _without_illegal(observation, DECIDERS.get(type(state.phase), _take_turn)(context))


class DecisionContext:
    def __init__(self, observation: Observation, character: Character, seed: int | str) -> None:
        self.observation, self.character = observation, character
        self.state, self.seat = observation.state, observation.seat
        self.position = position_of(observation)
        self.rng = SeededRandom(seed, observation.seat, observation.fact_count, character.error)

    @cached_property
    def race(self) -> Race:
        return Race(self.position, self.character.weights)

    def allows(self, event: AnyFact) -> bool:
        return not refusals(self.state, event)


def _without_illegal(observation: Observation, decision: Decision) -> Decision:
    """Safety net: cut off what would be refused, and fall back to any legal event if the seat must act."""
    state, seat, count = observation.state, observation.seat, 0
    for event in decision.events:
        if refusals(state, event):
            break
        count += 1
        if isinstance(event, events.CardStolen):
            break
        state = apply(state, event)
    if count or not decision.events:
        return Decision(decision.events[:count], decision.reasons[:count])
    if not refusals(observation.state, events.TurnEnded(seat=seat)):
        return _end_turn(seat)
    legal = (event for event in legal_events(observation.state) if getattr(event, "seat", None) == seat)
    return next((_single(event, msg("bot.why.only", seat=seat)) for event in legal), NOTHING)


def _single(event: AnyFact, reason: Msg) -> Decision:
    return Decision((event,), (reason,))


def _end_turn(seat: int) -> Decision:
    return _single(events.TurnEnded(seat=seat), msg("bot.why.end", seat=seat))


def _place_settlement(context: DecisionContext) -> Decision:
    seat, position = context.seat, context.position
    corners, free = position.board.graph.corners, placement.free_corners(position)
    built = {corner: events.SettlementBuilt(seat=seat, at=corners[corner]) for corner in free}
    legal = [corner for corner, event in built.items() if context.allows(event)]
    if not legal:
        return _end_turn(seat)
    others = _placed_before_second(context.state, seat)
    corner = placement.best_corner(position, legal, others, context.character, context.rng)
    return _single(built[corner], explanations.explain_corner(position, corner))


def _placed_before_second(state: GameState, seat: int) -> int:
    """Return how many initial settlements others place before the own second one; -1 if this is the second."""
    if state.seats[seat].settlements:
        return -1
    order = snake_order(state)
    return max(0, len(order) - 2 - 2 * order.index(seat))


def _place_road(context: DecisionContext) -> Decision:
    seat, position, graph = context.seat, context.position, context.position.board.graph
    settlement = getattr(context.state.phase, "settlement", None)
    own_corners = [corner for corner, owner in enumerate(position.corner_owner) if owner == seat]
    start = graph.corner_index[settlement] if settlement is not None else own_corners[-1]
    roads = {path: events.RoadBuilt(seat=seat, at=graph.paths[path]) for path, _ in graph.links[start]}
    legal = [path for path, road in roads.items() if context.allows(road)]
    if not legal:
        return _end_turn(seat)
    return _build_road(context, placement.best_first_road(position, legal, start, context.character.weights))


def _build_road(context: DecisionContext, path: int) -> Decision:
    road = events.RoadBuilt(seat=context.seat, at=context.position.board.graph.paths[path])
    return _single(road, explanations.explain_road(context.position, path))


def _before_roll(context: DecisionContext) -> Decision:
    if win := _claim_win(context):
        return win
    can_play = "knight" in context.observation.playable and context.allows(events.KnightPlayed(seat=context.seat))
    return _play_knight(context) if can_play and _knight_gain(context) > MIN_KNIGHT_GAIN else NOTHING


def _play_knight(context: DecisionContext) -> Decision:
    return _single(events.KnightPlayed(seat=context.seat), explanations.explain_knight(context.position))


def _knight_gain(context: DecisionContext) -> float:
    """Return how much better the odds are with the robber moved now than with the card still in hand."""
    position, race = context.position, context.race
    after = position.copy()
    after.own_cards["knight"] = after.own_cards.get("knight", 0) - 1
    after.play_knight(position.me)
    if after.has_won():
        return CERTAIN_WIN
    before = race.odds(position, BEFORE_ROLL)
    if context.state.rules.robber == "off":
        return race.gain(after, before, BEFORE_ROLL)
    ranked = rank_robberies(after, race, _robber_hexes(context), context.character.is_gentle, context.rng, BEFORE_ROLL)
    return odds_gain(ranked[0][0], before) if ranked else 0.0


def _robber_hexes(context: DecisionContext) -> list[int]:
    """Return where the robber may go; away from own land, if possible."""
    state, graph, owner = context.state, context.position.board.graph, context.position.corner_owner
    if not isinstance(state.phase, phases.MovingRobber):
        state = replace(state, phase=phases.MovingRobber(state.phase))
    moves = [events.RobberMoved(seat=context.seat, to=at) for at in graph.hexes]
    legal = [n for n, move in enumerate(moves) if not refusals(state, move)]
    foreign = [n for n in legal if all(owner[corner] != context.seat for corner in graph.corners_of[n])]
    inhabited = [n for n in foreign if any(owner[corner] >= 0 for corner in graph.corners_of[n])]
    return inhabited or foreign or legal


def _move_robber(context: DecisionContext) -> Decision:
    position, is_gentle = context.position, context.character.is_gentle
    _, hex_, victim = rank_robberies(position, context.race, _robber_hexes(context), is_gentle, context.rng)[0]
    event = events.RobberMoved(seat=context.seat, to=position.board.graph.hexes[hex_])
    return _single(event, explanations.explain_robber(position, hex_, victim, is_gentle))


def _steal(context: DecisionContext) -> Decision:
    state, position = context.state, context.position
    assert isinstance(state.phase, phases.Stealing)
    victims = [seat for seat in state.phase.victims if state.seats[seat].hand_size] or list(state.phase.victims)
    odds = {seat: odds_after_robbery(position, context.race, position.robber_hex, seat) for seat in victims}
    victim = max(victims, key=lambda seat: (odds[seat], -seat))
    event = events.CardStolen(seat=context.seat, victim=victim)
    return _single(event, msg("bot.why.theft", seat=context.seat, other=victim))


def _discard(context: DecisionContext) -> Decision:
    state, seat, position = context.state, context.seat, context.position
    assert isinstance(state.phase, phases.Discarding)
    count = state.phase.owed.get(seat, 0)
    if not count:
        return NOTHING
    if state.rules.discard_choice == "random":
        discarded = random_discards(position.hands[seat], count, context.rng)
    else:
        discarded = choose_discards(position, context.race, count)
    event: AnyFact = events.CardsDiscarded(seat=seat, cards=Cards(*discarded).counts())
    if sum(discarded) < count:  # the own hand is uncertain
        event = events.CardsDiscarded(seat=seat, count=count)
    return _single(event, msg("bot.why.discard", seat=seat)) if context.allows(event) else NOTHING


def _take_turn(context: DecisionContext) -> Decision:
    if win := _claim_win(context):
        return win
    observation, position = context.observation, context.position
    allowed = allowed_actions(observation)
    plan, odds = best_plan(position, context.race, allowed, context.character, context.rng)
    can_play_knight = "knight" in allowed.playable_cards and not (plan and plan[0].kind in CARD_STEPS)
    if can_play_knight and odds < 1 and _knight_gain(context) > MIN_KNIGHT_GAIN:
        return _play_knight(context)
    planned = plan_events(observation, position, plan)
    if all(step.kind not in UNCERTAIN_STEPS for step in plan):
        planned.append((events.TurnEnded(seat=context.seat), msg("bot.why.end", seat=context.seat)))
    if context.state.phase.step == "trade":  # trading and building are separate: move trades before purchases
        planned.sort(key=lambda one: one[0].type != "bank_traded")
    return Decision(tuple(event for event, _ in planned), tuple(reason for _, reason in planned))


def allowed_actions(observation: Observation) -> AllowedActions:
    state = observation.state
    step = state.phase.step
    is_limit_reached = state.rules.dev_per_turn != "unlimited" and state.cards_played >= state.rules.dev_per_turn
    can_play = not is_limit_reached and step != "special_build"
    cards: Iterable[str] = observation.playable if can_play else ()
    return AllowedActions(step in ("actions", "trade", "partner"), True, frozenset(cards) - {"points"})


def _claim_win(context: DecisionContext) -> Decision | None:
    """Reveal points cards when they win, and declare the win if the table requires it."""
    state, seat, rules = context.state, context.seat, context.state.rules
    missing = rules.target_vp - points(state, seat)
    if missing > context.observation.development.count("points"):
        return None
    claims: list[AnyFact] = []
    if missing > 0:
        claims.append(events.PointsRevealed(seat=seat, count=1 if rules.vp_cards == "counts_as_play" else missing))
    if rules.auto_win == "claim" and state.final_round is None:
        claims.append(events.VictoryDeclared(seat=seat))
    if not claims or not context.allows(claims[0]):
        return None
    return Decision(tuple(claims), (msg("bot.why.win", seat=seat),) * len(claims))


def _place_free_road(context: DecisionContext) -> Decision:
    position, ranked = context.position, []
    for path in position.road_spots(position.me):
        after = position.copy()
        after.build_road(position.me, path)
        ranked.append((context.rng.misjudge(context.race.odds(after)), -path))
    return _build_road(context, -max(ranked)[1]) if ranked else _end_turn(context.seat)


def _reveal_points(context: DecisionContext) -> Decision:
    hidden = context.observation.development.count("points")
    if not hidden or context.state.rules.reveal_at_end == "no":
        return NOTHING
    return _single(events.PointsRevealed(seat=context.seat, count=hidden), msg("bot.why.show", seat=context.seat))


DECIDERS: dict[type, Callable[[DecisionContext], Decision]] = {
    phases.SettingUp: _place_settlement,
    phases.PlacingSettlement: _place_settlement,
    phases.PlacingRoad: _place_road,
    phases.Rolling: _before_roll,
    phases.Discarding: _discard,
    phases.MovingRobber: _move_robber,
    phases.Stealing: _steal,
    phases.PlacingFreeRoads: _place_free_road,
    phases.Over: _reveal_points,
}
