"""How each kind of event is told: one row a kind, its sentences and the few words that name it on a button."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.play.trade import is_untold
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
    Event,
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
from narrator.core.table.state import GameState

from . import building, development, for_two, robber, roll, table, trade, turns


class Telling(Struct, frozen=True):
    """One row."""

    tell: Callable[[Any, GameState, GameState], Iterator[Msg]]
    """What happened, as whole sentences, from the table before and after."""
    about: Callable[[Any], dict[str, Any]] = lambda event: {}
    """What its short name says besides who acted."""
    variant: Callable[[Any], str] = lambda event: ""
    """Which of several short names it has."""


TELLINGS: dict[type[Event], Telling] = {
    StepDone: Telling(turns.tell_step_done),
    FirstPlayerChosen: Telling(turns.tell_first_player),
    SeatJoined: Telling(turns.tell_joined),
    PlayerLeft: Telling(turns.tell_left),
    SettlementBuilt: Telling(building.tell_settlement),
    RoadBuilt: Telling(building.tell_road),
    CityBuilt: Telling(building.tell_city),
    RoadReported: Telling(building.tell_road_length),
    DiceRolled: Telling(roll.tell_roll, lambda event: {"total": event.sum}),
    CardsGained: Telling(roll.tell_gains),
    CardsDiscarded: Telling(robber.tell_discard, lambda event: {"n": event.count or sum((event.cards or {}).values())}),
    RobberMoved: Telling(robber.tell_robber),
    CardStolen: Telling(
        robber.tell_theft,
        lambda event: {} if event.victim is None else {"other": event.victim},
        lambda event: "nobody" if event.victim is None else "",
    ),
    DevelopmentBought: Telling(development.tell_purchase),
    KnightPlayed: Telling(development.tell_knight),
    RoadBuildingPlayed: Telling(development.tell_road_building),
    YearOfPlentyPlayed: Telling(development.tell_plenty),
    MonopolyPlayed: Telling(development.tell_monopoly, lambda event: {"resource": event.resource}),
    PointsRevealed: Telling(development.tell_points, lambda event: {"n": event.count}),
    BankTraded: Telling(trade.tell_bank_trade, lambda event: {"give": event.give, "take": event.receive}),
    PlayersTraded: Telling(
        trade.tell_players_trade,
        lambda event: {"other": event.partner},
        lambda event: "untold" if is_untold(event) else "",
    ),
    NeutralSettlementBuilt: Telling(for_two.tell_neutral_settlement, lambda event: {"colour": event.colour}),
    NeutralRoadBuilt: Telling(for_two.tell_neutral_road, lambda event: {"colour": event.colour}),
    NeutralRoadReported: Telling(for_two.tell_neutral_report, lambda event: {"colour": event.colour}),
    TokensSpent: Telling(for_two.tell_tokens_spent, variant=lambda event: str(event.action)),
    KnightGivenUp: Telling(for_two.tell_knight_given_up),
    TurnEnded: Telling(turns.tell_turn_ended),
    VictoryDeclared: Telling(turns.tell_victory),
    RulesAgreed: Telling(table.tell_agreement),
    ClockPaused: Telling(table.tell_break),
    ClockResumed: Telling(table.tell_break),
    RuleChanged: Telling(table.tell_rule_change, lambda event: {"rule": event.key}),
    RulingMade: Telling(table.tell_ruling),
    Corrected: Telling(table.tell_correction, table.name_correction, lambda event: str(event.what)),
}


def telling_of(event: AnyFact) -> Telling:
    return TELLINGS[type(event)]
