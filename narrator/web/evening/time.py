"""Whose the time was."""

from msgspec import Struct

from narrator.core.reading.stats.model import GameStats
from narrator.text.figures import duration
from narrator.web.evening.chart import BarRow, Head, NumberRow, Numbers, Who, player, segments
from narrator.web.rendering.table_context import TableContext

A_WHILE = 60
"""Before so many seconds have passed there is nothing to tell about time."""
SIGNS = {"trading": "trade", "host": "history", "break": "pause"}


class TimeChart(Struct, frozen=True):
    rows: tuple[BarRow, ...]
    numbers: Numbers


def seconds_of(stats: GameStats) -> int:
    """All of it, or nothing where that is too short to speak of."""
    whole = sum(round(seconds) for seconds in stats.time.values())
    return whole if whole >= A_WHILE else 0


def time_chart(stats: GameStats, table: TableContext) -> TimeChart:
    spent = sorted(((round(seconds), owner) for owner, seconds in stats.time.items()), key=lambda one: -one[0])
    most = spent[0][0]
    language = table.locale.language
    rows = tuple(
        BarRow(_whose(owner, table), duration(seconds, language), segments([(seconds, "spent", "", "")], most))
        for seconds, owner in spent
        if seconds
    )
    return TimeChart(rows, _numbers(stats, table))


def _whose(owner: str, table: TableContext) -> Who:
    name, _, seat = owner.partition(".")
    return player(table, int(seat)) if seat else Who(table.say(f"clock.owner.{name}"), sign=SIGNS.get(name, "clock"))


def _numbers(stats: GameStats, table: TableContext) -> Numbers:
    """Of every player: how long, how many turns, how long one took, and the longest of them."""
    keys = ("evening.time.all", "evening.time.turns", "evening.time.each", "evening.time.longest")
    language = table.locale.language
    rows = []
    for seat in stats.seats:
        longest = max((turn.seconds for turn in stats.turns if turn.seat == seat.seat), default=0)
        each = seat.seconds / seat.turns if seat.turns else 0
        times = (duration(seconds, language) for seconds in (seat.seconds, each, longest))
        whole, one, most = times
        rows.append(NumberRow(player(table, seat.seat), (whole, str(seat.turns), one, most)))
    return Numbers(tuple(Head(table.say(key)) for key in keys), tuple(rows))
