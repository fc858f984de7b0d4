"""Who owns pieces: the seats and, in Catan for Two, two neutral colours that nobody plays.

`buildings`, `roads` and the Longest Road name an owner by number. Seats are 0 to 5; neutral colours come after them.
"""

from typing import Any

from msgspec.structs import replace

from narrator.core.table.box import COLOURS, Colour
from narrator.core.table.mode import mode_of
from narrator.core.table.state import GameState, Neutral, Seat, with_seat

FIRST_NEUTRAL = 6
"""The first neutral colour's number: a seat can't have it."""


def is_neutral(number: int) -> bool:
    return number >= FIRST_NEUTRAL


def owners(state: GameState) -> list[int]:
    """Everybody who may own pieces."""
    return [*range(len(state.seats)), *(FIRST_NEUTRAL + place for place in range(len(state.neutrals)))]


def owner(state: GameState, number: int) -> Seat | Neutral:
    return state.neutrals[number - FIRST_NEUTRAL] if is_neutral(number) else state.seats[number]


def with_owner(state: GameState, number: int, **changes: Any) -> GameState:
    """The same table with one owner's counts changed."""
    if not is_neutral(number):
        return with_seat(state, number, **changes)
    neutrals = list(state.neutrals)
    neutrals[number - FIRST_NEUTRAL] = replace(neutrals[number - FIRST_NEUTRAL], **changes)
    return replace(state, neutrals=tuple(neutrals))


def neutral_of(state: GameState, colour: str) -> int | None:
    """The number of a neutral colour that has pieces on the table."""
    return next((FIRST_NEUTRAL + i for i, neutral in enumerate(state.neutrals) if neutral.colour == colour), None)


def neutral_colours(state: GameState) -> tuple[Colour, ...]:
    """The two colours that nobody plays: those on the table, then those that the box has left."""
    taken = {seat.colour for seat in state.seats}
    standing = [neutral.colour for neutral in state.neutrals]
    left = [c for c in dict.fromkeys((*state.game.box.colours, *COLOURS)) if c not in taken and c not in standing]
    return (*standing, *left)[: mode_of(state).neutrals]


def road_holder(state: GameState) -> int | None:
    """The player with Longest Road; where a neutral colour or nobody holds it, none."""
    holder = state.longest_road
    return None if holder is None or is_neutral(holder) else holder
