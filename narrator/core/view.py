"""What others may see of a state. The only place that decides it: nothing hidden passes here."""

from typing import Any

from .cards import RESOURCES
from .phase import Discarding, Over
from .state import GameState, points


def public_state(state: GameState) -> dict[str, Any]:
    """The state as the contract writes it down."""
    phase = state.phase
    return {
        "seq": state.seq,
        "phase": phase.phase,
        "step": phase.step,
        "seat": state.turn,
        "round": state.round,
        "owed": {str(seat): count for seat, count in sorted(phase.owed.items())}
        if isinstance(phase, Discarding)
        else {},
        "bank": dict(zip(RESOURCES, state.bank, strict=True)),
        "development_deck": state.deck,
        "seats": [_public_seat(state, number) for number in range(len(state.seats))],
        "longest_road": state.longest_road,
        "largest_army": state.largest_army,
        "robber": state.robber,
        "winner": phase.winner if isinstance(phase, Over) else None,
        "unsure": sorted(state.unsure),
    }


def _public_seat(state: GameState, number: int) -> dict[str, Any]:
    seat = state.seats[number]
    return {
        "name": seat.name,
        "colour": seat.colour,
        "hand": seat.hand,
        "points": points(state, number),
        "road_length": seat.road_length,
        "knights": seat.knights,
        "development_cards": seat.development_cards,
        "roads_left": seat.roads_left,
        "settlements_left": seat.settlements_left,
        "cities_left": seat.cities_left,
    }
