"""Legal choices: every finite choice as an event, and the kinds of events that need values from the table.

Candidates come from the state and are offered only if `refusals` finds nothing against them, so there is one set of
rules. They come in groups that are legal or illegal together: roads, for example, are generated only where a road may
be built, so any other objection (time, price, no pieces left) applies to all, and judging one is enough.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from msgspec import Struct

from narrator.core.play.card_moves import bank_gives, most_in_bank
from narrator.core.play.checklist import SCRIPT_STEPS, checklist_of, is_script_only
from narrator.core.play.counts_tracking import to_measure
from narrator.core.play.development import playable_cards, plenty_due
from narrator.core.play.neutral_building import missing_colours
from narrator.core.play.placement import first_settlement_spots, is_placement, placing_seat
from narrator.core.play.robber import chooses_desert, robber_spots
from narrator.core.play.spots import (
    free_corners,
    neutral_road_spots,
    neutral_settlement_spots,
    road_spots,
    settlement_spots,
)
from narrator.core.play.trade import rates
from narrator.core.play.turns import step_for
from narrator.core.record.rules import is_between_rolls, is_time_for, refusals
from narrator.core.table import phase as phases
from narrator.core.table.cards import RESOURCES, Cards, Resource, some
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
    SettlementBuilt,
    StepDone,
    TokensSpent,
    Touch,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState, acting_seat, active_seats, is_neutral, mode_of, neutral_colours, owner

Alike = list[AnyFact]  # events that are legal or illegal together
# year of plenty: possible draws by number of cards
PLENTY: tuple[list[Cards], ...] = (
    [],
    [some(one) for one in RESOURCES],
    [some(one).plus(some(other)) for one, other in combinations_with_replacement(RESOURCES, 2)],
)


class OpenKind(Struct, frozen=True):
    """A kind of event that needs values: for which seat, and what is known about its fields."""

    type: str
    seat: int
    fields: dict[str, Any]


class Choices(Struct, frozen=True):
    events: tuple[AnyFact, ...]
    open: tuple[OpenKind, ...]


def choices(state: GameState) -> Choices:
    return Choices(legal_events(state), open_kinds(state))


def legal_events(state: GameState) -> tuple[AnyFact, ...]:
    """Return every finite choice that is regular now."""
    found: list[AnyFact] = []
    for alike in _candidates(state):
        if alike and not refusals(state, alike[0]):
            found += alike
    return tuple(found)


def _each(candidates: Iterable[AnyFact]) -> Iterator[Alike]:
    """Group events that must be judged one by one."""
    return ([event] for event in candidates)


def _candidates(state: GameState) -> Iterator[Alike]:
    """Yield more than enough events for the current step."""
    phase = state.phase
    if is_script_only(state):
        yield from _each(StepDone(step=step) for step in SCRIPT_STEPS)
    yield from neutral_choices(state)
    if isinstance(phase, phases.SettingUp):
        yield from _each(StepDone(step=step) for step in checklist_of(state) if step not in state.done)
        if state.game.board is not None and chooses_desert(state):
            deserts = state.game.board.deserts()
            yield from _each(RobberMoved(seat=placing_seat(state), to=at) for at in deserts)
        yield from _each(FirstPlayerChosen(seat=seat) for seat in active_seats(state))
        yield _settlements(state, placing_seat(state))
    elif isinstance(phase, phases.PlacingSettlement):
        yield _settlements(state, state.turn)
    elif isinstance(phase, phases.PlacingRoad):
        yield from _each(_roads(state, state.turn))
    elif isinstance(phase, phases.Over):
        yield from _each(event for seat in active_seats(state) for event in _points(state, seat))
    else:
        yield from _of_turn(state, acting_seat(state))


def _of_turn(state: GameState, seat: int) -> Iterator[Alike]:
    if is_time_for(state, DiceRolled):
        yield [DiceRolled(seat=seat, total=total) for total in range(2, 13)]
    yield from _robber(state, seat)
    if is_time_for(state, RoadBuilt):
        yield _roads(state, seat)
    if is_time_for(state, SettlementBuilt):
        yield _settlements(state, seat)
        yield _cities(state, seat)
        yield [DevelopmentBought(seat=seat)]
    if is_time_for(state, KnightPlayed) and playable_cards(state, seat):
        yield [KnightPlayed(seat=seat)]
        yield [RoadBuildingPlayed(seat=seat)]
        yield _plenty(state, seat)
    yield from _each(_points(state, seat))
    if mode_of(state).tokens and is_time_for(state, TokensSpent):
        yield [TokensSpent(seat=seat, action="forced_trade")]
        yield [TokensSpent(seat=seat, action="robber_home")]
        yield [KnightGivenUp(seat=seat)]
    if step_for(state, StepDone) == "trade":
        yield [StepDone(step="trade")]
    if is_time_for(state, TurnEnded):
        yield [TurnEnded(seat=seat)]
    yield [VictoryDeclared(seat=seat)]


def _settlements(state: GameState, seat: int) -> Alike:
    if state.game.board is None:
        return [SettlementBuilt(seat=seat)]
    spots = first_settlement_spots(state, seat) if is_placement(state) else settlement_spots(state, seat)
    return [SettlementBuilt(seat=seat, at=at) for at in spots]


def _roads(state: GameState, seat: int) -> Alike:
    if state.game.board is None:
        return [RoadBuilt(seat=seat)]
    return [RoadBuilt(seat=seat, at=path) for path in road_spots(state, seat)]


def _cities(state: GameState, seat: int) -> Alike:
    if state.game.board is None:
        return [CityBuilt(seat=seat, settlement=k + 1) for k in range(state.seats[seat].settlements)]
    return [CityBuilt(seat=seat, at=at) for at, b in state.buildings.items() if b.seat == seat and not b.city]


def _robber(state: GameState, seat: int) -> Iterator[Alike]:
    if isinstance(state.phase, phases.Stealing):
        yield from _each(CardStolen(seat=seat, victim=victim) for victim in (*state.phase.victims, None))
    elif is_time_for(state, RobberMoved):
        if state.game.board is None:
            yield from _each(RobberMoved(seat=seat, blocks=touch) for touch in (*known_touches(state), None))
        else:
            yield [RobberMoved(seat=seat, to=at) for at in robber_spots(state, seat)]


def known_touches(state: GameState) -> list[Touch]:
    """Without a board: return the hexes that buildings touch, as far as they were entered."""
    touches = {t for seat in state.seats for site in seat.sites for t in site.touches or ()}
    return sorted(touches, key=lambda touch: (RESOURCES.index(touch.resource), touch.number))


def _plenty(state: GameState, seat: int) -> Alike:
    """Return everything the bank can give, as many cards as it must."""
    wishes = PLENTY[plenty_due(state)]
    if state.rules.plenty_short != "forfeit_missing":
        wishes = [wish for wish in wishes if bank_gives(state, wish)]
    return [YearOfPlentyPlayed(seat=seat, cards=wish.counts()) for wish in wishes]


def _points(state: GameState, seat: int) -> Iterator[AnyFact]:
    held = min(state.seats[seat].development_cards, state.game.box.development["points"])
    yield from (PointsRevealed(seat=seat, count=count) for count in range(1, held + 1))


def open_kinds(state: GameState) -> tuple[OpenKind, ...]:
    """Return the kinds of events that are regular now but need values: how many, which, with whom."""
    return tuple(_open_kinds(state))


def _open_kinds(state: GameState) -> Iterator[OpenKind]:
    phase, seat = state.phase, acting_seat(state)
    if isinstance(phase, phases.Discarding):
        for number, count in sorted(phase.owed.items()):
            against = refusals(state, CardsDiscarded(seat=number, count=count))
            if all(reason.code == "discard.name_cards" for reason in against):
                drawn = state.game.cards == "app" and state.rules.discard_choice == "random"
                yield OpenKind("cards_discarded", number, {"count": count} if drawn else {"cards": {"total": count}})
    if phase.phase != "turn":
        return
    if not refusals(state, MonopolyPlayed(seat=seat, resource="ore", taken={})):
        others = [number for number in active_seats(state) if number != seat]
        taken = {} if state.game.cards == "app" else {"from": others}
        yield OpenKind("monopoly_played", seat, {"resource": list(RESOURCES), "taken": taken})
    if is_time_for(state, BankTraded):
        hand = state.seats[seat].hand
        offers = _bank_offers(state, seat)
        if offers and hand >= min(offers.values()) and _in_stock(state):
            yield OpenKind("bank_traded", seat, {"give": offers, "receive": _in_stock(state)})
    if is_time_for(state, PlayersTraded) and state.game.cards == "table":  # else both say so on their phones
        hand = state.seats[seat].hand
        partners = [number for number in active_seats(state) if number != seat and state.seats[number].hand]
        if state.rules.domestic_trade == "on" and hand and partners:
            yield OpenKind("players_traded", seat, {"partner": partners, "give": {}, "receive": {}})
    for number in to_measure(state):
        length = {"most": owner(state, number).roads}
        if is_neutral(number):
            yield OpenKind("neutral_road_reported", seat, {"colour": owner(state, number).colour, "length": length})
        else:
            yield OpenKind("road_reported", number, {"length": length})
    vague = any(site.touches is None for seat_ in state.seats for site in seat_.sites)
    if vague and (is_time_for(state, CardsGained) or is_between_rolls(state)):
        yield OpenKind("cards_gained", seat, {"gains": {}})


def _bank_offers(state: GameState, seat: int) -> dict[Resource, int]:
    """Return the best rate of each resource; if the app deals, only of those the hand may hold."""
    offers = {resource: rates(state, seat, resource)[0] for resource in RESOURCES}
    if state.game.cards == "table" or state.hands is None:
        return offers
    most = state.hands.bounds(seat).high
    return {resource: rate for resource, rate in offers.items() if most.of(resource) >= rate}


def _in_stock(state: GameState) -> list[str]:
    if state.rules.bank_limit == "unlimited":
        return list(RESOURCES)
    return [resource for resource in RESOURCES if most_in_bank(state).of(resource)]


def neutral_choices(state: GameState) -> Iterator[list[AnyFact]]:
    """Yield the neutral colours' first settlements during placement, and the piece that follows a player's own."""
    for colour in missing_colours(state) if is_placement(state) else ():
        if state.game.board is None:
            yield [NeutralSettlementBuilt(colour=colour)]
        else:
            yield [NeutralSettlementBuilt(colour=colour, at=at) for at in free_corners(state)]
    if not isinstance(state.phase, phases.PlacingNeutral):
        return
    seat = acting_seat(state)
    if state.game.board is None:
        for colour in neutral_colours(state):
            yield [NeutralSettlementBuilt(seat=seat, colour=colour)]
            yield [NeutralRoadBuilt(seat=seat, colour=colour)]
        return
    if state.phase.piece == "settlement":
        for number, corners in neutral_settlement_spots(state).items():
            colour = owner(state, number).colour
            yield [NeutralSettlementBuilt(seat=seat, colour=colour, at=at) for at in corners]
    for number, paths in neutral_road_spots(state).items():
        colour = owner(state, number).colour
        yield [NeutralRoadBuilt(seat=seat, colour=colour, at=at) for at in paths]
