"""Bot characters: how far each looks ahead and how often it errs; and which tables bots can play at."""

from random import Random
from typing import get_args

from msgspec import Struct

from narrator.bot.race import DEFAULT_WEIGHTS, Weights
from narrator.core.message import Msg, msg
from narrator.core.table.state import BotLevel, GameState, mode_of

BOT_LEVELS: tuple[BotLevel, ...] = get_args(BotLevel)


class Character(Struct, frozen=True):
    searched_steps: int  # how many first steps of a turn are searched to the end
    max_purchases: int  # how many purchases a turn may have in the search
    error: float  # relative error of its estimates
    is_gentle: bool = False  # plays no monopoly, and puts the robber where he harms least
    plans_second_settlement: bool = True  # chooses its first settlement with the second in mind
    weights: Weights = DEFAULT_WEIGHTS


CHARACTERS: dict[BotLevel, Character] = {
    "friend": Character(searched_steps=1, max_purchases=1, error=0.55, is_gentle=True, plans_second_settlement=False),
    "player": Character(searched_steps=1, max_purchases=2, error=0.22, plans_second_settlement=False),
    "master": Character(searched_steps=3, max_purchases=4, error=0.0),
}


class SeededRandom:
    """Errors of a character, from a seed and the moment: the same position and seed give the same decision."""

    def __init__(self, seed: int | str, seat: int, fact_count: int, error: float) -> None:
        self._random = Random(f"{seed} {seat} {fact_count}")
        self._error = error

    def misjudge(self, value: float) -> float:
        if not self._error or value > 1:
            return value
        return value * (1 + self._error * (2 * self._random.random() - 1))

    def index_below(self, count: int) -> int:
        """Return one of 0 … count-1."""
        return int(self._random.random() * count)


def why_unsupported(state: GameState) -> Msg | None:
    """Return why no bot can play at this table, or None."""
    if state.game.tracking != "board":
        return msg(f"bot.not.{state.game.tracking}")
    if mode_of(state).neutrals:
        return msg("bot.not.for_two")
    return None
