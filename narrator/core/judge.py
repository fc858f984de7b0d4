"""Judging: every reason against an event, before anything changes."""

from collections.abc import Callable, Iterator
from typing import Any

from . import building, checklist, conduct, corrections, counting, development, dice, robber, seating, trade, turns
from .counting import field_refusals
from .events import (
    AnyEvent,
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    FirstPlayerChosen,
    KnightPlayed,
    MonopolyPlayed,
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    RuleChanged,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from .message import Refusal, impossible
from .state import GameState
from .telling import telling_refusals
from .timing import timing_refusals

Judge = Callable[[GameState, Any], Iterator[Refusal]]

JUDGES: dict[type, Judge] = {
    StepDone: checklist.refuse_step_done,
    FirstPlayerChosen: turns.refuse_first_player,
    SeatJoined: seating.refuse_joined,
    PlayerLeft: seating.refuse_left,
    SettlementBuilt: building.refuse_settlement,
    RoadBuilt: building.refuse_road,
    CityBuilt: building.refuse_city,
    RoadReported: counting.refuse_report,
    CardsGained: counting.refuse_gains,
    CardsDiscarded: dice.refuse_discard,
    RobberMoved: robber.refuse_robber,
    CardStolen: robber.refuse_theft,
    DevelopmentBought: development.refuse_purchase,
    KnightPlayed: development.refuse_knight,
    RoadBuildingPlayed: development.refuse_road_building,
    YearOfPlentyPlayed: development.refuse_plenty,
    MonopolyPlayed: development.refuse_monopoly,
    PointsRevealed: development.refuse_points,
    BankTraded: trade.refuse_bank_trade,
    PlayersTraded: trade.refuse_players_trade,
    VictoryDeclared: turns.refuse_victory,
    RuleChanged: conduct.refuse_rule_change,
    Corrected: corrections.refuse_correction,
}
"""Kinds without a judge have nothing to say against them but their time."""


def refusals(state: GameState, event: AnyFact) -> tuple[Refusal, ...]:
    """Every reason against this event now; empty where it is regular. `late` events are not judged by time and turn."""
    strangers = _strangers(state, event)
    if strangers:
        return tuple(impossible("seat.unknown", seat=seat) for seat in strangers)
    misplaced = (*telling_refusals(state, event), *field_refusals(state, event))
    if misplaced:
        return misplaced
    found: list[Refusal] = [] if event.late else list(timing_refusals(state, event))
    judge = JUDGES.get(type(event))
    if judge is not None:
        found.extend(judge(state, event))
    return tuple(found)


def _strangers(state: GameState, event: AnyFact) -> list[int]:
    """Seats that nobody sits on."""
    if isinstance(event, SeatJoined):
        return []
    named = (getattr(event, "seat", None), getattr(event, "victim", None), getattr(event, "partner", None))
    return [seat for seat in named if seat is not None and seat >= len(state.seats)]


def standing(state: GameState, event: AnyFact) -> tuple[Refusal, ...]:
    """The reasons that keep an event out of this state."""
    return keeping_out(event, refusals(state, event))


def keeping_out(event: AnyEvent, reasons: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Of all reasons, those that keep an event out: where the host let it stand, only the impossible ones."""
    return tuple(reason for reason in reasons if reason.kind == "impossible") if event.waived else reasons
