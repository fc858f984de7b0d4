"""The register of facts: one row a kind of event, with all that the core knows of it.

Whoever must know about a kind reads its row: what speaks against it, what it changes, when and whose it is, what it
costs, who may report it, and what closes it.
"""

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
    dice,
    for_two,
    neutral_building,
    robber,
    seating,
    trade,
    turns,
)
from narrator.core.table.cards import Purchase
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

Part = Literal["build", "trade", "card", "token"]
"""What a player does in a turn after the roll."""

ACTIONS = frozenset({"actions", "trade", "build", "partner"})
BUILDING = ACTIONS | {"special_build"}
TRADING = frozenset({"actions", "trade"})
CARD = ACTIONS | {"roll"}
ON_TURN = ACTIONS | {"roll", "discard", "robber", "steal", "free_roads"}


class Traits(Struct, frozen=True):
    """One row."""

    apply: Callable[[GameState, Any], GameState]
    refuse: Callable[[GameState, Any], Iterator[Refusal]] | None = None
    """What speaks against it besides its time."""
    when: frozenset[str] | None = None
    """The steps in which it is regular; none where it always is."""
    anybodys: bool = False
    """Whether it does not wait for the turn of whoever acted."""
    after_the_end: bool = False
    """Whether it is regular once the game is over."""
    ends: bool = False
    """Whether it still ends what it ends when it is entered late."""
    part: Part | None = None
    """What it is in a turn. A hard stop of the clock closes trading and building."""
    cost: Purchase | None = None
    proposable: bool = False
    """Whether a player may report it of themselves; a trade needs both, the rest is the host's."""
    told: bool = False
    """Whether a table that only wants to be told takes it."""
    by_host: bool = False
    """Whether the time that it took was the host's."""


FACTS: dict[type[Event], Traits] = {
    # before the game
    StepDone: Traits(checklist.apply_step_done, checklist.refuse_step_done, told=True, by_host=True),
    FirstPlayerChosen: Traits(
        turns.apply_first_player,
        turns.refuse_first_player,
        when=frozenset({"checklist"}),
        anybodys=True,
        told=True,
        by_host=True,
    ),
    SeatJoined: Traits(
        seating.apply_joined, seating.refuse_joined, when=frozenset({"checklist"}), anybodys=True, told=True
    ),
    PlayerLeft: Traits(seating.apply_left, seating.refuse_left, told=True),
    # building
    RoadBuilt: Traits(
        building.apply_road,
        building.refuse_road,
        when=BUILDING | {"road", "free_roads"},
        part="build",
        cost="road",
        proposable=True,
    ),
    SettlementBuilt: Traits(
        building.apply_settlement,
        building.refuse_settlement,
        when=BUILDING | {"checklist", "settlement"},
        part="build",
        cost="settlement",
        proposable=True,
    ),
    CityBuilt: Traits(
        building.apply_city, building.refuse_city, when=BUILDING, part="build", cost="city", proposable=True
    ),
    RoadReported: Traits(counts_tracking.apply_report, counts_tracking.refuse_report),
    # dice and income
    DiceRolled: Traits(dice.apply_roll, when=frozenset({"roll"}), proposable=True, told=True),
    CardsGained: Traits(
        counts_tracking.apply_gains,
        counts_tracking.refuse_gains,
        when=ACTIONS | {"settlement", "road"},
        anybodys=True,
    ),
    # the seven and the robber
    CardsDiscarded: Traits(
        dice.apply_discard, dice.refuse_discard, when=frozenset({"discard"}), anybodys=True, proposable=True
    ),
    RobberMoved: Traits(robber.apply_robber, robber.refuse_robber, when=frozenset({"robber"}), proposable=True),
    CardStolen: Traits(robber.apply_theft, robber.refuse_theft, when=frozenset({"steal"}), proposable=True),
    # development cards
    DevelopmentBought: Traits(
        development.apply_purchase,
        development.refuse_purchase,
        when=BUILDING,
        part="build",
        cost="development",
        proposable=True,
    ),
    KnightPlayed: Traits(development.apply_knight, development.refuse_knight, when=CARD, part="card", proposable=True),
    RoadBuildingPlayed: Traits(
        development.apply_road_building, development.refuse_road_building, when=CARD, part="card", proposable=True
    ),
    YearOfPlentyPlayed: Traits(
        development.apply_plenty, development.refuse_plenty, when=CARD, part="card", proposable=True
    ),
    MonopolyPlayed: Traits(
        development.apply_monopoly, development.refuse_monopoly, when=CARD, part="card", proposable=True
    ),
    PointsRevealed: Traits(
        development.apply_points,
        development.refuse_points,
        when=ON_TURN | {"over"},
        after_the_end=True,
        part="card",
        proposable=True,
    ),
    # trade
    BankTraded: Traits(
        trade.apply_bank_trade, trade.refuse_bank_trade, when=TRADING | {"partner"}, part="trade", proposable=True
    ),
    PlayersTraded: Traits(trade.apply_players_trade, trade.refuse_players_trade, when=TRADING, part="trade"),
    # Catan for Two
    NeutralSettlementBuilt: Traits(
        neutral_building.apply_neutral_settlement,
        neutral_building.refuse_neutral_settlement,
        when=ACTIONS | {"checklist", "settlement", "road", "roll", "neutral"},
        anybodys=True,
        proposable=True,
    ),
    NeutralRoadBuilt: Traits(
        neutral_building.apply_neutral_road,
        neutral_building.refuse_neutral_road,
        when=frozenset({"neutral"}),
        proposable=True,
    ),
    NeutralRoadReported: Traits(neutral_building.apply_neutral_report, neutral_building.refuse_neutral_report),
    TokensSpent: Traits(
        for_two.apply_tokens_spent, for_two.refuse_tokens_spent, when=CARD, part="token", proposable=True
    ),
    KnightGivenUp: Traits(
        for_two.apply_knight_given_up,
        for_two.refuse_knight_given_up,
        when=CARD,
        part="token",
        proposable=True,
    ),
    # turns
    TurnEnded: Traits(turns.apply_turn_ended, when=BUILDING, ends=True, proposable=True, told=True),
    VictoryDeclared: Traits(
        turns.apply_victory, turns.refuse_victory, when=ON_TURN, ends=True, proposable=True, told=True
    ),
    # the table
    RulesAgreed: Traits(agreements.apply_agreement, told=True),
    ClockPaused: Traits(agreements.only_on_record, told=True),
    ClockResumed: Traits(agreements.only_on_record, told=True),
    RuleChanged: Traits(agreements.apply_rule_change, agreements.refuse_rule_change, told=True, by_host=True),
    RulingMade: Traits(agreements.apply_ruling, agreements.refuse_ruling, told=True, by_host=True),
    Corrected: Traits(
        corrections.apply_correction, corrections.refuse_correction, after_the_end=True, told=True, by_host=True
    ),
}


def traits_of(event: AnyFact) -> Traits:
    return FACTS[type(event)]


@cache
def types_of(part: Part) -> tuple[str, ...]:
    """The names of the kinds that are this part of a turn.

    >>> types_of("trade")
    ('bank_traded', 'players_traded')
    """
    return tuple(str(kind.__struct_config__.tag) for kind, traits in FACTS.items() if traits.part == part)
