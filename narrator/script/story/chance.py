"""What the dice did: numbers that came too often or never, luck, and droughts."""

from collections.abc import Iterator

from narrator.core.reading.night.model import Night
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled

from .model import Find

FEWEST_ROLLS = 25
"""Before that nobody is lucky yet, and no number late."""
DRY, LUCKY = 8, 5


def find_chance(night: Night, head: Snapshot) -> Iterator[Find]:
    yield from _numbers(night, head)
    yield from _luck(night)
    for seat in night.seats:
        dry = seat.drought
        if dry is not None and dry.rolls >= DRY:
            params = {"seat": seat.seat, "n": dry.rolls, "first_round": dry.first_round}
            yield Find("drought", (dry.first, dry.last), params, dry.rolls / 12, dry.last)


def _numbers(night: Night, head: Snapshot) -> Iterator[Find]:
    """The number that is farthest from its share; sevens pay nobody, so nobody waits for them."""
    thrown = night.dice.thrown
    if thrown < FEWEST_ROLLS:
        return
    rolls = [(one.number, one.fact.sum) for one in head.history() if isinstance(one.fact, DiceRolled)]
    odd = max(
        (one for one in night.dice.totals if one.total != 7),
        key=lambda one: abs(one.count - one.expected) / one.expected**0.5,
    )
    strength = 0.4 + abs(odd.count - odd.expected) / odd.expected**0.5 / 3
    entries = tuple(number for number, total in rolls if total == odd.total)
    params = {"total": odd.total, "n": odd.count, "thrown": thrown}
    middle = rolls[len(rolls) // 2][0]
    if odd.count > odd.expected + 1:
        yield Find("hot", entries, params, strength, entries[len(entries) // 2])
    elif odd.count < odd.expected - 1:
        yield Find("cold", entries, params, strength, middle)


def _luck(night: Night) -> Iterator[Find]:
    if night.dice.thrown < FEWEST_ROLLS:
        return
    lucks = [(seat.luck.luck, seat.seat) for seat in night.seats if seat.luck is not None and not seat.left]
    if len(lucks) < 2:
        return
    (worst, unlucky), (best, lucky) = min(lucks), max(lucks)
    when = night.rounds[-1].entry if night.rounds else 0
    if best >= LUCKY:
        yield Find("lucky", (), {"seat": lucky, "n": round(best)}, best / 10, when)
    if worst <= -LUCKY:
        yield Find("unlucky", (), {"seat": unlucky, "n": round(-worst)}, -worst / 10, when)
