"""Story finds about cards won and lost: robber, thefts, discards, monopolies, trades, droughts and luck."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from narrator.core.reading.result import RollCount
from narrator.core.reading.stats.model import Discard, GameStats, Monopoly, Trade
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.script.story.model import Find, relative_length

MIN_BLOCKED, MIN_THEFTS, MIN_DISCARDED = 3, 4, 5


def find_robber(stats: GameStats) -> Iterator[Find]:
    yield from _robber_stays(stats)
    yield from _empty_hands(stats)
    yield from _discards(stats)


def _robber_stays(stats: GameStats) -> Iterator[Find]:
    for visit in stats.robber_visits:
        blocked = {seat: count for seat, count in visit.blocked_cards.items() if seat != visit.by}
        if visit.by is None or visit.resource is None or not blocked:
            continue
        victim = max(blocked, key=lambda seat: blocked[seat])
        if blocked[victim] >= MIN_BLOCKED:
            params: dict[str, Any] = {"seat": visit.by, "other": victim, "n": blocked[victim]}
            params |= {"resource": visit.resource, "round": visit.round}
            strength = blocked[victim] / 5 / relative_length(stats) ** 0.5
            yield Find("robber_stay", (visit.entry,), params, strength, visit.entry)


def _empty_hands(stats: GameStats) -> Iterator[Find]:
    for theft in stats.thefts:
        if not theft.cards:
            yield Find("empty", (theft.entry,), {"seat": theft.thief, "other": theft.victim}, 0.7, theft.entry)


def find_thefts(stats: GameStats) -> Iterator[Find]:
    pairs = Counter((theft.thief, theft.victim) for theft in stats.thefts if theft.cards)
    for (thief, victim), count in pairs.items():
        if count >= MIN_THEFTS and len(stats.seats) > 2:  # with two players, there is only one victim
            own = [theft for theft in stats.thefts if theft.cards and (theft.thief, theft.victim) == (thief, victim)]
            entries = tuple(theft.entry for theft in own)
            params = {"seat": thief, "other": victim, "n": count}
            yield Find("thefts", entries, params, count / 6 / relative_length(stats))


def _discards(stats: GameStats) -> Iterator[Find]:
    for seven in _discards_by_seven(stats.discards):
        entries = tuple(one.entry for one in seven)
        total = sum(one.cards.total() for one in seven)
        most = max(seven, key=lambda one: one.cards.total())
        if len(seven) > 1 and total >= 2 * MIN_DISCARDED:
            params = {"names": tuple(sorted(one.seat for one in seven)), "n": total, "round": seven[0].round}
            yield Find("discards", entries, params, total / 14, entries[-1])
        elif most.cards.total() >= MIN_DISCARDED:
            params = {"seat": most.seat, "n": most.cards.total(), "round": most.round}
            yield Find("discard", (most.entry,), params, most.cards.total() / 8, most.entry)


def _discards_by_seven(discards: tuple[Discard, ...]) -> Iterator[list[Discard]]:
    """Group the discards by the seven that caused them: consecutive entries, one for each player."""
    group: list[Discard] = []
    for one in discards:
        if group and (one.entry != group[-1].entry + 1 or one.seat in {other.seat for other in group}):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


MIN_TAKEN, MANY_TAKEN = 3, 6  # by a monopoly; one that takes nothing is a find, too
MIN_PAIR_TRADES = 5


def find_trades(stats: GameStats) -> Iterator[Find]:
    yield from (_monopoly(one) for one in stats.monopolies if not one.total or one.total >= MIN_TAKEN)
    free = [trade for trade in stats.trades if not trade.forced]
    known = [trade for trade in free if not trade.give.unknown and not trade.receive.unknown]
    boldest = max(known, key=_boldness, default=None)
    if boldest is not None and _boldness(boldest) >= 2:
        yield _trade(boldest)


def find_trade_habits(stats: GameStats) -> Iterator[Find]:
    """Find the pair that traded most in the whole game, or that nobody traded."""
    free = [trade for trade in stats.trades if not trade.forced]
    pairs = Counter(frozenset((trade.seat, trade.partner)) for trade in free)
    if len(stats.seats) > 2 and not free:
        yield Find("no_trades", (), {}, 0.7)
    elif len(stats.seats) > 2:
        pair, count = pairs.most_common(1)[0]
        entries = tuple(trade.entry for trade in free if {trade.seat, trade.partner} == pair)
        if count >= MIN_PAIR_TRADES and [*pairs.values()].count(count) == 1:
            seat, other = sorted(pair)
            params = {"seat": seat, "other": other, "n": count}
            yield Find("trade_pair", entries, params, count / 7 / relative_length(stats))


def _monopoly(one: Monopoly) -> Find:
    params = {"seat": one.seat, "resource": one.resource, "n": one.total, "round": one.round}
    if not one.total:
        return Find("monopoly_zero", (one.entry,), {"seat": one.seat, "resource": one.resource}, 1.2, one.entry)
    kind = "monopoly_big" if one.total >= MANY_TAKEN else "monopoly"
    return Find(kind, (one.entry,), params, 0.5 + one.total / 6, one.entry)


def mark_counter_monopolies(stats: GameStats, body: Sequence[Find]) -> list[Find]:
    """Mark a monopoly that takes back the resource which an earlier monopoly in the story took."""
    played = {one.entry: one for one in stats.monopolies}
    earlier = [played[find.entries[0]] for find in body if find.kind in ("monopoly", "monopoly_big")]
    return [_counter_monopoly(find, played.get(find.entries[0]), earlier) for find in body]


def _counter_monopoly(find: Find, one: Monopoly | None, earlier: Sequence[Monopoly]) -> Find:
    if one is None or not one.total:
        return find
    before = [other for other in earlier if other.entry < one.entry and other.resource == one.resource]
    hurt = [other.seat for other in before if one.seat in other.taken]
    if not hurt:
        return find
    return Find("monopoly_back", find.entries, {**find.params, "other": hurt[-1]}, find.strength, find.sort_entry)


def _boldness(trade: Trade) -> int:
    """Return how uneven or how large a trade was; gifts do not count."""
    give, receive = trade.give.total(), trade.receive.total()
    return max(abs(give - receive), (give + receive) // 2 - 1) if give and receive else 0


def _trade(trade: Trade) -> Find:
    """Describe a trade from the side that gave more."""
    give, take = trade.give.cards.counts(), trade.receive.cards.counts()
    seat, other = trade.seat, trade.partner
    if sum(take.values()) > sum(give.values()):
        seat, other, give, take = other, seat, take, give
    params = {"seat": seat, "other": other, "give": give, "take": take}
    return Find("trade", (trade.entry,), params, 0.4 + _boldness(trade) / 3, trade.entry)


MIN_ROLLS = 25  # before that, luck means nothing
MIN_DRY_ROLLS, MIN_DRY_ROUNDS, MIN_LUCK = 8, 2.5, 5
MIN_ODDNESS = 1.3  # in standard deviations


def find_droughts(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    rolls = [one.number for one in head.history() if isinstance(one.fact, DiceRolled)]
    for seat in stats.seats:
        dry = seat.drought
        if dry is not None and dry.rolls >= max(MIN_DRY_ROLLS, MIN_DRY_ROUNDS * len(stats.seats)):
            params = {"seat": seat.seat, "n": dry.rolls, "first_round": dry.first_round}
            kind = "drought_end" if stats.over and dry.last == rolls[-1] else "drought"
            yield Find(kind, (dry.first, dry.last), params, dry.rolls / len(stats.seats) / 3.5, dry.first)


def find_numbers(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    """Find the number that is farthest from its expected count; sevens pay nobody and are left out."""
    thrown = stats.dice.roll_count
    if thrown < MIN_ROLLS:
        return
    rolls = [(one.number, one.fact.sum) for one in head.history() if isinstance(one.fact, DiceRolled)]
    odd = [one for one in stats.dice.totals if one.total != 7 and _oddness(one) >= MIN_ODDNESS]
    for one in sorted(odd, key=_oddness, reverse=True)[:1]:
        entries = tuple(number for number, total in rolls if total == one.total)
        params = {"total": one.total, "n": one.count, "thrown": thrown}
        yield Find("hot" if one.count > one.expected else "cold", entries, params, 0.4 + _oddness(one) / 3)


def _oddness(one: RollCount) -> float:
    away = abs(one.count - one.expected)
    return away / one.expected**0.5 if away >= one.expected * 0.4 else 0


def find_luck(stats: GameStats) -> Iterator[Find]:
    """Find an unlucky winner; else the luckiest or the unluckiest player, whichever is more remarkable."""
    lucks = [(seat.luck.luck, seat.seat) for seat in stats.seats if seat.luck is not None and not seat.has_left]
    if stats.dice.roll_count < MIN_ROLLS or len(lucks) < 2:
        return
    (worst, unlucky), (best, lucky) = min(lucks), max(lucks)
    length = relative_length(stats)
    own = next((luck for luck, seat in lucks if seat == stats.winner), 0)
    if own <= -MIN_LUCK:
        yield Find("won_unlucky", (), {"seat": stats.winner, "n": round(-own)}, -own / 5 / length)
    elif best >= MIN_LUCK and best >= -worst:
        kind = "won_lucky" if lucky == stats.winner else "lucky"
        yield Find(kind, (), {"seat": lucky, "n": round(best)}, best / 8 / length)
    elif worst <= -MIN_LUCK:
        yield Find("unlucky", (), {"seat": unlucky, "n": round(-worst)}, -worst / 8 / length)
