"""The robber's misdeeds, thefts, and what sevens took."""

from collections import Counter
from collections.abc import Iterator

from narrator.core.reading.stats.model import Discard, GameStats
from narrator.script.story.model import Find, length_of

BLOCKED, ROBBED, THROWN_AWAY = 3, 4, 5
"""From so many cards or thefts on it is worth a sentence."""


def find_robber(stats: GameStats) -> Iterator[Find]:
    yield from _stays(stats)
    yield from _empty_hands(stats)
    yield from _discards(stats)


def _stays(stats: GameStats) -> Iterator[Find]:
    for visit in stats.visits:
        kept = {seat: count for seat, count in visit.kept.items() if seat != visit.by}
        if visit.by is None or visit.resource is None or not kept:
            continue
        victim = max(kept, key=lambda seat: kept[seat])
        if kept[victim] >= BLOCKED:
            params = {"seat": visit.by, "other": victim, "n": kept[victim]}
            told = {**params, "resource": visit.resource, "round": visit.round}
            yield Find("robber_stay", (visit.entry,), told, kept[victim] / 5 / length_of(stats) ** 0.5, visit.entry)


def _empty_hands(stats: GameStats) -> Iterator[Find]:
    for theft in stats.thefts:
        if not theft.cards:
            yield Find("empty", (theft.entry,), {"seat": theft.thief, "other": theft.victim}, 0.7, theft.entry)


def find_thefts(stats: GameStats) -> Iterator[Find]:
    """Who stole from whom again and again, in the whole game."""
    pairs = Counter((theft.thief, theft.victim) for theft in stats.thefts if theft.cards)
    for (thief, victim), count in pairs.items():
        if count >= ROBBED and len(stats.seats) > 2:  # of two, nobody else can be robbed
            entries = tuple(
                theft.entry for theft in stats.thefts if theft.cards and (theft.thief, theft.victim) == (thief, victim)
            )
            params = {"seat": thief, "other": victim, "n": count}
            yield Find("thefts", entries, params, count / 6 / length_of(stats))


def _discards(stats: GameStats) -> Iterator[Find]:
    for seven in _sevens(stats.discards):
        entries = tuple(one.entry for one in seven)
        total = sum(one.cards.total() for one in seven)
        most = max(seven, key=lambda one: one.cards.total())
        if len(seven) > 1 and total >= 2 * THROWN_AWAY:
            params = {"names": tuple(sorted(one.seat for one in seven)), "n": total, "round": seven[0].round}
            yield Find("discards", entries, params, total / 14, entries[-1])
        elif most.cards.total() >= THROWN_AWAY:
            params = {"seat": most.seat, "n": most.cards.total(), "round": most.round}
            yield Find("discard", (most.entry,), params, most.cards.total() / 8, most.entry)


def _sevens(discards: tuple[Discard, ...]) -> Iterator[list[Discard]]:
    """What was discarded for one seven: nobody discards twice for it, and nothing comes between."""
    group: list[Discard] = []
    for one in discards:
        if group and (one.entry != group[-1].entry + 1 or one.seat in {other.seat for other in group}):
            yield group
            group = []
        group.append(one)
    if group:
        yield group
