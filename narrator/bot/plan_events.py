"""From a plan in flat numbers to events, each with its reason."""

from narrator.bot import explanations
from narrator.bot.observation import Observation
from narrator.bot.position import Position
from narrator.bot.turns import Plan, Step, stepped
from narrator.core.message import Msg
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CityBuilt,
    DevelopmentBought,
    MonopolyPlayed,
    RoadBuildingPlayed,
    RoadBuilt,
    SettlementBuilt,
    YearOfPlentyPlayed,
)

OPEN_ENDED = ("card", "monopoly")
"""Steps after which one has to look again."""
Told = tuple[list[AnyFact], list[Msg]]


def plan_events(observation: Observation, position: Position, plan: Plan) -> Told:
    """The events of a plan, up to the first whose outcome nobody knows."""
    events: list[AnyFact] = []
    reasons: list[Msg] = []
    for step in plan:
        for giver, count, kind in step.trades:
            events.append(
                BankTraded(seat=observation.seat, give={RESOURCES[giver]: count}, receive={RESOURCES[kind]: 1}),
            )
            reasons.append(explanations.of_trade(position, step))
        done, said = _of_step(observation, position, step)
        events += done
        reasons += said
        if step.kind in OPEN_ENDED:
            break
        position = stepped(position, step)
    return events, reasons


def _of_step(observation: Observation, position: Position, step: Step) -> Told:
    me, places = observation.seat, position.ground.places
    if step.kind == "city":
        return [CityBuilt(seat=me, at=places.corners[step.at])], [explanations.of_city(position, step.at)]
    if step.kind == "settlement":
        return [SettlementBuilt(seat=me, at=places.corners[step.at])], [explanations.of_corner(position, step.at)]
    if step.kind == "road":
        return [RoadBuilt(seat=me, at=places.paths[step.at])], [explanations.of_road(position, step.at)]
    if step.kind == "card":
        return [DevelopmentBought(seat=me)], [explanations.of_card(position)]
    if step.kind == "plenty":
        counts = [0] * 5
        for kind in step.cards:
            counts[kind] += 1
        return [YearOfPlentyPlayed(seat=me, cards=Cards(*counts).counts())], [explanations.of_plenty(position, step)]
    if step.kind == "monopoly":
        event = MonopolyPlayed(seat=me, resource=RESOURCES[step.at], taken=_certain(observation, step.at))
        return [event], [explanations.of_monopoly(position, step)]
    if step.kind == "free_roads":
        roads = [path for path in step.cards if path >= 0]
        events: list[AnyFact] = [RoadBuildingPlayed(seat=me)]
        events += [RoadBuilt(seat=me, at=places.paths[path]) for path in roads]
        return events, [explanations.of_free_roads(position), *(explanations.of_road(position, path) for path in roads)]
    return [], []


def _certain(observation: Observation, kind: int) -> dict[int, int]:
    """What others surely hold of a kind: whoever enters the card puts what they really hand over."""
    hands = observation.state.hands
    if hands is None:
        return {}
    others = [seat for seat in range(len(observation.state.seats)) if seat != observation.seat]
    return {seat: least for seat in others if (least := hands.bounds(seat).low[kind])}
