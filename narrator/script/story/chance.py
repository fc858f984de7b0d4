"""What the dice did: droughts while it is played; when it is over, numbers that came too often or never, and luck."""

from collections.abc import Iterator

from narrator.core.reading.result import Rolls
from narrator.core.reading.stats.model import GameStats
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.script.story.model import Find, length_of

FEWEST_ROLLS = 25
"""Before that nobody is lucky yet, and no number late."""
DRY, DRY_ROUNDS, LUCKY = 8, 2.5, 5
ODD = 1.3
"""Spreads away from its share: one number of the eleven is so in many evenings."""


def find_droughts(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    rolls = [one.number for one in head.history() if isinstance(one.fact, DiceRolled)]
    for seat in stats.seats:
        dry = seat.drought
        if dry is not None and dry.rolls >= max(DRY, DRY_ROUNDS * len(stats.seats)):
            params = {"seat": seat.seat, "n": dry.rolls, "first_round": dry.first_round}
            kind = "drought_end" if stats.over and dry.last == rolls[-1] else "drought"
            yield Find(kind, (dry.first, dry.last), params, dry.rolls / len(stats.seats) / 3.5, dry.first)


def find_numbers(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    """The number that is farthest from its share; sevens pay nobody, so nobody waits for them."""
    thrown = stats.dice.thrown
    if thrown < FEWEST_ROLLS:
        return
    rolls = [(one.number, one.fact.sum) for one in head.history() if isinstance(one.fact, DiceRolled)]
    odd = [one for one in stats.dice.totals if one.total != 7 and _oddness(one) >= ODD]
    for one in sorted(odd, key=_oddness, reverse=True)[:1]:
        entries = tuple(number for number, total in rolls if total == one.total)
        params = {"total": one.total, "n": one.count, "thrown": thrown}
        yield Find("hot" if one.count > one.expected else "cold", entries, params, 0.4 + _oddness(one) / 3)


def _oddness(one: Rolls) -> float:
    """How far a total is from its share, for its own spread; 0 where it is nearly that."""
    away = abs(one.count - one.expected)
    return away / one.expected**0.5 if away >= one.expected * 0.4 else 0


def find_luck(stats: GameStats) -> Iterator[Find]:
    """The winner's, where it was against them; else the luckiest or the unluckiest, whichever is the greater wonder."""
    lucks = [(seat.luck.luck, seat.seat) for seat in stats.seats if seat.luck is not None and not seat.left]
    if stats.dice.thrown < FEWEST_ROLLS or len(lucks) < 2:
        return
    (worst, unlucky), (best, lucky) = min(lucks), max(lucks)
    length = length_of(stats)
    own = next((luck for luck, seat in lucks if seat == stats.winner), 0)
    if own <= -LUCKY:
        yield Find("won_unlucky", (), {"seat": stats.winner, "n": round(-own)}, -own / 5 / length)
    elif best >= LUCKY and best >= -worst:
        kind = "won_lucky" if lucky == stats.winner else "lucky"
        yield Find(kind, (), {"seat": lucky, "n": round(best)}, best / 8 / length)
    elif worst <= -LUCKY:
        yield Find("unlucky", (), {"seat": unlucky, "n": round(-worst)}, -worst / 8 / length)
