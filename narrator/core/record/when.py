"""When an event is regular and whose it is: one table, read as a list.

A sub-flow that the table may break off (free roads, where taking only one is allowed) also lets in what the phase
behind it lets in.
"""

from collections.abc import Iterator

from narrator.core.message import Refusal, irregular
from narrator.core.play.placement import placing_seat
from narrator.core.play.robber import chooses_desert
from narrator.core.play.script_tracking import only_tells
from narrator.core.play.sub_flows import step_for
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightGivenUp,
    KnightPlayed,
    MonopolyPlayed,
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SeatJoined,
    SettlementBuilt,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over, SettingUp, between_turns
from narrator.core.table.state import GameState, acting_seat

ACTIONS = {"actions", "trade", "build", "partner"}
BUILDING = {*ACTIONS, "special_build"}
TRADING = {"actions", "trade"}
CARD = {"roll", *ACTIONS}
ON_TURN = {"roll", "discard", "robber", "steal", "free_roads", *ACTIONS}

WHEN: dict[type, set[str]] = {
    FirstPlayerChosen: {"checklist"},
    SeatJoined: {"checklist"},
    SettlementBuilt: {"checklist", "settlement", *BUILDING},
    RoadBuilt: {"road", "free_roads", *BUILDING},
    CityBuilt: BUILDING,
    DevelopmentBought: BUILDING,
    NeutralSettlementBuilt: {"checklist", "settlement", "road", "roll", "neutral", *ACTIONS},
    NeutralRoadBuilt: {"neutral"},
    TokensSpent: CARD,
    KnightGivenUp: CARD,
    DiceRolled: {"roll"},
    CardsGained: {"settlement", "road", *ACTIONS},
    CardsDiscarded: {"discard"},
    RobberMoved: {"robber"},
    CardStolen: {"steal"},
    KnightPlayed: CARD,
    RoadBuildingPlayed: CARD,
    YearOfPlentyPlayed: CARD,
    MonopolyPlayed: CARD,
    PointsRevealed: {*ON_TURN, "over"},
    BankTraded: {*TRADING, "partner"},
    PlayersTraded: TRADING,
    TurnEnded: BUILDING,
    VictoryDeclared: ON_TURN,
}
"""Steps in which each kind is regular; what is not listed is always."""

ANYBODYS = {FirstPlayerChosen, SeatJoined, CardsDiscarded, CardsGained, NeutralSettlementBuilt}
"""Kinds that do not wait for the turn of whoever acted."""
AFTER_THE_END = {"points_revealed", "corrected", "amended", "taken_back"}


def timing_refusals(state: GameState, event: AnyFact) -> Iterator[Refusal]:
    """Whether this may happen now, by this seat."""
    if isinstance(state.phase, Over):
        if event.type not in AFTER_THE_END:
            yield irregular("game.over")
        return
    kind = type(event)
    steps = WHEN.get(kind)
    if steps is None:
        return
    if isinstance(event, RobberMoved) and chooses_desert(state):
        return
    if not only_tells(state) and step_for(state, kind) not in steps and not is_late_income(state, event):
        yield irregular("step.not_now", event=event.type, now=state.phase.step)
    seat = getattr(event, "seat", None)
    if kind in ANYBODYS or seat is None:
        return
    if isinstance(event, PlayersTraded) and event.partner == state.turn:
        return
    if isinstance(event, VictoryDeclared) and state.rules.win_on_whose_turn == "any":
        return
    if only_tells(state) and state.phase.phase != "turn":
        return
    whose = placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)
    if seat != whose:
        between = between_turns(state.phase) is not None
        yield irregular("part.not_yours" if between else "turn.not_yours", seat=seat, turn=whose)


def is_late_income(state: GameState, event: AnyFact) -> bool:
    """Forgotten income that the table still pays: before the next player has rolled. Between the two rolls of Catan for
    Two it is not even late."""
    if not isinstance(event, CardsGained) or state.phase.step != "roll":
        return False
    return is_between_rolls(state) or (state.rules.late_income == "until_next_roll" and state.roll is not None)


def is_between_rolls(state: GameState) -> bool:
    return state.phase.step == "roll" and bool(state.rolls)
