"""The characters that sit in an empty chair: how far each looks, and how often it errs."""

from typing import get_args

from msgspec import Struct

from narrator.bot.race import DEFAULT, Weights
from narrator.core.table.state import BotLevel

Level = BotLevel
LEVELS: tuple[Level, ...] = get_args(Level)


class Character(Struct, frozen=True):
    width: int
    """How many beginnings of a turn are thought through to their ends."""
    depth: int
    """How many purchases a turn may have in thought."""
    slip: float
    """How far its guesses at rounds are off, as a share of them."""
    kind: bool = False
    """Whether it lets others breathe: no monopoly, and the robber goes where he harms least."""
    pairs: bool = True
    """Whether its first settlement already thinks of the second."""
    weights: Weights = DEFAULT


CHARACTERS: dict[Level, Character] = {
    "friend": Character(width=1, depth=1, slip=0.55, kind=True, pairs=False),
    "player": Character(width=1, depth=2, slip=0.22, pairs=False),
    "master": Character(width=3, depth=4, slip=0.0),
}
