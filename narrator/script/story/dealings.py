"""Monopolies, and the trades that are worth telling."""

from collections import Counter
from collections.abc import Iterator

from narrator.core.reading.night.model import Monopoly, Night, Trade

from .model import Find, length_of

PARTNERS = 5
"""From so many trades on two people are partners."""


def find_dealings(night: Night) -> Iterator[Find]:
    yield from map(_monopoly, night.monopolies)
    free = [trade for trade in night.trades if not trade.forced]
    known = [trade for trade in free if not trade.give.unknown and not trade.receive.unknown]
    boldest = max(known, key=_boldness, default=None)
    if boldest is not None and _boldness(boldest) >= 2:
        yield _trade(boldest)
    pairs = Counter(frozenset((trade.seat, trade.partner)) for trade in free)
    if pairs and len(night.seats) > 2:
        pair, count = pairs.most_common(1)[0]
        entries = tuple(trade.entry for trade in free if {trade.seat, trade.partner} == pair)
        if count >= PARTNERS and [*pairs.values()].count(count) == 1:
            seat, other = sorted(pair)
            yield Find(
                "trade_pair",
                entries,
                {"seat": seat, "other": other, "n": count},
                count / 7 / length_of(night),
                entries[-1],
            )
    if night.over and not free and len(night.seats) > 2 and night.rounds:
        yield Find("no_trades", (), {}, 0.7, night.rounds[len(night.rounds) // 2].entry)


def _monopoly(one: Monopoly) -> Find:
    params = {"seat": one.seat, "resource": one.resource, "n": one.total, "round": one.round}
    if not one.total:
        return Find("monopoly_zero", (one.entry,), {"seat": one.seat, "resource": one.resource}, 1.2, one.entry)
    return Find("monopoly", (one.entry,), params, 0.5 + one.total / 6, one.entry)


def _boldness(trade: Trade) -> int:
    """How many cards more one of them gave; a trade of many cards counts too. A gift is another matter."""
    give, receive = trade.give.total(), trade.receive.total()
    return max(abs(give - receive), (give + receive) // 2 - 1) if give and receive else 0


def _trade(trade: Trade) -> Find:
    """Whoever gave more is the one who is told of."""
    give, take = trade.give.cards.counts(), trade.receive.cards.counts()
    seat, other = trade.seat, trade.partner
    if sum(take.values()) > sum(give.values()):
        seat, other, give, take = other, seat, take, give
    params = {"seat": seat, "other": other, "give": give, "take": take}
    return Find("trade", (trade.entry,), params, 0.4 + _boldness(trade) / 3, trade.entry)
