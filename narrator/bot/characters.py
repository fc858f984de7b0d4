"""The characters that sit in an empty chair: how far each looks, and how often it errs."""

from random import Random
from typing import get_args

from msgspec import Struct

from narrator.bot.race import DEFAULT, Weights
from narrator.core.message import Msg, msg
from narrator.core.table.state import BotLevel, GameState, mode_of

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


class SeededChance:
    """How far a character's guesses are off. Nothing where it never errs."""

    def __init__(self, seed: int | str, seat: int, moves: int, slip: float) -> None:
        self._random = Random(f"{seed} {seat} {moves}")
        self._slip = slip

    def near(self, value: float) -> float:
        """A value as it seems."""
        if not self._slip or value > 1:
            return value
        return value * (1 + self._slip * (2 * self._random.random() - 1))

    def pick(self, count: int) -> int:
        """One of 0 … count-1."""
        return int(self._random.random() * count)


def why_unsupported(state: GameState) -> Msg | None:
    """Why no bot can sit at this table; nothing where one can."""
    if state.game.tracking != "board":
        return msg(f"bot.not.{state.game.tracking}")
    if mode_of(state).neutrals:
        return msg("bot.not.for_two")
    return None
