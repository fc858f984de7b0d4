"""Luck: what rolls brought against what one's corners promised."""

from msgspec import Struct

from narrator.core.reading.stats.model import GameStats, Luck
from narrator.core.table.cards import RESOURCES
from narrator.text.figures import signed_tenths, tenths
from narrator.web.evening.chart import WIDTH, BarRow, Head, NumberRow, Numbers, player, segments
from narrator.web.rendering.table_context import TableContext


class LuckChart(Struct, frozen=True):
    rows: tuple[BarRow, ...]
    numbers: Numbers


def lucks(stats: GameStats) -> dict[int, Luck]:
    """Of everybody whose corners are known and promised anything."""
    found = {seat.seat: seat.luck for seat in stats.seats if seat.luck is not None and not seat.left}
    return {seat: luck for seat, luck in found.items() if luck.ways.total()}


def luck_chart(stats: GameStats, table: TableContext) -> LuckChart:
    found = lucks(stats)
    most = max(max(luck.received.total(), luck.expected) for luck in found.values())
    order = sorted(found, key=lambda seat: -found[seat].luck)
    return LuckChart(
        rows=tuple(_row(seat, found[seat], most, table) for seat in order), numbers=_numbers(found, order, table)
    )


def _row(seat: int, luck: Luck, most: float, table: TableContext) -> BarRow:
    received = luck.received.total()
    parts = [(received, "received", "", str(received))]
    value = signed_tenths(luck.luck, table.locale.language)
    return BarRow(player(table, seat), value, segments(parts, most), mark=WIDTH * luck.expected / most)


def _numbers(found: dict[int, Luck], order: list[int], table: TableContext) -> Numbers:
    language = table.locale.language
    whole = (Head(table.say("evening.luck.received")), Head(table.say("evening.luck.promised")))
    kinds = tuple(Head(table.say("ui.resource", resource=kind), sign=kind) for kind in RESOURCES)
    rows = []
    for seat in order:
        luck = found[seat]
        each = zip(luck.received, luck.ways, strict=True)
        differences = (signed_tenths(got - ways / 36, language) for got, ways in each)
        cells = (str(luck.received.total()), tenths(luck.expected, language), *differences)
        rows.append(NumberRow(player(table, seat), cells))
    return Numbers((*whole, *kinds), tuple(rows))
