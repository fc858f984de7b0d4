"""Seeded matches, each a line of a file, so that a run can be stopped and taken up again."""

from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from narrator.core.table.setup import BoardSetup, Player, Setup, initial_state
from narrator.core.table.state import GameState
from tests.support.games import COLOURS
from tools.arena.partners import chooser
from tools.arena.world import World


class Match(Struct, frozen=True):
    """Who sits at the table; the first of them is the one whose wins are counted."""

    names: tuple[str, ...]
    seed: int
    rules: dict[str, Any] = {}

    @property
    def seated(self) -> tuple[str, ...]:
        """Everybody moves one chair on with each seed."""
        shift = self.seed % len(self.names)
        return self.names[-shift:] + self.names[:-shift] if shift else self.names


class Result(Struct, frozen=True):
    names: tuple[str, ...]
    seed: int
    won: bool
    """Whether the first of the names won."""
    winner: int | None
    rounds: int
    entries: int
    median: float
    """Milliseconds a decision of the first name."""
    slowest: float


def table(match: Match) -> GameState:
    seated = match.seated
    players = [Player(f"{name.split(':')[0]} {place}", COLOURS[place]) for place, name in enumerate(seated)]
    rules = {"two_player_mode": "plain", **match.rules}
    return initial_state(Setup(players, rules=rules, board=BoardSetup("random_tokens", seed=match.seed)))


def played(match: Match) -> Result:
    seated = match.seated
    first = match.seed % len(seated)
    world = World(table(match), match.seed)
    game = world.play([chooser(name, f"{match.seed} {place}") for place, name in enumerate(seated)])
    times = game.times[first]
    won = game.winner == first
    return Result(match.names, match.seed, won, game.winner, game.rounds, game.entries, median(times), max(times))


def known(file: Path | None) -> dict[tuple[tuple[str, ...], int], Result]:
    """What a file has already."""
    if file is None or not file.exists():
        return {}
    lines = [msgspec.json.decode(line, type=Result) for line in file.read_bytes().splitlines() if line]
    return {(line.names, line.seed): line for line in lines}


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of Wilson: between which shares the true one lies, 19 times of 20.

    >>> [round(share, 3) for share in wilson(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z / games
    middle, spread = share + square / 2, z * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - spread) / (1 + square), (middle + spread) / (1 + square)


def summary(results: list[Result]) -> str:
    if not results:
        return "no games"
    wins, games = sum(result.won for result in results), len(results)
    low, high = wilson(wins, games)
    nobody = sum(result.winner is None for result in results)
    return (
        f"{' '.join(results[0].names)}: {wins} of {games} won, {wins / games:.1%} ({low:.1%} to {high:.1%})"
        f"{f', {nobody} without a winner' if nobody else ''}; {median(r.rounds for r in results):.0f} rounds; "
        f"a decision {median(r.median for r in results):.1f} ms, slowest {max(r.slowest for r in results):.0f} ms"
    )
