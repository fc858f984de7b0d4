"""Registry of events: one row per kind, with everything the core knows about it."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from narrator.core.message import Refusal
from narrator.core.play import (
    agreements,
    building,
    checklist,
    corrections,
    counts_tracking,
    development,
    for_two,
    neutral_building,
    robber,
    roll_and_discard,
    seating,
    trade,
    turns,
)
from narrator.core.table import events
from narrator.core.table.cards import Purchase
from narrator.core.table.state import GameState

Part = Literal["build", "trade", "card", "token"]  # what a player does in a turn after the roll

ACTIONS = frozenset({"actions", "trade", "build", "partner"})
BUILDING = ACTIONS | {"special_build"}
TRADING = frozenset({"actions", "trade"})
CARD = ACTIONS | {"roll"}
ON_TURN = ACTIONS | {"roll", "discard", "robber", "steal", "free_roads"}


class Traits(Struct, frozen=True):
    """One row of the registry."""

    apply: Callable[[GameState, Any], GameState]
    refuse: Callable[[GameState, Any], Iterator[Refusal]] | None = None  # reasons against it other than its time
    when: frozenset[str] | None = None  # steps in which it is regular; None for always
    any_seat: bool = False  # not bound to the turn of the acting seat
    after_the_end: bool = False  # regular once the game is over
    ends: bool = False  # ends the turn or game even if entered late
    part: Part | None = None  # a hard stop of the clock ends trading and building
    cost: Purchase | None = None
    proposable: bool = False  # players may report it about themselves; a trade needs both, the rest is the host's
    in_script: bool = False  # allowed with `script` tracking
    by_host: bool = False  # the time it took was the host's


FACTS: dict[type[events.Event], Traits] = {
    # before the game
    events.StepDone: Traits(checklist.apply_step_done, checklist.refuse_step_done, in_script=True, by_host=True),
    events.FirstPlayerChosen: Traits(
        turns.apply_first_player,
        turns.refuse_first_player,
        when=frozenset({"checklist"}),
        any_seat=True,
        in_script=True,
        by_host=True,
    ),
    events.SeatJoined: Traits(
        seating.apply_joined, seating.refuse_joined, when=frozenset({"checklist"}), any_seat=True, in_script=True
    ),
    events.PlayerLeft: Traits(seating.apply_left, seating.refuse_left, in_script=True),
    # building
    events.RoadBuilt: Traits(
        building.apply_road,
        building.refuse_road,
        when=BUILDING | {"road", "free_roads"},
        part="build",
        cost="road",
        proposable=True,
    ),
    events.SettlementBuilt: Traits(
        building.apply_settlement,
        building.refuse_settlement,
        when=BUILDING | {"checklist", "settlement"},
        part="build",
        cost="settlement",
        proposable=True,
    ),
    events.CityBuilt: Traits(
        building.apply_city, building.refuse_city, when=BUILDING, part="build", cost="city", proposable=True
    ),
    events.RoadReported: Traits(counts_tracking.apply_report, counts_tracking.refuse_report),
    # dice and income
    events.DiceRolled: Traits(roll_and_discard.apply_roll, when=frozenset({"roll"}), proposable=True, in_script=True),
    events.CardsGained: Traits(
        counts_tracking.apply_gains, counts_tracking.refuse_gains, when=ACTIONS | {"settlement", "road"}, any_seat=True
    ),
    # the seven and the robber
    events.CardsDiscarded: Traits(
        roll_and_discard.apply_discard,
        roll_and_discard.refuse_discard,
        when=frozenset({"discard"}),
        any_seat=True,
        proposable=True,
    ),
    events.RobberMoved: Traits(robber.apply_robber, robber.refuse_robber, when=frozenset({"robber"}), proposable=True),
    events.CardStolen: Traits(robber.apply_theft, robber.refuse_theft, when=frozenset({"steal"}), proposable=True),
    # development cards
    events.DevelopmentBought: Traits(
        development.apply_purchase,
        development.refuse_purchase,
        when=BUILDING,
        part="build",
        cost="development",
        proposable=True,
    ),
    events.KnightPlayed: Traits(
        development.apply_knight, development.refuse_knight, when=CARD, part="card", proposable=True
    ),
    events.RoadBuildingPlayed: Traits(
        development.apply_road_building, development.refuse_road_building, when=CARD, part="card", proposable=True
    ),
    events.YearOfPlentyPlayed: Traits(
        development.apply_plenty, development.refuse_plenty, when=CARD, part="card", proposable=True
    ),
    events.MonopolyPlayed: Traits(
        development.apply_monopoly, development.refuse_monopoly, when=CARD, part="card", proposable=True
    ),
    events.PointsRevealed: Traits(
        development.apply_points,
        development.refuse_points,
        when=ON_TURN | {"over"},
        after_the_end=True,
        part="card",
        proposable=True,
    ),
    # trade
    events.BankTraded: Traits(
        trade.apply_bank_trade, trade.refuse_bank_trade, when=TRADING | {"partner"}, part="trade", proposable=True
    ),
    events.PlayersTraded: Traits(trade.apply_players_trade, trade.refuse_players_trade, when=TRADING, part="trade"),
    # Catan for Two
    events.NeutralSettlementBuilt: Traits(
        neutral_building.apply_neutral_settlement,
        neutral_building.refuse_neutral_settlement,
        when=ACTIONS | {"checklist", "settlement", "road", "roll", "neutral"},
        any_seat=True,
        proposable=True,
    ),
    events.NeutralRoadBuilt: Traits(
        neutral_building.apply_neutral_road,
        neutral_building.refuse_neutral_road,
        when=frozenset({"neutral"}),
        proposable=True,
    ),
    events.NeutralRoadReported: Traits(neutral_building.apply_neutral_report, neutral_building.refuse_neutral_report),
    events.TokensSpent: Traits(
        for_two.apply_tokens_spent, for_two.refuse_tokens_spent, when=CARD, part="token", proposable=True
    ),
    events.KnightGivenUp: Traits(
        for_two.apply_knight_given_up, for_two.refuse_knight_given_up, when=CARD, part="token", proposable=True
    ),
    # turns
    events.TurnEnded: Traits(turns.apply_turn_ended, when=BUILDING, ends=True, proposable=True, in_script=True),
    events.VictoryDeclared: Traits(
        turns.apply_victory, turns.refuse_victory, when=ON_TURN, ends=True, proposable=True, in_script=True
    ),
    # the table
    events.RulesAgreed: Traits(agreements.apply_agreement, in_script=True),
    events.ClockPaused: Traits(agreements.only_on_record, in_script=True),
    events.ClockResumed: Traits(agreements.only_on_record, in_script=True),
    events.RuleChanged: Traits(
        agreements.apply_rule_change, agreements.refuse_rule_change, in_script=True, by_host=True
    ),
    events.RulingMade: Traits(agreements.apply_ruling, agreements.refuse_ruling, in_script=True, by_host=True),
    events.Corrected: Traits(
        corrections.apply_correction, corrections.refuse_correction, after_the_end=True, in_script=True, by_host=True
    ),
}


def traits_of(event: events.AnyFact) -> Traits:
    return FACTS[type(event)]


@cache
def types_of(part: Part) -> tuple[str, ...]:
    """Return the type names of this part of a turn.

    >>> types_of("trade")
    ('bank_traded', 'players_traded')
    """
    return tuple(str(kind.__struct_config__.tag) for kind, traits in FACTS.items() if traits.part == part)
