"""Looking back when it is over: what only the whole game shows, and what became of the start."""

from collections.abc import Iterator, Sequence

from narrator.core.reading.night.model import Night
from narrator.core.record.snapshot import Snapshot

from .chance import find_luck, find_numbers
from .dealings import find_habits
from .ending import find_margin, is_clear, second_of
from .model import Find
from .race import find_seesaw
from .robber import find_thefts
from .titles import find_travels
from .wordings import number_of

LONG_GAME = 150
"""Rolls after which one may say how many they were."""


def find_back(night: Night, head: Snapshot, opening: Sequence[Find]) -> Iterator[Find]:
    """First what concerns the winner, then the others, then the table."""
    yield from find_promises(night, opening)
    yield from find_luck(night)
    yield from find_seesaw(night)
    yield from find_travels(night)
    yield from find_thefts(night)
    yield from find_habits(night)
    yield from find_numbers(night, head)


def find_promises(night: Night, opening: Sequence[Find]) -> Iterator[Find]:
    """Whether what the opening promised was kept; only where it was told."""
    told = next((find for find in opening if find.kind in ("best", "best_two")), None)
    if told is None or night.winner is None:
        return
    best, poorest, second = told.params["seat"], told.params["other"], second_of(night)
    points = [one.made.points for one in night.seats]
    if poorest == night.winner:
        yield Find("poor_won", told.entries, {"seat": poorest}, 2)
    elif best == night.winner:
        yield Find("best_won", told.entries, {"seat": best}, 0.8)
    elif len(points) > 2 and points.count(min(points)) == 1 and points[best] == min(points):
        yield Find("best_last", told.entries, {"seat": best}, 1.3)
    if second is not None and second.seat == poorest and len(points) > 2:
        kind = "poor_second_far" if is_clear(points[night.winner], points[poorest]) else "poor_second"
        yield Find(kind, told.entries, {"seat": poorest}, 1.1)


def find_after(night: Night, seed: str, back: Sequence[Find]) -> Find:
    """The last sentence: something of this game, or what every evening ends with. It neither says again nor denies what
    was just told."""
    if not night.over:
        return Find("next", ())
    told = {find.kind for find in back}
    fitting = [Find("after", ())]
    for margin in find_margin(night):
        if not is_clear(margin.params["n"] + margin.params["points"], margin.params["points"]):
            fitting.append(Find("after_close", (), margin.params))
            if "won_unlucky" not in told:
                fitting.append(Find("after_luck", (), margin.params))
        elif len(night.seats) > 2:  # it speaks of the others
            fitting.append(Find("after_far", (), margin.params))
    if night.dice.thrown >= LONG_GAME and not told & {"hot", "cold"}:
        fitting.append(Find("after_long", (), {"thrown": night.dice.thrown}))
    return fitting[number_of(f"{seed} last") % len(fitting)]
