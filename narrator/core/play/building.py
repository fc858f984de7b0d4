"""Settlements, roads and cities: where they may be built, what they cost, what they change."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play import placement
from narrator.core.play.card_moves import hand_refusals, pay, take_from_bank
from narrator.core.play.counts_tracking import mark_road_longer, mark_roads_maybe_cut
from narrator.core.play.for_two import ask_for_neutral_piece, earn_tokens
from narrator.core.play.spots import is_connected, is_reached, is_too_close, road_spots
from narrator.core.play.titles import measure_new_road, measure_roads
from narrator.core.table.cards import PRICES, Cards, cards
from narrator.core.table.coordinates import Intersection, Path
from narrator.core.table.events import CityBuilt, RoadBuilt, SettlementBuilt, TouchedHex
from narrator.core.table.phase import BuildingOnly, PlacingFreeRoads, Trading
from narrator.core.table.state import Building, GameState, Seat, Site, acting_seat, owner, with_owner, with_seat


def placeable_roads(state: GameState, number: int, wanted: int = 2) -> int:
    """Return how many of the wanted roads a seat can really place, one after the other."""
    wanted = min(wanted, state.seats[number].roads_left)
    if wanted == 0 or not state.game.has_board:
        return wanted
    spots = road_spots(state, number)
    if len(spots) >= wanted:
        return wanted
    if not spots:
        return 0
    return max(1 + placeable_roads(with_road(state, number, spot), number, wanted - 1) for spot in spots)


def is_free_road(state: GameState, event: RoadBuilt) -> bool:
    if isinstance(state.phase, PlacingFreeRoads):
        return event.seat == acting_seat(state) and not event.late
    return placement.is_placement(state)


def refuse_settlement(state: GameState, event: SettlementBuilt) -> Iterator[Refusal]:
    if state.seats[event.seat].settlements_left == 0:
        yield impossible("settlement.none_left", seat=event.seat)
    free = placement.is_placement(state)
    if state.game.has_board:
        island = state.game.board.island
        if event.at not in island.next_to:
            yield unknown_place(event.at)
            return
        if event.at in state.buildings:
            yield impossible("settlement.occupied", at=event.at)
        if is_too_close(state, island, event.at):
            yield irregular("settlement.too_close", at=event.at)
        if free:
            yield from placement.settlement_refusals(state, event.seat, event.at)
        elif not is_reached(state, island, event.seat, event.at):
            yield irregular("settlement.not_connected", at=event.at)
    if not free:
        yield from hand_refusals(state, event.seat, PRICES["settlement"])


def apply_settlement(state: GameState, event: SettlementBuilt) -> GameState:
    free = placement.is_placement(state)
    second = free and is_second_settlement(state.seats[event.seat])
    if not free:
        state = pay(state, event.seat, PRICES["settlement"])
    state = _place_own_settlement(state, event)
    if second:
        state = take_from_bank(state, event.seat, starting_cards(state, event))
    state = earn_tokens(state, event)
    return placement.advance_placement(state) if free else ask_for_neutral_piece(close_trading(state), "settlement")


def is_second_settlement(seat: Seat) -> bool:
    return seat.settlements + seat.cities == 1


def _place_own_settlement(state: GameState, event: SettlementBuilt) -> GameState:
    seat = state.seats[event.seat]
    sites, harbour = seat.sites, event.harbour
    if event.at is None:
        sites = (*sites, Site(None if event.touches is None else tuple(event.touches)))
    else:
        harbour = state.game.board.harbour_at.get(event.at)
    harbours = seat.harbours | {harbour} if harbour else seat.harbours
    state = with_seat(state, event.seat, settlements=seat.settlements + 1, sites=sites, harbours=harbours)
    return place_settlement(state, event.seat, event.at)


def place_settlement(state: GameState, number: int, at: Intersection | None) -> GameState:
    """Place a settlement. It cuts another owner's road if two of their roads meet there; without a board it may."""
    if at is None:
        return mark_roads_maybe_cut(state, number)
    state = replace(state, buildings={**state.buildings, at: Building(number)})
    owners = [state.roads[path] for path in state.game.board.island.paths_at[at] if path in state.roads]
    return measure_roads(state, {owner for owner in owners if owner != number and owners.count(owner) > 1})


def starting_cards(state: GameState, event: SettlementBuilt) -> Cards:
    return cards(Counter(touch.resource for touch in touched_hexes(state, event) or ()))


def touched_hexes(state: GameState, event: SettlementBuilt) -> list[TouchedHex] | None:
    """Return the producing hexes around a settlement; None without a board if the host did not enter them."""
    return event.touches if event.at is None else state.game.board.touched_hexes(event.at)


def refuse_road(state: GameState, event: RoadBuilt) -> Iterator[Refusal]:
    if state.seats[event.seat].roads_left == 0:
        yield impossible("road.none_left", seat=event.seat)
    if state.game.has_board:
        island = state.game.board.island
        if event.at not in island.ends_of:
            yield unknown_place(event.at)
            return
        if event.at in state.roads:
            yield impossible("road.occupied", at=event.at)
        if not is_connected(state, island, event.seat, event.at):
            yield irregular("road.not_connected", at=event.at)
        if placement.is_placement(state):
            yield from placement.road_refusals(state, event.seat, event.at)
    if not is_free_road(state, event):
        yield from hand_refusals(state, event.seat, PRICES["road"])


def apply_road(state: GameState, event: RoadBuilt) -> GameState:
    free = is_free_road(state, event)
    phase = state.phase
    if not free:
        state = pay(state, event.seat, PRICES["road"])
    state = measure_new_road(with_road(state, event.seat, event.at), event.seat, event.at)
    if placement.is_placement(state):
        return placement.advance_placement(state)
    if isinstance(phase, PlacingFreeRoads) and free:
        left = min(phase.left - 1, placeable_roads(state, acting_seat(state), phase.left - 1))
        state = replace(state, phase=PlacingFreeRoads(left, phase.return_to) if left else phase.return_to)
    else:
        state = close_trading(state)
    return ask_for_neutral_piece(state, "road")


def with_road(state: GameState, number: int, at: Path | None) -> GameState:
    state = with_owner(state, number, roads=owner(state, number).roads + 1)
    if at is None:
        return mark_road_longer(state, number)
    return replace(state, roads={**state.roads, at: number})


def refuse_city(state: GameState, event: CityBuilt) -> Iterator[Refusal]:
    seat = state.seats[event.seat]
    if seat.cities_left == 0:
        yield impossible("city.none_left", seat=event.seat)
    if state.game.has_board:
        if event.at not in state.game.board.island.next_to:
            yield unknown_place(event.at)
            return
        building = state.buildings.get(event.at)
        if building is None or building.seat != event.seat:
            yield impossible("city.no_settlement", at=event.at)
        elif building.city:
            yield impossible("city.already", at=event.at)
    elif event.settlement is None or event.settlement > seat.settlements:
        yield impossible("city.which_settlement", seat=event.seat, have=seat.settlements)
    yield from hand_refusals(state, event.seat, PRICES["city"])


def apply_city(state: GameState, event: CityBuilt) -> GameState:
    state = close_trading(pay(state, event.seat, PRICES["city"]))
    seat = state.seats[event.seat]
    state = with_seat(state, event.seat, settlements=seat.settlements - 1, cities=seat.cities + 1)
    if event.at is not None:
        return replace(state, buildings={**state.buildings, event.at: Building(event.seat, city=True)})
    standing = [place for place, site in enumerate(seat.sites) if not site.city]
    place = standing[(event.settlement or 1) - 1]
    sites = list(seat.sites)
    sites[place] = replace(sites[place], city=True)
    return with_seat(state, event.seat, sites=tuple(sites))


def close_trading(state: GameState) -> GameState:
    """End trading with the first purchase, if trading and building are separate."""
    return replace(state, phase=BuildingOnly()) if isinstance(state.phase, Trading) else state


def unknown_place(place: str | None) -> Refusal:
    return impossible("place.unknown", place=place) if place else impossible("place.missing")
