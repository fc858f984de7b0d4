"""Bot characters: how far each looks ahead and how often it errs; and which tables bots can play at."""

from random import Random
from typing import get_args

from msgspec import Struct

from narrator.bot.race import DEFAULT, Weights
from narrator.core.message import Msg, msg
from narrator.core.table.state import BotLevel, GameState, mode_of

Level = BotLevel
LEVELS: tuple[Level, ...] = get_args(Level)


class Character(Struct, frozen=True):
    width: int  # how many first steps of a turn are searched to the end
    depth: int  # how many purchases a turn may have in the search
    slip: float  # relative error of its estimates
    kind: bool = False  # plays no monopoly, and puts the robber where he harms least
    pairs: bool = True  # chooses its first settlement with the second in mind
    weights: Weights = DEFAULT


CHARACTERS: dict[Level, Character] = {
    "friend": Character(width=1, depth=1, slip=0.55, kind=True, pairs=False),
    "player": Character(width=1, depth=2, slip=0.22, pairs=False),
    "master": Character(width=3, depth=4, slip=0.0),
}


class SeededChance:
    """Errors of a character, from a seed and the moment: the same position and seed give the same decision."""

    def __init__(self, seed: int | str, seat: int, moves: int, slip: float) -> None:
        self._random = Random(f"{seed} {seat} {moves}")
        self._slip = slip

    def near(self, value: float) -> float:
        """Return a value with the character's error."""
        if not self._slip or value > 1:
            return value
        return value * (1 + self._slip * (2 * self._random.random() - 1))

    def pick(self, count: int) -> int:
        """Return one of 0 … count-1."""
        return int(self._random.random() * count)


def why_unsupported(state: GameState) -> Msg | None:
    """Return why no bot can play at this table, or None."""
    if state.game.tracking != "board":
        return msg(f"bot.not.{state.game.tracking}")
    if mode_of(state).neutrals:
        return msg("bot.not.for_two")
    return None
