"""Turn a plan into events with reasons: one message for each thing that a bot does."""

from collections import Counter

from narrator.bot.board_model import NO_HARBOUR
from narrator.bot.observation import Observation
from narrator.bot.position import NOBODY, Position
from narrator.bot.race import reachable_corners
from narrator.bot.turn_search import Plan, PlanStep, after_step
from narrator.core.message import Msg, msg
from narrator.core.table import events
from narrator.core.table.cards import RESOURCES, Resource

FREQUENT_NUMBERS = (5, 6, 8, 9)  # numbers that come up often
PURCHASES = ("road", "settlement", "city", "card")


def explain_corner(position: Position, corner: int) -> Msg:
    """Explain by the win, a harbor, a missing resource, or simply good numbers."""
    board, me, place = position.board, position.me, place_name(position, corner)
    if position.has_won(more_points=1):
        return msg("bot.why.settlement.win", seat=me, place=place)
    kinds = _resources_at(position, corner)
    own = {kind for at, who in enumerate(position.corner_owner) if who == me for kind in _resources_at(position, at)}
    new = [kind for kind in kinds if kind not in own]
    if own and new:
        return msg("bot.why.settlement.new", seat=me, place=place, resources=new)
    if board.corner_harbour[corner] != NO_HARBOUR:
        return msg("bot.why.settlement.harbour", seat=me, place=place)
    return msg("bot.why.settlement", seat=me, place=place, resources=kinds)


def _resources_at(position: Position, corner: int) -> list[Resource]:
    yields = position.board.corner_yields[corner]
    return [resource for resource, one in zip(RESOURCES, yields, strict=True) if one > 0]


def place_name(position: Position, corner: int) -> str:
    """Name a corner by the numbers around it, as players do: `6-9-10`."""
    board = position.board
    numbers = sorted(board.hex_number[hex_] for hex_ in board.graph.hexes_at[corner] if board.hex_number[hex_])
    return "-".join(map(str, numbers)) or "–"


def explain_city(position: Position, corner: int) -> Msg:
    me, place = position.me, place_name(position, corner)
    if position.has_won(more_points=1):
        return msg("bot.why.city.win", seat=me, place=place)
    return msg("bot.why.city", seat=me, place=place, resources=_resources_at(position, corner))


def explain_road(position: Position, path: int) -> Msg:
    """Explain by a title, or by the best corner that it brings nearer."""
    me, after = position.me, position.copy()
    after.build_road(me, path)
    if after.longest_road_seat == me != position.longest_road_seat:
        return msg("bot.why.road.title", seat=me)
    before, now = reachable_corners(position, me), reachable_corners(after, me)
    nearer = [corner for corner, roads in now.items() if roads < before.get(corner, 9)]
    if nearer:
        best = max(nearer, key=lambda corner: (position.board.corner_appeal[corner] / (2 + now[corner]), -corner))
        return msg("bot.why.road.to", seat=me, place=place_name(position, best))
    return msg("bot.why.road", seat=me)


def explain_knight(position: Position) -> Msg:
    me, after = position.me, position.copy()
    after.play_knight(me)
    if after.largest_army_seat == me != position.largest_army_seat:
        return msg("bot.why.knight.title", seat=me)
    corners = position.board.graph.corners_of[position.robber_hex] if position.robber_hex != NOBODY else ()
    if any(position.corner_owner[corner] == me for corner in corners):
        return msg("bot.why.knight.home", seat=me)
    return msg("bot.why.knight", seat=me)


def explain_robber(position: Position, hex_: int, victim: int, is_kind: bool = False) -> Msg:
    """Explain by the player who is blocked: the leader, somebody it hardly hurts, or anyone with that number."""
    me, number = position.me, position.board.hex_number[hex_]
    there = {position.corner_owner[corner] for corner in position.board.graph.corners_of[hex_]} - {NOBODY, me}
    people = sorted(there & set(position.active_seats))
    if victim == NOBODY and (not people or not number):
        return msg("bot.why.robber.nobody", seat=me)
    if not number:
        return msg("bot.why.robber.desert", seat=me, other=victim)
    other = max(people, key=lambda seat: (position.points[seat], -seat)) if victim == NOBODY else victim
    return msg(_robber_reason(position, other, number, is_kind), seat=me, other=other, place=str(number))


def _robber_reason(position: Position, other: int, number: int, is_kind: bool) -> str:
    if is_kind:
        return "bot.why.robber.mild"
    points = [position.points[seat] for seat in position.active_seats if seat != other]
    if position.points[other] > max(points):
        return "bot.why.robber.leader"
    is_level = {position.points[other]} == set(points)
    return "bot.why.robber.level" if is_level and number in FREQUENT_NUMBERS else "bot.why.robber"


UNCERTAIN_STEPS = ("card", "monopoly")  # steps after which the bot must observe again
EventsAndReasons = list[tuple[events.AnyFact, Msg]]


def plan_events(observation: Observation, position: Position, plan: Plan) -> EventsAndReasons:
    planned: EventsAndReasons = []
    for step in plan:
        purpose = f".{step.kind}" if step.kind in PURCHASES else ""
        for giver, count, kind in step.trades:
            give, receive = {RESOURCES[giver]: count}, {RESOURCES[kind]: 1}
            trade = events.BankTraded(seat=observation.seat, give=give, receive=receive)
            planned.append((trade, msg(f"bot.why.trade{purpose}", seat=position.me)))
        planned += _step_events(observation, position, step)
        if step.kind in UNCERTAIN_STEPS:
            break
        position = after_step(position, step)
    return planned


def _step_events(observation: Observation, position: Position, step: PlanStep) -> EventsAndReasons:
    me, graph = observation.seat, position.board.graph
    if step.kind == "city":
        return [(events.CityBuilt(seat=me, at=graph.corners[step.at]), explain_city(position, step.at))]
    if step.kind == "settlement":
        return [(events.SettlementBuilt(seat=me, at=graph.corners[step.at]), explain_corner(position, step.at))]
    if step.kind == "road":
        return [(events.RoadBuilt(seat=me, at=graph.paths[step.at]), explain_road(position, step.at))]
    if step.kind == "card":
        wants_army = position.knights[me] > 0 and position.largest_army_seat != me
        reason = msg("bot.why.card.army" if wants_army else "bot.why.card", seat=me)
        return [(events.DevelopmentBought(seat=me), reason)]
    if step.kind == "plenty":
        kinds = [RESOURCES[kind] for kind in step.cards]
        plenty = events.YearOfPlentyPlayed(seat=me, cards=dict(Counter(kinds)))
        return [(plenty, msg("bot.why.plenty", seat=me, resources=list(dict.fromkeys(kinds))))]
    if step.kind == "monopoly":
        resource = RESOURCES[step.at]
        monopoly = events.MonopolyPlayed(seat=me, resource=resource, taken=_certain_holdings(observation, step.at))
        return [(monopoly, msg("bot.why.monopoly", seat=me, resource=resource))]
    if step.kind == "free_roads":
        roads = [(path, graph.paths[path]) for path in step.cards if path >= 0]
        return [
            (events.RoadBuildingPlayed(seat=me), msg("bot.why.free_roads", seat=me)),
            *((events.RoadBuilt(seat=me, at=at), explain_road(position, path)) for path, at in roads),
        ]
    return []


def _certain_holdings(observation: Observation, kind: int) -> dict[int, int]:
    """Return what others certainly hold of a resource; the real number is filled in when the card is entered."""
    hands = observation.state.hands
    if hands is None:
        return {}
    others = [seat for seat in range(len(observation.state.seats)) if seat != observation.seat]
    return {seat: least for seat in others if (least := hands.bounds(seat).low[kind])}
