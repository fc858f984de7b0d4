"""Applying: one event in, the next state out. Trusts its caller to have judged the event."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

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
from narrator.core.play import roll as dice
from narrator.core.play import trade_tokens as tokens
from narrator.core.play.sub_flows import OPEN_ENDED, broken_off
from narrator.core.play.winning import crown
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    ClockPaused,
    ClockResumed,
    Corrected,
    DevelopmentBought,
    DiceRolled,
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
    RulesAgreed,
    RulingMade,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState

from .when import WHEN

Apply = Callable[[GameState, Any], GameState]

APPLIES: dict[type, Apply] = {
    StepDone: checklist.apply_step_done,
    FirstPlayerChosen: turns.apply_first_player,
    SeatJoined: seating.apply_joined,
    PlayerLeft: seating.apply_left,
    SettlementBuilt: building.apply_settlement,
    RoadBuilt: building.apply_road,
    CityBuilt: building.apply_city,
    RoadReported: counting.apply_report,
    DiceRolled: dice.apply_roll,
    CardsGained: counting.apply_gains,
    CardsDiscarded: seven.apply_discard,
    RobberMoved: robber.apply_robber,
    CardStolen: robber.apply_theft,
    DevelopmentBought: development.apply_purchase,
    KnightPlayed: development.apply_knight,
    RoadBuildingPlayed: development.apply_road_building,
    YearOfPlentyPlayed: development.apply_plenty,
    MonopolyPlayed: development.apply_monopoly,
    PointsRevealed: development.apply_points,
    BankTraded: trade.apply_bank_trade,
    PlayersTraded: trade.apply_players_trade,
    NeutralSettlementBuilt: neutral_building.apply_neutral_settlement,
    NeutralRoadBuilt: neutral_building.apply_neutral_road,
    NeutralRoadReported: neutral_building.apply_neutral_report,
    TokensSpent: tokens.apply_tokens_spent,
    KnightGivenUp: tokens.apply_knight_given_up,
    TurnEnded: turns.apply_turn_ended,
    VictoryDeclared: turns.apply_victory,
    RulesAgreed: conduct.apply_agreement,
    ClockPaused: conduct.only_on_record,
    ClockResumed: conduct.only_on_record,
    RuleChanged: conduct.apply_rule_change,
    RulingMade: conduct.apply_ruling,
    Corrected: corrections.apply_correction,
}


ENDINGS = (TurnEnded, VictoryDeclared)
"""Entered late, these still end what they end."""


def apply(state: GameState, event: AnyFact) -> GameState:
    """The table after this event. What is entered after the end changes counts, never the winner."""
    kind = type(event)
    if event.late and kind in WHEN and kind not in ENDINGS and state.phase.phase == "turn":
        after = _counted_late(state, APPLIES[kind](state, event))
    else:
        after = APPLIES[kind](_broken_off(state, event), event)
    if isinstance(state.phase, Over) and kind is not Corrected:
        return replace(after, phase=state.phase, turn=state.turn, round=state.round, seq=state.seq + 1)
    return replace(crown(after), seq=state.seq + 1)


def _counted_late(state: GameState, after: GameState) -> GameState:
    """What happened earlier counts, but the turn goes on where it is; who owes what after a seven is seen anew."""
    return seven.reopen_seven(replace(after, phase=state.phase, turn=state.turn, round=state.round))


def _broken_off(state: GameState, event: AnyFact) -> GameState:
    """Whatever else happens in a turn ends a sub-flow that nobody has to finish."""
    if isinstance(state.phase, OPEN_ENDED) and _acts(event):
        return replace(state, phase=broken_off(state, type(event)))
    return state


def _acts(event: AnyFact) -> bool:
    """Whether this is something that a player does in a turn, rather than talk about rules or counts."""
    return type(event) in WHEN or (isinstance(event, StepDone) and event.step == "trade")
