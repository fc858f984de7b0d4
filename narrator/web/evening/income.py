"""What the island gave to whom, and what the robber and the sevens took."""

from msgspec import Struct

from narrator.core.reading.stats.model import Gain, GameStats, Pile, SeatStats
from narrator.core.table.cards import NONE, RESOURCES
from narrator.web.evening.chart import BarRow, Head, NumberRow, Numbers, player, segments
from narrator.web.rendering.table_context import TableContext

FROM_THE_ISLAND: tuple[Gain, ...] = ("start", "roll", "told")
TAKEN = ("robber", "hand", "dice")
"""The signs of what was taken: kept by the robber, drawn from the hand, given back for a seven."""


class IncomeChart(Struct, frozen=True):
    income: tuple[BarRow, ...]
    taken: tuple[BarRow, ...]
    """Nobody's where nothing was taken."""
    numbers: Numbers


def income_of(seat: SeatStats) -> Pile:
    """Of the cards that came from the island: what was traded or taken is none of it."""
    found = Pile()
    for source in FROM_THE_ISLAND:
        found = found.plus(seat.gains.get(source, Pile()))
    return found


def taken_from(seat: SeatStats) -> tuple[int, int, int]:
    return seat.blocked.total(), seat.lost("stolen"), seat.lost("discarded")


def has_income(stats: GameStats) -> bool:
    return any(income_of(seat).cards != NONE for seat in stats.seats)


def income_chart(stats: GameStats, table: TableContext) -> IncomeChart:
    most = max(income_of(seat).total() for seat in stats.seats)
    losses = [sum(taken_from(seat)) for seat in stats.seats]
    return IncomeChart(
        income=tuple(_income(seat, most, table) for seat in stats.seats),
        taken=tuple(_taken(seat, max(losses), table) for seat in stats.seats) if any(losses) else (),
        numbers=_numbers(stats, table),
    )


def _income(seat: SeatStats, most: int, table: TableContext) -> BarRow:
    found = income_of(seat)
    seen = [(count, f"of-{kind}", str(kind), str(count)) for kind, count in zip(RESOURCES, found.cards, strict=True)]
    parts = [*seen, (found.unknown, "of-back", "card", str(found.unknown))]
    return BarRow(player(table, seat.seat), str(found.total()), segments(parts, most))


def _taken(seat: SeatStats, most: int, table: TableContext) -> BarRow:
    found = taken_from(seat)
    parts = [(count, f"took-{sign}", sign, str(count)) for sign, count in zip(TAKEN, found, strict=True)]
    return BarRow(player(table, seat.seat), str(sum(found)), segments(parts, most))


def _numbers(stats: GameStats, table: TableContext) -> Numbers:
    kinds = tuple(Head(table.say("ui.resource", resource=kind), sign=kind) for kind in RESOURCES)
    taken = tuple(Head(table.say(f"evening.taken.{sign}"), sign=sign) for sign in TAKEN)
    heads = (*kinds, Head(table.say("evening.all")), *taken)
    return Numbers(heads, tuple(_row(seat, table) for seat in stats.seats))


def _row(seat: SeatStats, table: TableContext) -> NumberRow:
    found = income_of(seat)
    counts = (*found.cards, found.total(), *taken_from(seat))
    return NumberRow(player(table, seat.seat), tuple(map(str, counts)))
