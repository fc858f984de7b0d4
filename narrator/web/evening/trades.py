"""Trades: who with whom, what for what, and what the bank changed."""

from msgspec import Struct

from narrator.core.reading.stats.model import GameStats, Pile
from narrator.core.table.cards import RESOURCES, Cards
from narrator.web.evening.chart import Head, NumberRow, Numbers, Who, player
from narrator.web.rendering.table_context import TableContext

MOST = 6
"""So many pairs are shown; all of them are in the numbers."""


class Kind(Struct, frozen=True):
    """So many cards of a kind, or of kinds that nobody saw."""

    sign: str
    name: str
    count: int


class Pair(Struct, frozen=True):
    """Two who traded, or somebody and the bank: how often, and what each gave."""

    one: Who
    other: Who
    count: int
    gave: tuple[Kind, ...]
    got: tuple[Kind, ...]


class TradesChart(Struct, frozen=True):
    pairs: tuple[Pair, ...]
    bank: tuple[Pair, ...]
    numbers: Numbers
    bank_numbers: Numbers
    """Empty where the bank changed nothing."""


class Dealt(Struct):
    """All trades of two."""

    count: int = 0
    gave: Pile = Pile()
    got: Pile = Pile()


def trades_of(stats: GameStats) -> dict[tuple[int, int], Dealt]:
    """Every pair that traded, the lower seat first, the busiest before the others."""
    found: dict[tuple[int, int], Dealt] = {}
    for trade in stats.trades:
        one, other = sorted((trade.seat, trade.partner))
        dealt = found.setdefault((one, other), Dealt())
        gave, got = (trade.give, trade.receive) if trade.seat == one else (trade.receive, trade.give)
        dealt.count, dealt.gave, dealt.got = dealt.count + 1, dealt.gave.plus(gave), dealt.got.plus(got)
    return dict(sorted(found.items(), key=lambda item: (-item[1].count, item[0])))


def bank_trades_of(stats: GameStats) -> dict[int, Dealt]:
    found: dict[int, Dealt] = {}
    for trade in stats.bank_trades:
        dealt = found.setdefault(trade.seat, Dealt())
        dealt.count += 1
        dealt.gave, dealt.got = dealt.gave.plus(Pile(trade.give)), dealt.got.plus(Pile(trade.receive))
    return dict(sorted(found.items(), key=lambda item: (-item[1].count, item[0])))


def trades_chart(stats: GameStats, table: TableContext) -> TradesChart:
    pairs, bank = trades_of(stats), bank_trades_of(stats)
    house = Who(table.say("ui.bank"), sign="bank")
    return TradesChart(
        pairs=tuple(
            _pair(player(table, one), player(table, other), dealt, table)
            for (one, other), dealt in list(pairs.items())[:MOST]
        ),
        bank=tuple(_pair(player(table, seat), house, dealt, table) for seat, dealt in bank.items()),
        numbers=_numbers(pairs, stats, table),
        bank_numbers=_bank_numbers(bank, stats, table),
    )


def _pair(one: Who, other: Who, dealt: Dealt, table: TableContext) -> Pair:
    return Pair(one, other, dealt.count, kinds_of(dealt.gave, table), kinds_of(dealt.got, table))


def kinds_of(pile: Pile, table: TableContext) -> tuple[Kind, ...]:
    seen = [
        Kind(kind, table.say("ui.resource", resource=kind), count)
        for kind, count in zip(RESOURCES, pile.cards, strict=True)
        if count
    ]
    return (*seen, *([Kind("card", table.say("scene.card_back"), pile.unknown)] if pile.unknown else []))


def _numbers(pairs: dict[tuple[int, int], Dealt], stats: GameStats, table: TableContext) -> Numbers:
    """A table of everybody with everybody: how often."""
    seats = [seat.seat for seat in stats.seats]
    heads = tuple(Head(player(table, seat).name, player(table, seat).colour) for seat in seats)
    rows = tuple(
        NumberRow(player(table, one), tuple("–" if one == other else _count(pairs, one, other) for other in seats))
        for one in seats
    )
    return Numbers(heads, rows)


def _count(pairs: dict[tuple[int, int], Dealt], one: int, other: int) -> str:
    dealt = pairs.get((min(one, other), max(one, other)))
    return str(dealt.count if dealt else 0)


def _bank_numbers(bank: dict[int, Dealt], stats: GameStats, table: TableContext) -> Numbers:
    """How often at each rate, and what of every kind came in and went out."""
    rates = [(str(rate), rate) for rate in (4, 3, 2)]
    heads = [Head(table.say("evening.trades.rate", n=rate)) for _, rate in rates]
    heads += [Head(table.say("ui.resource", resource=kind), sign=kind) for kind in RESOURCES]
    rows = []
    for seat, dealt in bank.items():
        own = [trade.rate for trade in stats.bank_trades if trade.seat == seat]
        counts = tuple(str(own.count(rate)) for _, rate in rates)
        flow = tuple(_flow(dealt.gave.cards, dealt.got.cards, place) for place in range(len(RESOURCES)))
        rows.append(NumberRow(player(table, seat), (*counts, *flow)))
    return Numbers(tuple(heads), tuple(rows))


def _flow(gave: Cards, got: Cards, place: int) -> str:
    """What was given and what came back.

    >>> _flow(Cards(4), Cards(0, 1), 0), _flow(Cards(4), Cards(1), 0), _flow(Cards(), Cards(), 0)
    ('−4', '−4 +1', '0')
    """
    parts = (f"−{gave[place]}" if gave[place] else "", f"+{got[place]}" if got[place] else "")
    return " ".join(part for part in parts if part) or "0"
