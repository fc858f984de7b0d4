"""What the dice did: numbers that came too often or never, luck, and droughts."""

from collections.abc import Iterator

from narrator.core.reading.night.model import Night
from narrator.core.reading.tally import Rolls
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled

from .model import Find, length_of

FEWEST_ROLLS = 25
"""Before that nobody is lucky yet, and no number late."""
DRY, LUCKY = 8, 5
ODD = 1.3
"""Spreads away from its share: one number of the eleven is so in many evenings."""


def find_chance(night: Night, head: Snapshot) -> Iterator[Find]:
    yield from _numbers(night, head)
    yield from _luck(night)
    for seat in night.seats:
        dry = seat.drought
        if dry is not None and dry.rolls >= DRY:
            params = {"seat": seat.seat, "n": dry.rolls, "first_round": dry.first_round}
            yield Find("drought", (dry.first, dry.last), params, dry.rolls / 12, dry.first)


def _numbers(night: Night, head: Snapshot) -> Iterator[Find]:
    """The number that is farthest from its share; sevens pay nobody, so nobody waits for them."""
    thrown = night.dice.thrown
    if thrown < FEWEST_ROLLS:
        return
    rolls = [(one.number, one.fact.sum) for one in head.history() if isinstance(one.fact, DiceRolled)]
    odd = [one for one in night.dice.totals if one.total != 7 and _oddness(one) >= ODD]
    for one in sorted(odd, key=_oddness, reverse=True)[:1]:
        entries = tuple(number for number, total in rolls if total == one.total)
        params = {"total": one.total, "n": one.count, "thrown": thrown}
        kind = "hot" if one.count > one.expected else "cold"
        yield Find(kind, entries, params, 0.4 + _oddness(one) / 3, rolls[len(rolls) // 2][0])


def _oddness(one: Rolls) -> float:
    """How far a total is from its share, for its own spread; 0 where it is nearly that."""
    away = abs(one.count - one.expected)
    return away / one.expected**0.5 if away >= one.expected * 0.4 else 0


def _luck(night: Night) -> Iterator[Find]:
    """The luckiest or the unluckiest, whichever is the greater wonder."""
    if night.dice.thrown < FEWEST_ROLLS:
        return
    lucks = [(seat.luck.luck, seat.seat) for seat in night.seats if seat.luck is not None and not seat.left]
    if len(lucks) < 2:
        return
    (worst, unlucky), (best, lucky) = min(lucks), max(lucks)
    when = night.rounds[len(night.rounds) * 2 // 3].entry
    length = length_of(night)
    if best >= LUCKY and best >= -worst:
        yield Find("lucky", (), {"seat": lucky, "n": round(best)}, best / 8 / length, when)
    elif worst <= -LUCKY:
        yield Find("unlucky", (), {"seat": unlucky, "n": round(-worst)}, -worst / 8 / length, when)
