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
from narrator.script.announcements import building, development, for_two, robber, roll, table, trade, turns


class Announcement(Struct, frozen=True):
    """One row."""

    tell: Callable[[Any, GameState, GameState], Iterator[Msg]]
    """What happened, as whole sentences, from the table before and after."""
    about: Callable[[Any], dict[str, Any]] = lambda event: {}
    """What its short name says besides who acted."""
    variant: Callable[[Any], str] = lambda event: ""
    """Which of several short names it has."""


ANNOUNCEMENTS: dict[type[Event], Announcement] = {
    StepDone: Announcement(turns.tell_step_done),
    FirstPlayerChosen: Announcement(turns.tell_first_player),
    SeatJoined: Announcement(turns.tell_joined),
    PlayerLeft: Announcement(turns.tell_left),
    SettlementBuilt: Announcement(building.tell_settlement),
    RoadBuilt: Announcement(building.tell_road),
    CityBuilt: Announcement(building.tell_city),
    RoadReported: Announcement(building.tell_road_length),
    DiceRolled: Announcement(roll.tell_roll, lambda event: {"total": event.sum}),
    CardsGained: Announcement(roll.tell_gains),
    CardsDiscarded: Announcement(
        robber.tell_discard, lambda event: {"n": event.count or sum((event.cards or {}).values())}
    ),
    RobberMoved: Announcement(robber.tell_robber),
    CardStolen: Announcement(
        robber.tell_theft,
        lambda event: {} if event.victim is None else {"other": event.victim},
        lambda event: "nobody" if event.victim is None else "",
    ),
    DevelopmentBought: Announcement(development.tell_purchase),
    KnightPlayed: Announcement(development.tell_knight),
    RoadBuildingPlayed: Announcement(development.tell_road_building),
    YearOfPlentyPlayed: Announcement(development.tell_plenty),
    MonopolyPlayed: Announcement(development.tell_monopoly, lambda event: {"resource": event.resource}),
    PointsRevealed: Announcement(development.tell_points, lambda event: {"n": event.count}),
    BankTraded: Announcement(trade.tell_bank_trade, lambda event: {"give": event.give, "take": event.receive}),
    PlayersTraded: Announcement(
        trade.tell_players_trade,
        lambda event: {"other": event.partner},
        lambda event: "untold" if is_untold(event) else "",
    ),
    NeutralSettlementBuilt: Announcement(for_two.tell_neutral_settlement, lambda event: {"colour": event.colour}),
    NeutralRoadBuilt: Announcement(for_two.tell_neutral_road, lambda event: {"colour": event.colour}),
    NeutralRoadReported: Announcement(for_two.tell_neutral_report, lambda event: {"colour": event.colour}),
    TokensSpent: Announcement(for_two.tell_tokens_spent, variant=lambda event: str(event.action)),
    KnightGivenUp: Announcement(for_two.tell_knight_given_up),
    TurnEnded: Announcement(turns.tell_turn_ended),
    VictoryDeclared: Announcement(turns.tell_victory),
    RulesAgreed: Announcement(table.tell_agreement),
    ClockPaused: Announcement(table.tell_break),
    ClockResumed: Announcement(table.tell_break),
    RuleChanged: Announcement(table.tell_rule_change, lambda event: {"rule": event.key}),
    RulingMade: Announcement(table.tell_ruling),
    Corrected: Announcement(table.tell_correction, table.name_correction, lambda event: str(event.what)),
}


def announcement_of(event: AnyFact) -> Announcement:
    return ANNOUNCEMENTS[type(event)]
