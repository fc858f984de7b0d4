"""Legal choices: every finite choice as an event, and the events that need values from the table.

Candidates are derived from the state and offered only if `refusals` finds nothing against them, so there is one set of
rules. They come in groups that are legal or illegal together: roads, for example, are generated only where a road may
be built, so any other reason (time, price, no pieces left) applies to all of them, and judging one is enough.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from msgspec import Struct

from narrator.core.play import spots
from narrator.core.play.card_moves import bank_can_pay, most_in_bank
from narrator.core.play.checklist import SCRIPT_STEPS, checklist_of, is_script_only
from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.play.development import playable_cards, plenty_card_count
from narrator.core.play.neutral_building import missing_colours
from narrator.core.play.placement import first_settlement_spots, is_placement, placing_seat
from narrator.core.play.robber import is_choosing_desert, robber_spots
from narrator.core.play.trade import bank_rates
from narrator.core.play.turns import step_for
from narrator.core.record.judging import is_between_rolls, is_time_for, refusals
from narrator.core.table import events
from narrator.core.table import phase as phases
from narrator.core.table.cards import RESOURCES, Cards, Resource, cards_of
from narrator.core.table.state import GameState, acting_seat, active_seats, is_neutral, mode_of, neutral_colours, owner

CandidateGroup = list[events.AnyFact]  # events that are legal or illegal together
# year of plenty: possible draws by number of cards
PLENTY_DRAWS: tuple[list[Cards], ...] = (
    [],
    [cards_of(one) for one in RESOURCES],
    [cards_of(one).plus(cards_of(other)) for one, other in combinations_with_replacement(RESOURCES, 2)],
)


class OpenChoice(Struct, frozen=True):
    """An event that needs values from the table: for which seat, and what is known about its fields."""

    type: str
    seat: int
    fields: dict[str, Any]


class Choices(Struct, frozen=True):
    events: tuple[events.AnyFact, ...]
    open: tuple[OpenChoice, ...]


def choices(state: GameState) -> Choices:
    return Choices(legal_events(state), open_choices(state))


def legal_events(state: GameState) -> tuple[events.AnyFact, ...]:
    found: list[events.AnyFact] = []
    for group in _candidates(state):
        if group and not refusals(state, group[0]):
            found += group
    return tuple(found)


def _one_by_one(candidates: Iterable[events.AnyFact]) -> Iterator[CandidateGroup]:
    """Yield groups of one, for events that must be judged separately."""
    return ([event] for event in candidates)


def _candidates(state: GameState) -> Iterator[CandidateGroup]:
    phase = state.phase
    if is_script_only(state):
        yield from _one_by_one(events.StepDone(step=step) for step in SCRIPT_STEPS)
    yield from _neutral_candidates(state)
    if isinstance(phase, phases.SettingUp):
        left = (step for step in checklist_of(state) if step not in state.finished_steps)
        yield from _one_by_one(events.StepDone(step=step) for step in left)
        if is_choosing_desert(state):
            deserts = state.game.board.deserts()
            yield from _one_by_one(events.RobberMoved(seat=placing_seat(state), to=at) for at in deserts)
        yield from _one_by_one(events.FirstPlayerChosen(seat=seat) for seat in active_seats(state))
        yield _settlement_candidates(state, placing_seat(state))
    elif isinstance(phase, phases.PlacingSettlement):
        yield _settlement_candidates(state, state.turn)
    elif isinstance(phase, phases.PlacingRoad):
        yield from _one_by_one(_road_candidates(state, state.turn))
    elif isinstance(phase, phases.Over):
        yield from _one_by_one(event for seat in active_seats(state) for event in _point_card_candidates(state, seat))
    else:
        yield from _turn_candidates(state, acting_seat(state))


def _turn_candidates(state: GameState, seat: int) -> Iterator[CandidateGroup]:
    if is_time_for(state, events.DiceRolled):
        yield [events.DiceRolled(seat=seat, total=total) for total in range(2, 13)]
    yield from _robber_candidates(state, seat)
    if is_time_for(state, events.RoadBuilt):
        yield _road_candidates(state, seat)
    if is_time_for(state, events.SettlementBuilt):
        yield _settlement_candidates(state, seat)
        yield _city_candidates(state, seat)
        yield [events.DevelopmentBought(seat=seat)]
    if is_time_for(state, events.KnightPlayed) and playable_cards(state, seat):
        yield [events.KnightPlayed(seat=seat)]
        yield [events.RoadBuildingPlayed(seat=seat)]
        yield _plenty_candidates(state, seat)
    yield from _one_by_one(_point_card_candidates(state, seat))
    if mode_of(state).tokens and is_time_for(state, events.TokensSpent):
        yield [events.TokensSpent(seat=seat, action="forced_trade")]
        yield [events.TokensSpent(seat=seat, action="robber_home")]
        yield [events.KnightGivenUp(seat=seat)]
    if step_for(state, events.StepDone) == "trade":
        yield [events.StepDone(step="trade")]
    if is_time_for(state, events.TurnEnded):
        yield [events.TurnEnded(seat=seat)]
    yield [events.VictoryDeclared(seat=seat)]


def _settlement_candidates(state: GameState, seat: int) -> CandidateGroup:
    places = first_settlement_spots(state, seat) if is_placement(state) else spots.settlement_spots(state, seat)
    return [events.SettlementBuilt(seat=seat, at=at) for at in _places(state, places)]


def _road_candidates(state: GameState, seat: int) -> CandidateGroup:
    return [events.RoadBuilt(seat=seat, at=path) for path in _places(state, spots.road_spots(state, seat))]


def _places(state: GameState, found: Sequence[str]) -> Sequence[str | None]:
    """Return the places; without a board, a single None for a piece that is somewhere."""
    return found if state.game.has_board else [None]


def _city_candidates(state: GameState, seat: int) -> CandidateGroup:
    if not state.game.has_board:
        return [events.CityBuilt(seat=seat, settlement=k + 1) for k in range(state.seats[seat].settlements)]
    return [events.CityBuilt(seat=seat, at=at) for at, b in state.buildings.items() if b.seat == seat and not b.city]


def _robber_candidates(state: GameState, seat: int) -> Iterator[CandidateGroup]:
    if isinstance(state.phase, phases.Stealing):
        yield from _one_by_one(events.CardStolen(seat=seat, victim=victim) for victim in (*state.phase.victims, None))
    elif is_time_for(state, events.RobberMoved):
        yield [events.RobberMoved(seat=seat, to=at) for at in robber_spots(state, seat)]
        blocks = () if state.game.has_board else (*known_touches(state), None)
        yield from _one_by_one(events.RobberMoved(seat=seat, blocks=touch) for touch in blocks)


def known_touches(state: GameState) -> list[events.TouchedHex]:
    """Without a board: return the hexes that buildings touch, as far as they were entered."""
    touches = {t for seat in state.seats for site in seat.sites for t in site.touches or ()}
    return sorted(touches, key=lambda touch: (RESOURCES.index(touch.resource), touch.number))


def _plenty_candidates(state: GameState, seat: int) -> CandidateGroup:
    """Return everything the bank can give, as many cards as it must."""
    wishes = PLENTY_DRAWS[plenty_card_count(state)]
    if state.rules.plenty_short != "forfeit_missing":
        wishes = [wish for wish in wishes if bank_can_pay(state, wish)]
    return [events.YearOfPlentyPlayed(seat=seat, cards=wish.counts()) for wish in wishes]


def _point_card_candidates(state: GameState, seat: int) -> Iterator[events.AnyFact]:
    held = min(state.seats[seat].development_cards, state.game.box.development["points"])
    yield from (events.PointsRevealed(seat=seat, count=count) for count in range(1, held + 1))


def open_choices(state: GameState) -> tuple[OpenChoice, ...]:
    """Return the events that are regular now but need values: how many, which, with whom."""
    return tuple(_open_choices(state))


def _open_choices(state: GameState) -> Iterator[OpenChoice]:
    phase, seat = state.phase, acting_seat(state)
    if isinstance(phase, phases.Discarding):
        for number, count in sorted(phase.owed.items()):
            reasons = refusals(state, events.CardsDiscarded(seat=number, count=count))
            if all(reason.code == "discard.name_cards" for reason in reasons):
                is_random = state.game.is_dealt and state.rules.discard_choice == "random"
                fields = {"count": count} if is_random else {"cards": {"total": count}}
                yield OpenChoice("cards_discarded", number, fields)
    if phase.part_of_game != "turn":
        return
    if not refusals(state, events.MonopolyPlayed(seat=seat, resource="ore", taken={})):
        others = [number for number in active_seats(state) if number != seat]
        taken = {} if state.game.is_dealt else {"from": others}
        yield OpenChoice("monopoly_played", seat, {"resource": list(RESOURCES), "taken": taken})
    if is_time_for(state, events.BankTraded):
        hand = state.seats[seat].hand_size
        offers = _bank_offers(state, seat)
        if offers and hand >= min(offers.values()) and _resources_in_bank(state):
            yield OpenChoice("bank_traded", seat, {"give": offers, "receive": _resources_in_bank(state)})
    if is_time_for(state, events.PlayersTraded) and not state.game.is_dealt:  # else both say so on their phones
        hand = state.seats[seat].hand_size
        partners = [number for number in active_seats(state) if number != seat and state.seats[number].hand_size]
        if state.rules.domestic_trade == "on" and hand and partners:
            yield OpenChoice("players_traded", seat, {"partner": partners, "give": {}, "receive": {}})
    for number in roads_to_measure(state):
        length = {"most": owner(state, number).roads}
        if is_neutral(number):
            yield OpenChoice("neutral_road_reported", seat, {"colour": owner(state, number).colour, "length": length})
        else:
            yield OpenChoice("road_reported", number, {"length": length})
    has_unknown_sites = any(site.touches is None for seat_ in state.seats for site in seat_.sites)
    if has_unknown_sites and (is_time_for(state, events.CardsGained) or is_between_rolls(state)):
        yield OpenChoice("cards_gained", seat, {"gains": {}})


def _bank_offers(state: GameState, seat: int) -> dict[Resource, int]:
    """Return the best rate of each resource; if the app deals, only of those the hand may hold."""
    offers = {resource: bank_rates(state, seat, resource)[0] for resource in RESOURCES}
    if not state.game.is_dealt or state.hands is None:
        return offers
    most = state.hands.bounds(seat).high
    return {resource: rate for resource, rate in offers.items() if most.count_of(resource) >= rate}


def _resources_in_bank(state: GameState) -> list[str]:
    if state.rules.bank_limit == "unlimited":
        return list(RESOURCES)
    return [resource for resource in RESOURCES if most_in_bank(state).count_of(resource)]


def _neutral_candidates(state: GameState) -> Iterator[CandidateGroup]:
    """Yield the neutral colours' first settlements during placement, and the piece that follows a player's own."""
    for colour in missing_colours(state) if is_placement(state) else ():
        corners = _places(state, spots.free_corners(state))
        yield [events.NeutralSettlementBuilt(colour=colour, at=at) for at in corners]
    if not isinstance(state.phase, phases.PlacingNeutral):
        return
    seat = acting_seat(state)
    if not state.game.has_board:
        for colour in neutral_colours(state):
            yield [events.NeutralSettlementBuilt(seat=seat, colour=colour)]
            yield [events.NeutralRoadBuilt(seat=seat, colour=colour)]
        return
    if state.phase.piece == "settlement":
        for number, free in spots.neutral_settlement_spots(state).items():
            colour = owner(state, number).colour
            yield [events.NeutralSettlementBuilt(seat=seat, colour=colour, at=at) for at in free]
    for number, paths in spots.neutral_road_spots(state).items():
        colour = owner(state, number).colour
        yield [events.NeutralRoadBuilt(seat=seat, colour=colour, at=at) for at in paths]
