"""Every number that a table asks about, by name: `points.2`, `bank.ore`, `hand.0`, `longest_road` …"""

from collections.abc import Callable

from narrator.core.table.cards import RESOURCES
from narrator.core.table.mode import mode_of
from narrator.core.table.owners import road_holder
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points, shown_bank

OF_A_SEAT: dict[str, Callable[[GameState, int], int]] = {
    "points": points,
    "hand": lambda state, seat: state.seats[seat].hand,
    "road_length": lambda state, seat: state.seats[seat].road_length,
    "knights": lambda state, seat: state.seats[seat].knights,
    "development_cards": lambda state, seat: state.seats[seat].development_cards,
    "revealed_points": lambda state, seat: state.seats[seat].revealed_points,
    "roads_left": lambda state, seat: state.seats[seat].roads_left,
    "settlements_left": lambda state, seat: state.seats[seat].settlements_left,
    "cities_left": lambda state, seat: state.seats[seat].cities_left,
    "tokens": lambda state, seat: state.seats[seat].tokens,
}
TITLES: dict[str, Callable[[GameState], int | None]] = {
    "longest_road": road_holder,
    "largest_army": lambda state: state.largest_army,
    "winner": lambda state: state.phase.winner if isinstance(state.phase, Over) else None,
}


def number_names(state: GameState) -> list[str]:
    """All numbers that this table has."""
    seats = range(len(state.seats))
    return [
        *(f"bank.{resource}" for resource in RESOURCES),
        "deck",
        *(f"{what}.{seat}" for what in OF_A_SEAT if what != "tokens" or mode_of(state).tokens for seat in seats),
    ]


def number(state: GameState, name: str) -> int:
    """The value of a number by its name."""
    what, _, whose = name.partition(".")
    if what == "deck":
        return state.deck
    if what == "bank":
        return int(getattr(shown_bank(state), whose))
    # A seat that nobody has taken yet has nothing.
    return OF_A_SEAT[what](state, int(whose)) if int(whose) < len(state.seats) else 0


def is_number(state: GameState, name: str) -> bool:
    return name in number_names(state)
