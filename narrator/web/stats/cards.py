"""Charts about resource cards: income and losses, luck, trades."""

from msgspec import Struct

from narrator.core.reading.stats.model import GainSource, GameStats, Luck, Pile, SeatStats
from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards
from narrator.text.formatting import format_signed_tenths, format_tenths
from narrator.web.rendering.table_context import TableContext
from narrator.web.stats.chart import (
    WIDTH,
    BarChart,
    BarRow,
    Label,
    NumberRow,
    Numbers,
    bar_segments,
    player_label,
    player_labels,
    resource_labels,
)

PRODUCTION: tuple[GainSource, ...] = ("start", "roll", "told")
LOSS_ICONS = ("robber", "hand", "dice")  # blocked by the robber, stolen, discarded
MAX_PAIRS = 6  # shown in the chart; the numbers have all of them
BANK_RATES = (4, 3, 2)


# Income and losses


class IncomeChart(Struct, frozen=True):
    income: tuple[BarRow, ...]
    losses: tuple[BarRow, ...]  # empty if nobody lost a card
    numbers: Numbers


def income_of(seat: SeatStats) -> Pile:
    """Sum up the cards that came from the island, without trades and steals."""
    found = Pile()
    for source in PRODUCTION:
        found = found.plus(seat.gains.get(source, Pile()))
    return found


def losses_of(seat: SeatStats) -> tuple[int, int, int]:
    return seat.blocked.total(), seat.lost("stolen"), seat.lost("discarded")


def has_income(stats: GameStats) -> bool:
    return any(income_of(seat).cards != NO_CARDS for seat in stats.seats)


def income_chart(stats: GameStats, table: TableContext) -> IncomeChart:
    highest = max(income_of(seat).total() for seat in stats.seats)
    losses = [sum(losses_of(seat)) for seat in stats.seats]
    loss_labels = (Label(table.say(f"evening.taken.{icon}"), icon=icon) for icon in LOSS_ICONS)
    heads = (*resource_labels(table), Label(table.say("evening.all")), *loss_labels)
    return IncomeChart(
        income=tuple(_income_bar(seat, highest, table) for seat in stats.seats),
        losses=tuple(_loss_bar(seat, max(losses), table) for seat in stats.seats) if any(losses) else (),
        numbers=Numbers(heads, tuple(_income_numbers(seat, table) for seat in stats.seats)),
    )


def _income_bar(seat: SeatStats, highest: int, table: TableContext) -> BarRow:
    found = income_of(seat)
    known = [(count, f"of-{kind}", str(kind), str(count)) for kind, count in zip(RESOURCES, found.cards, strict=True)]
    parts = [*known, (found.unknown, "of-back", "card", str(found.unknown))]
    return BarRow(player_label(table, seat.seat), str(found.total()), bar_segments(parts, highest))


def _loss_bar(seat: SeatStats, highest: int, table: TableContext) -> BarRow:
    losses = losses_of(seat)
    parts = [(count, f"took-{icon}", icon, str(count)) for icon, count in zip(LOSS_ICONS, losses, strict=True)]
    return BarRow(player_label(table, seat.seat), str(sum(losses)), bar_segments(parts, highest))


def _income_numbers(seat: SeatStats, table: TableContext) -> NumberRow:
    found = income_of(seat)
    counts = (*found.cards, found.total(), *losses_of(seat))
    return NumberRow(player_label(table, seat.seat), tuple(map(str, counts)))


# Luck: cards received from rolls compared with the expected number


def luck_by_seat(stats: GameStats) -> dict[int, Luck]:
    """Return the luck of each player whose buildings are known and had any chance of income."""
    found = {seat.seat: seat.luck for seat in stats.seats if seat.luck is not None and not seat.has_left}
    return {seat: luck for seat, luck in found.items() if luck.expected_36ths.total()}


def luck_chart(stats: GameStats, table: TableContext) -> BarChart:
    lucks = sorted(luck_by_seat(stats).items(), key=lambda item: -item[1].luck)
    highest = max(max(luck.received.total(), luck.expected) for _, luck in lucks)
    totals = (Label(table.say("evening.luck.received")), Label(table.say("evening.luck.promised")))
    return BarChart(
        rows=tuple(_luck_bar(seat, luck, highest, table) for seat, luck in lucks),
        numbers=Numbers(
            (*totals, *resource_labels(table)), tuple(_luck_numbers(seat, luck, table) for seat, luck in lucks)
        ),
    )


def _luck_bar(seat: int, luck: Luck, highest: float, table: TableContext) -> BarRow:
    received = luck.received.total()
    parts = [(received, "received", "", str(received))]
    value = format_signed_tenths(luck.luck, table.locale.language)
    return BarRow(player_label(table, seat), value, bar_segments(parts, highest), mark=WIDTH * luck.expected / highest)


def _luck_numbers(seat: int, luck: Luck, table: TableContext) -> NumberRow:
    language = table.locale.language
    pairs = zip(luck.received, luck.expected_36ths, strict=True)
    differences = (format_signed_tenths(received - expected / 36, language) for received, expected in pairs)
    cells = (str(luck.received.total()), format_tenths(luck.expected, language), *differences)
    return NumberRow(player_label(table, seat), cells)


# Trades


class CardCount(Struct, frozen=True):
    icon: str
    name: str
    count: int


class TradePair(Struct, frozen=True):
    one: Label
    other: Label
    count: int
    gave: tuple[CardCount, ...]
    got: tuple[CardCount, ...]


class TradesChart(Struct, frozen=True):
    pairs: tuple[TradePair, ...]
    bank: tuple[TradePair, ...]
    numbers: Numbers
    bank_numbers: Numbers


class TradeTotal(Struct):
    count: int = 0
    gave: Pile = Pile()
    got: Pile = Pile()

    def add(self, gave: Pile, got: Pile) -> None:
        self.count, self.gave, self.got = self.count + 1, self.gave.plus(gave), self.got.plus(got)


def trades_by_pair(stats: GameStats) -> dict[tuple[int, int], TradeTotal]:
    """Return the trades of each pair of players, lower seat first, most frequent pair first."""
    found: dict[tuple[int, int], TradeTotal] = {}
    for trade in stats.trades:
        one, other = sorted((trade.seat, trade.partner))
        gave, got = (trade.give, trade.receive) if trade.seat == one else (trade.receive, trade.give)
        found.setdefault((one, other), TradeTotal()).add(gave, got)
    return dict(sorted(found.items(), key=lambda item: (-item[1].count, item[0])))


def bank_trades_by_seat(stats: GameStats) -> dict[int, TradeTotal]:
    found: dict[int, TradeTotal] = {}
    for trade in stats.bank_trades:
        found.setdefault(trade.seat, TradeTotal()).add(Pile(trade.give), Pile(trade.receive))
    return dict(sorted(found.items(), key=lambda item: (-item[1].count, item[0])))


def trades_chart(stats: GameStats, table: TableContext) -> TradesChart:
    pairs, bank = trades_by_pair(stats), bank_trades_by_seat(stats)
    bank_label = Label(table.say("ui.bank"), icon="bank")
    return TradesChart(
        pairs=tuple(
            _pair(player_label(table, one), player_label(table, other), total, table)
            for (one, other), total in list(pairs.items())[:MAX_PAIRS]
        ),
        bank=tuple(_pair(player_label(table, seat), bank_label, total, table) for seat, total in bank.items()),
        numbers=_trade_counts(pairs, stats, table),
        bank_numbers=_bank_numbers(bank, stats, table),
    )


def _pair(one: Label, other: Label, total: TradeTotal, table: TableContext) -> TradePair:
    return TradePair(one, other, total.count, _card_counts(total.gave, table), _card_counts(total.got, table))


def _card_counts(pile: Pile, table: TableContext) -> tuple[CardCount, ...]:
    known = [
        CardCount(label.icon, label.name, count)
        for label, count in zip(resource_labels(table), pile.cards, strict=True)
        if count
    ]
    return (*known, *([CardCount("card", table.say("scene.card_back"), pile.unknown)] if pile.unknown else []))


def _trade_counts(pairs: dict[tuple[int, int], TradeTotal], stats: GameStats, table: TableContext) -> Numbers:
    seats = [seat.seat for seat in stats.seats]

    def count(one: int, other: int) -> str:
        total = pairs.get((min(one, other), max(one, other)))
        return "–" if one == other else str(total.count if total else 0)

    rows = (NumberRow(player_label(table, one), tuple(count(one, other) for other in seats)) for one in seats)
    return Numbers(player_labels(table), tuple(rows))


def _bank_numbers(bank: dict[int, TradeTotal], stats: GameStats, table: TableContext) -> Numbers:
    """Return how often each player traded at each rate, and what they gave and got of each resource."""
    heads = (*(Label(table.say("evening.trades.rate", n=rate)) for rate in BANK_RATES), *resource_labels(table))
    rows = []
    for seat, total in bank.items():
        rates = [trade.rate for trade in stats.bank_trades if trade.seat == seat]
        counts = (str(rates.count(rate)) for rate in BANK_RATES)
        flow = (_flow(total.gave.cards, total.got.cards, place) for place in range(len(RESOURCES)))
        rows.append(NumberRow(player_label(table, seat), (*counts, *flow)))
    return Numbers(heads, tuple(rows))


def _flow(gave: Cards, got: Cards, place: int) -> str:
    """
    >>> _flow(Cards(4), Cards(0, 1), 0), _flow(Cards(4), Cards(1), 0), _flow(Cards(), Cards(), 0)
    ('−4', '−4 +1', '0')
    """
    parts = (f"−{gave[place]}" if gave[place] else "", f"+{got[place]}" if got[place] else "")
    return " ".join(part for part in parts if part) or "0"
