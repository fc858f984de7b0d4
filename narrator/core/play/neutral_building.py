"""Catan for Two: pieces of the neutral colours. They are free, bring no cards, and obey the same placement rules."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.building import place_settlement, unknown_place, with_road
from narrator.core.play.counts_tracking import set_road_length
from narrator.core.play.spots import is_connected, is_reached, is_too_close
from narrator.core.play.titles import measure_new_road
from narrator.core.table.box import Colour
from narrator.core.table.events import NeutralRoadBuilt, NeutralRoadReported, NeutralSettlementBuilt
from narrator.core.table.phase import PlacingNeutral
from narrator.core.table.state import GameState, Neutral, mode_of, neutral_colours, neutral_number, owner, with_owner

NeutralEvent = NeutralSettlementBuilt | NeutralRoadBuilt | NeutralRoadReported


def needs_first_settlement(state: GameState, colour: str) -> bool:
    number = neutral_number(state, colour)
    return number is None or owner(state, number).settlements == 0


def missing_colours(state: GameState) -> list[Colour]:
    return [colour for colour in neutral_colours(state) if needs_first_settlement(state, colour)]


def _refuse_colour(state: GameState, event: NeutralEvent) -> Iterator[Refusal]:
    if not mode_of(state).neutrals:
        yield impossible("neutral.not_here")
    elif any(seat.colour == event.colour for seat in state.seats):
        yield impossible("neutral.players_colour", colour=event.colour)
    elif neutral_number(state, event.colour) is None and len(state.neutrals) == mode_of(state).neutrals:
        yield impossible("neutral.third_colour", colour=event.colour)


def refuse_neutral_settlement(state: GameState, event: NeutralSettlementBuilt) -> Iterator[Refusal]:
    if wrong_colour := list(_refuse_colour(state, event)):
        yield from wrong_colour
        return
    number = neutral_number(state, event.colour)
    first = needs_first_settlement(state, event.colour)
    if number is not None and owner(state, number).settlements_left == 0:
        yield impossible("neutral.no_settlements", colour=event.colour)
    if state.game.has_board:
        island = state.game.board.island
        if event.at not in island.next_to:
            yield unknown_place(event.at)
            return
        if event.at in state.buildings:
            yield impossible("settlement.occupied", at=event.at)
        if is_too_close(state, island, event.at):
            yield irregular("settlement.too_close", at=event.at)
        if not first and number is not None and not is_reached(state, island, number, event.at):
            yield irregular("settlement.not_connected", at=event.at)
    if not first and not event.late:
        phase = state.phase
        if not isinstance(phase, PlacingNeutral):
            yield irregular("neutral.not_due")
        elif phase.piece == "road":
            yield irregular("neutral.road_due")


def apply_neutral_settlement(state: GameState, event: NeutralSettlementBuilt) -> GameState:
    first = needs_first_settlement(state, event.colour)
    state, number = _with_neutral(state, event.colour)
    state = with_owner(state, number, settlements=owner(state, number).settlements + 1)
    state = place_settlement(state, number, event.at)
    return state if first else _resume_turn(state)


def _with_neutral(state: GameState, colour: Colour) -> tuple[GameState, int]:
    """Return the state with this neutral colour in it, and the colour's number."""
    number = neutral_number(state, colour)
    if number is None:
        state = replace(state, neutrals=(*state.neutrals, Neutral(colour)))
        number = neutral_number(state, colour)
    assert number is not None
    return state, number


def _resume_turn(state: GameState) -> GameState:
    return replace(state, phase=state.phase.return_to) if isinstance(state.phase, PlacingNeutral) else state


def refuse_neutral_road(state: GameState, event: NeutralRoadBuilt) -> Iterator[Refusal]:
    if wrong_colour := list(_refuse_colour(state, event)):
        yield from wrong_colour
        return
    number = neutral_number(state, event.colour)
    if number is not None and owner(state, number).roads_left == 0:
        yield impossible("neutral.no_roads", colour=event.colour)
    if state.game.has_board:
        island = state.game.board.island
        if event.at not in island.ends_of:
            yield unknown_place(event.at)
            return
        if event.at in state.roads:
            yield impossible("road.occupied", at=event.at)
        if number is None or not is_connected(state, island, number, event.at):
            yield irregular("road.not_connected", at=event.at)
    phase = state.phase
    if isinstance(phase, PlacingNeutral) and phase.piece == "settlement" and not phase.is_optional and not event.late:
        yield irregular("neutral.settlement_due")


def apply_neutral_road(state: GameState, event: NeutralRoadBuilt) -> GameState:
    state, number = _with_neutral(state, event.colour)
    return _resume_turn(measure_new_road(with_road(state, number, event.at), number, event.at))


def refuse_neutral_report(state: GameState, event: NeutralRoadReported) -> Iterator[Refusal]:
    yield from _refuse_colour(state, event)
    number = neutral_number(state, event.colour)
    if state.game.has_board:
        yield impossible("tracking.computed", event=event.type)
    elif number is not None and event.length > owner(state, number).roads:
        yield irregular("neutral.longer_than_roads", colour=event.colour, roads=owner(state, number).roads)


def apply_neutral_report(state: GameState, event: NeutralRoadReported) -> GameState:
    state, number = _with_neutral(state, event.colour)
    return set_road_length(state, number, event.length)
