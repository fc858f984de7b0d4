"""Judging: every reason against an event, before anything changes."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

from narrator.core.message import Refusal, impossible
from narrator.core.play import agreements as conduct
from narrator.core.play import (
    building,
    checklist,
    corrections,
    development,
    neutral_building,
    robber,
    seating,
    seven,
    trade,
    turns,
)
from narrator.core.play import counts_tracking as counting
from narrator.core.play import trade_tokens as tokens
from narrator.core.play.counts_tracking import field_refusals
from narrator.core.play.script_tracking import telling_refusals
from narrator.core.table.events import (
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
    KnightGivenUp,
    KnightPlayed,
    MonopolyPlayed,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
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
    TokensSpent,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState

from .when import timing_refusals

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
    CardsDiscarded: seven.refuse_discard,
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
    NeutralSettlementBuilt: neutral_building.refuse_neutral_settlement,
    NeutralRoadBuilt: neutral_building.refuse_neutral_road,
    NeutralRoadReported: neutral_building.refuse_neutral_report,
    TokensSpent: tokens.refuse_tokens_spent,
    KnightGivenUp: tokens.refuse_knight_given_up,
    VictoryDeclared: turns.refuse_victory,
    RuleChanged: conduct.refuse_rule_change,
    Corrected: corrections.refuse_correction,
}
"""Kinds without a judge have nothing to say against them but their time."""


NAMING_SEATS: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in ("seat", "victim", "partner") if field in kind.__struct_fields__)
    for kind in get_args(AnyFact)
    if kind is not SeatJoined  # who may sit down where is a question of its own
}
NAMING_SEATS[SeatJoined] = ()


def refusals(state: GameState, event: AnyFact) -> tuple[Refusal, ...]:
    """Every reason against this event now; empty where it is regular. `late` events are not judged by time and turn."""
    misplaced = [*_stranger_refusals(state, event), *telling_refusals(state, event), *field_refusals(state, event)]
    if misplaced:
        return tuple(misplaced)
    found: list[Refusal] = [] if event.late else list(timing_refusals(state, event))
    judge = JUDGES.get(type(event))
    if judge is not None:
        found.extend(judge(state, event))
    return tuple(found)


def _stranger_refusals(state: GameState, event: AnyFact) -> Iterator[Refusal]:
    """Seats that nobody sits on."""
    for field in NAMING_SEATS[type(event)]:
        seat = getattr(event, field)
        if seat is not None and seat >= len(state.seats):
            yield impossible("seat.unknown", seat=seat)


def standing(state: GameState, event: AnyFact) -> tuple[Refusal, ...]:
    """The reasons that keep an event out of this state."""
    return keeping_out(event, refusals(state, event))


def keeping_out(event: AnyEvent, reasons: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Of all reasons, those that keep an event out: where the host let it stand, only the impossible ones."""
    return tuple(reason for reason in reasons if reason.kind == "impossible") if event.waived else reasons
