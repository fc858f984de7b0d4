"""Chance of a bot: from a seed and the moment, so that the same position and seed give the same decision."""

from random import Random


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
