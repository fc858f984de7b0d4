"""Registry of events: for each kind, how it is judged and applied, and when it is allowed."""

from collections.abc import Callable, Iterator
from functools import cache, partial
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

TurnAction = Literal["build", "trade", "card", "token"]  # what a player does in a turn besides rolling

ACTION_STEPS = frozenset({"actions", "trade", "build", "partner"})
BUILDING_STEPS = ACTION_STEPS | {"special_build"}
TRADING_STEPS = frozenset({"actions", "trade"})
CARD_STEPS = ACTION_STEPS | {"roll"}
TURN_STEPS = ACTION_STEPS | {"roll", "discard", "robber", "steal", "free_roads"}


class EventSpec(Struct, frozen=True):
    apply: Callable[[GameState, Any], GameState]
    reasons_against: Callable[[GameState, Any], Iterator[Refusal]] | None = None  # except timing
    steps: frozenset[str] | None = None  # steps in which it is regular; None for always
    by_any_seat: bool = False  # not only by the player whose turn it is
    is_allowed_after_end: bool = False
    ends_turn: bool = False  # ends the turn or the game, even if entered late
    turn_action: TurnAction | None = None
    purchase: Purchase | None = None
    is_proposable: bool = False  # players may report it about themselves
    is_allowed_in_script: bool = False  # with `script` tracking
    is_host_time: bool = False  # the time before it counts as the host's


player_event = partial(EventSpec, is_proposable=True)
build_event = partial(player_event, steps=BUILDING_STEPS, turn_action="build")
card_event = partial(player_event, steps=CARD_STEPS, turn_action="card")
token_event = partial(player_event, steps=CARD_STEPS, turn_action="token")
untracked_event = partial(EventSpec, is_allowed_in_script=True)  # does not need board and cards
setup_event = partial(untracked_event, steps=frozenset({"checklist"}), by_any_seat=True)

EVENT_SPECS: dict[type[events.Event], EventSpec] = {
    # before the game
    events.StepDone: untracked_event(checklist.apply_step_done, checklist.refuse_step_done, is_host_time=True),
    events.FirstPlayerChosen: setup_event(turns.apply_first_player, turns.refuse_first_player, is_host_time=True),
    events.SeatJoined: setup_event(seating.apply_joined, seating.refuse_joined),
    events.PlayerLeft: untracked_event(seating.apply_left, seating.refuse_left),
    # building
    events.RoadBuilt: build_event(
        building.apply_road, building.refuse_road, steps=BUILDING_STEPS | {"road", "free_roads"}, purchase="road"
    ),
    events.SettlementBuilt: build_event(
        building.apply_settlement,
        building.refuse_settlement,
        steps=BUILDING_STEPS | {"checklist", "settlement"},
        purchase="settlement",
    ),
    events.CityBuilt: build_event(building.apply_city, building.refuse_city, purchase="city"),
    events.RoadReported: EventSpec(counts_tracking.apply_road_report, counts_tracking.refuse_road_report),
    # dice and income
    events.DiceRolled: player_event(roll_and_discard.apply_roll, steps=frozenset({"roll"}), is_allowed_in_script=True),
    events.CardsGained: EventSpec(
        counts_tracking.apply_gains,
        counts_tracking.refuse_gains,
        steps=ACTION_STEPS | {"settlement", "road"},
        by_any_seat=True,
    ),
    # the seven and the robber
    events.CardsDiscarded: player_event(
        roll_and_discard.apply_discard, roll_and_discard.refuse_discard, steps=frozenset({"discard"}), by_any_seat=True
    ),
    events.RobberMoved: player_event(robber.apply_robber, robber.refuse_robber, steps=frozenset({"robber"})),
    events.CardStolen: player_event(robber.apply_theft, robber.refuse_theft, steps=frozenset({"steal"})),
    # development cards
    events.DevelopmentBought: build_event(
        development.apply_purchase, development.refuse_purchase, purchase="development"
    ),
    events.KnightPlayed: card_event(development.apply_knight, partial(development.refuse_play, kind="knight")),
    events.RoadBuildingPlayed: card_event(development.apply_road_building, development.refuse_road_building),
    events.YearOfPlentyPlayed: card_event(development.apply_plenty, development.refuse_plenty),
    events.MonopolyPlayed: card_event(development.apply_monopoly, development.refuse_monopoly),
    events.PointsRevealed: card_event(
        development.apply_points, development.refuse_points, steps=TURN_STEPS | {"over"}, is_allowed_after_end=True
    ),
    # trade
    events.BankTraded: player_event(
        trade.apply_bank_trade, trade.refuse_bank_trade, steps=TRADING_STEPS | {"partner"}, turn_action="trade"
    ),
    events.PlayersTraded: EventSpec(
        trade.apply_players_trade, trade.refuse_players_trade, steps=TRADING_STEPS, turn_action="trade"
    ),
    # Catan for Two
    events.NeutralSettlementBuilt: player_event(
        neutral_building.apply_neutral_settlement,
        neutral_building.refuse_neutral_settlement,
        steps=ACTION_STEPS | {"checklist", "settlement", "road", "roll", "neutral"},
        by_any_seat=True,
    ),
    events.NeutralRoadBuilt: player_event(
        neutral_building.apply_neutral_road, neutral_building.refuse_neutral_road, steps=frozenset({"neutral"})
    ),
    events.NeutralRoadReported: EventSpec(
        neutral_building.apply_neutral_report, neutral_building.refuse_neutral_report
    ),
    events.TokensSpent: token_event(for_two.apply_tokens_spent, for_two.refuse_tokens_spent),
    events.KnightGivenUp: token_event(for_two.apply_knight_given_up, for_two.refuse_knight_given_up),
    # turns
    events.TurnEnded: player_event(
        turns.apply_turn_ended, steps=BUILDING_STEPS, ends_turn=True, is_allowed_in_script=True
    ),
    events.VictoryDeclared: player_event(
        turns.apply_victory, turns.refuse_victory, steps=TURN_STEPS, ends_turn=True, is_allowed_in_script=True
    ),
    # the table
    events.RulesAgreed: untracked_event(agreements.apply_agreement),
    events.ClockPaused: untracked_event(agreements.leave_unchanged),
    events.ClockResumed: untracked_event(agreements.leave_unchanged),
    events.RuleChanged: untracked_event(agreements.apply_rule_change, agreements.refuse_rule_change, is_host_time=True),
    events.RulingMade: untracked_event(agreements.apply_ruling, agreements.refuse_ruling, is_host_time=True),
    events.Corrected: untracked_event(
        lambda state, event: corrections.CORRECTIONS[event.what](state, event),
        corrections.refuse_correction,
        is_allowed_after_end=True,
        is_host_time=True,
    ),
}


def spec_of(event: events.AnyFact) -> EventSpec:
    return EVENT_SPECS[type(event)]


@cache
def event_types_of(action: TurnAction) -> tuple[str, ...]:
    """Return the types of all events with this action.

    >>> event_types_of("trade")
    ('bank_traded', 'players_traded')
    """
    return tuple(str(kind.__struct_config__.tag) for kind, spec in EVENT_SPECS.items() if spec.turn_action == action)
