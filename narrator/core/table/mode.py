"""Ways of playing that hang on the number of players: what differs for two, five and six, as values that rules read."""

from typing import Literal

from msgspec import Struct

from narrator.core.table.box import TRADE_TOKENS
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState, active_seats

LARGE_TABLE = 5
"""From this many players on, somebody acts between two turns."""


class Mode(Struct, frozen=True):
    """What a table plays otherwise than three or four do."""

    second_roll: bool = False
    """Whether every turn has two rolls."""
    neutrals: int = 0
    """Colours that nobody plays, whose pieces stand in the way."""
    tokens: int = 0
    """Trade tokens in play."""
    between_turns: Literal["none", "paired", "special_build"] = "none"
    """Who acts between two turns: nobody, the partner, or everybody who wants to build."""


PLAIN = Mode()
FOR_TWO = Mode(second_roll=True, neutrals=2, tokens=TRADE_TOKENS)
BETWEEN_TURNS = {
    "none": PLAIN,
    "paired": Mode(between_turns="paired"),
    "special_build": Mode(between_turns="special_build"),
}


def mode_of(state: GameState) -> Mode:
    """What this table plays. Who leaves a large table may make it a small one; two stay two."""
    seats = len(state.seats)
    return mode_for(state.rules, seats, seats if seats < LARGE_TABLE else len(active_seats(state)))


def mode_for(rules: HouseRules, seats: int, playing: int) -> Mode:
    if seats == 2:
        return FOR_TWO if rules.two_player_mode == "catan_for_two" else PLAIN
    return BETWEEN_TURNS[rules.five_six_turns] if playing >= LARGE_TABLE else PLAIN
