"""Monopolies, and the trades that are worth telling."""

from collections import Counter
from collections.abc import Iterator, Sequence

from narrator.core.reading.stats.model import GameStats, Monopoly, Trade
from narrator.script.story.model import Find, length_of

TAKEN, MANY_TAKEN = 3, 6
"""Cards of a monopoly that people talk about, and that they groan at; none at all is a story, too."""
PARTNERS = 5
"""From so many trades on two people are partners."""


def find_dealings(stats: GameStats) -> Iterator[Find]:
    yield from (_monopoly(one) for one in stats.monopolies if not one.total or one.total >= TAKEN)
    free = [trade for trade in stats.trades if not trade.forced]
    known = [trade for trade in free if not trade.give.unknown and not trade.receive.unknown]
    boldest = max(known, key=_boldness, default=None)
    if boldest is not None and _boldness(boldest) >= 2:
        yield _trade(boldest)


def find_habits(stats: GameStats) -> Iterator[Find]:
    """Who traded with whom in the whole game, or that nobody did."""
    free = [trade for trade in stats.trades if not trade.forced]
    pairs = Counter(frozenset((trade.seat, trade.partner)) for trade in free)
    if len(stats.seats) > 2 and not free:
        yield Find("no_trades", (), {}, 0.7)
    elif len(stats.seats) > 2:
        pair, count = pairs.most_common(1)[0]
        entries = tuple(trade.entry for trade in free if {trade.seat, trade.partner} == pair)
        if count >= PARTNERS and [*pairs.values()].count(count) == 1:
            seat, other = sorted(pair)
            params = {"seat": seat, "other": other, "n": count}
            yield Find("trade_pair", entries, params, count / 7 / length_of(stats))


def _monopoly(one: Monopoly) -> Find:
    params = {"seat": one.seat, "resource": one.resource, "n": one.total, "round": one.round}
    if not one.total:
        return Find("monopoly_zero", (one.entry,), {"seat": one.seat, "resource": one.resource}, 1.2, one.entry)
    kind = "monopoly_big" if one.total >= MANY_TAKEN else "monopoly"
    return Find(kind, (one.entry,), params, 0.5 + one.total / 6, one.entry)


def with_answers(stats: GameStats, body: Sequence[Find]) -> list[Find]:
    """A monopoly on the cards that another told one took from the same player strikes back."""
    played = {one.entry: one for one in stats.monopolies}
    told = [played[find.entries[0]] for find in body if find.kind in ("monopoly", "monopoly_big")]
    return [_answer(find, played[find.entries[0]], told) if find.entries[0] in played else find for find in body]


def _answer(find: Find, one: Monopoly, told: Sequence[Monopoly]) -> Find:
    hurt = [
        other.seat
        for other in told
        if other.entry < one.entry and other.resource == one.resource and one.seat in other.taken
    ]
    if not one.total or not hurt:
        return find
    return Find("monopoly_back", find.entries, {**find.params, "other": hurt[-1]}, find.strength, find.when)


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
