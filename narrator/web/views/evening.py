"""The evening in figures: who stands where and why, the dice, whose the time was."""

from msgspec import Struct

from narrator.core.reading.tally import Rolls, Standing, rolls, standings
from narrator.core.table.phase import Over
from narrator.web.request.table import Table

from .clock import time_in_words

A_WHILE = 60
"""Before so many seconds have passed there is nothing to tell about time."""


class Bar(Struct, frozen=True):
    """One total of the dice; heights are shares of the highest."""

    total: int
    count: int
    height: float
    expected: float


class Share(Struct, frozen=True):
    """Whose a part of the time was."""

    words: str
    seconds: int
    width: float


class Evening(Struct, frozen=True):
    is_over: bool
    rounds: int
    thrown: int
    standings: list[Standing]
    """Nobody's where nothing is counted."""
    bars: list[Bar]
    shares: list[Share]

    @property
    def seconds(self) -> int:
        return sum(share.seconds for share in self.shares)


def evening_view(table: Table) -> Evening:
    state, thrown = table.now, rolls(table.head)
    return Evening(
        is_over=isinstance(state.phase, Over),
        rounds=state.round,
        thrown=sum(found.count for found in thrown),
        standings=standings(state) if state.game.tracking != "script" else [],
        bars=bars(thrown),
        shares=shares(table),
    )


def bars(thrown: list[Rolls]) -> list[Bar]:
    highest = max(max(found.count, found.expected) for found in thrown) or 1
    return [Bar(found.total, found.count, found.count / highest, found.expected / highest) for found in thrown]


def shares(table: Table) -> list[Share]:
    spent = time_in_words(table)
    if sum(seconds for _, seconds in spent) < A_WHILE:
        return []
    longest = max(seconds for _, seconds in spent)
    return [Share(words, seconds, seconds / longest) for words, seconds in spent]
