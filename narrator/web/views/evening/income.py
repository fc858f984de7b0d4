"""What the island gave to whom, and what the robber and the sevens took."""

from msgspec import Struct

from narrator.core.reading.night.model import Gain, Night, Pile, SeatNight
from narrator.core.table.cards import NONE, RESOURCES
from narrator.web.request.table import Table

from .chart import BarRow, Head, NumberRow, Numbers, player, segments

FROM_THE_ISLAND: tuple[Gain, ...] = ("start", "roll", "told")
TAKEN = ("robber", "hand", "dice")
"""The signs of what was taken: kept by the robber, drawn from the hand, given back for a seven."""


class IncomeChart(Struct, frozen=True):
    income: tuple[BarRow, ...]
    taken: tuple[BarRow, ...]
    """Nobody's where nothing was taken."""
    numbers: Numbers


def income_of(seat: SeatNight) -> Pile:
    """Of the cards that came from the island: what was traded or taken is none of it."""
    found = Pile()
    for source in FROM_THE_ISLAND:
        found = found.plus(seat.gains.get(source, Pile()))
    return found


def taken_from(seat: SeatNight) -> tuple[int, int, int]:
    return seat.blocked.total(), seat.lost("stolen"), seat.lost("discarded")


def has_income(night: Night) -> bool:
    return any(income_of(seat).cards != NONE for seat in night.seats)


def income_chart(night: Night, table: Table) -> IncomeChart:
    most = max(income_of(seat).total() for seat in night.seats)
    losses = [sum(taken_from(seat)) for seat in night.seats]
    return IncomeChart(
        income=tuple(_income(seat, most, table) for seat in night.seats),
        taken=tuple(_taken(seat, max(losses), table) for seat in night.seats) if any(losses) else (),
        numbers=_numbers(night, table),
    )


def _income(seat: SeatNight, most: int, table: Table) -> BarRow:
    found = income_of(seat)
    seen = [(count, f"of-{kind}", str(kind), str(count)) for kind, count in zip(RESOURCES, found.cards, strict=True)]
    parts = [*seen, (found.unknown, "of-back", "card", str(found.unknown))]
    return BarRow(player(table, seat.seat), str(found.total()), segments(parts, most))


def _taken(seat: SeatNight, most: int, table: Table) -> BarRow:
    found = taken_from(seat)
    parts = [(count, f"took-{sign}", sign, str(count)) for sign, count in zip(TAKEN, found, strict=True)]
    return BarRow(player(table, seat.seat), str(sum(found)), segments(parts, most))


def _numbers(night: Night, table: Table) -> Numbers:
    kinds = tuple(Head(table.say("ui.resource", resource=kind), sign=kind) for kind in RESOURCES)
    taken = tuple(Head(table.say(f"evening.taken.{sign}"), sign=sign) for sign in TAKEN)
    heads = (*kinds, Head(table.say("evening.all")), *taken)
    return Numbers(heads, tuple(_row(seat, table) for seat in night.seats))


def _row(seat: SeatNight, table: Table) -> NumberRow:
    found = income_of(seat)
    counts = (*found.cards, found.total(), *taken_from(seat))
    return NumberRow(player(table, seat.seat), tuple(map(str, counts)))
