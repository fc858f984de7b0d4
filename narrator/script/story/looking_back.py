"""Looking back when it is over: what only the whole game shows, and what became of the start."""

from collections.abc import Iterator, Sequence

from narrator.core.reading.stats.model import GameStats
from narrator.core.record.snapshot import Snapshot
from narrator.script.story.chance import find_luck, find_numbers
from narrator.script.story.dealings import find_habits
from narrator.script.story.ending import find_margin, is_clear, second_of
from narrator.script.story.model import Find
from narrator.script.story.race import find_seesaw
from narrator.script.story.robber import find_thefts
from narrator.script.story.titles import find_travels
from narrator.script.story.wordings import number_of

LONG_GAME = 150
"""Rolls after which one may say how many they were."""


def find_back(stats: GameStats, head: Snapshot, opening: Sequence[Find]) -> Iterator[Find]:
    """First what concerns the winner, then the others, then the table."""
    yield from find_promises(stats, opening)
    yield from find_luck(stats)
    yield from find_seesaw(stats)
    yield from find_travels(stats)
    yield from find_thefts(stats)
    yield from find_habits(stats)
    yield from find_numbers(stats, head)


def find_promises(stats: GameStats, opening: Sequence[Find]) -> Iterator[Find]:
    """Whether what the opening promised was kept; only where it was told."""
    told = next((find for find in opening if find.kind in ("best", "best_two")), None)
    if told is None or stats.winner is None:
        return
    best, poorest, second = told.params["seat"], told.params["other"], second_of(stats)
    points = [one.made.points for one in stats.seats]
    if poorest == stats.winner:
        yield Find("poor_won", told.entries, {"seat": poorest}, 2)
    elif best == stats.winner:
        yield Find("best_won", told.entries, {"seat": best}, 0.8)
    elif len(points) > 2 and points.count(min(points)) == 1 and points[best] == min(points):
        yield Find("best_last", told.entries, {"seat": best}, 1.3)
    if second is not None and second.seat == poorest and len(points) > 2:
        kind = "poor_second_far" if is_clear(points[stats.winner], points[poorest]) else "poor_second"
        yield Find(kind, told.entries, {"seat": poorest}, 1.1)


def find_after(stats: GameStats, seed: str, back: Sequence[Find]) -> Find:
    """The last sentence: something of this game, or what every evening ends with. It neither says again nor denies what
    was just told."""
    if not stats.over:
        return Find("next", ())
    told = {find.kind for find in back}
    fitting = [Find("after", ())]
    for margin in find_margin(stats):
        if not is_clear(margin.params["n"] + margin.params["points"], margin.params["points"]):
            fitting.append(Find("after_close", (), margin.params))
            if "won_unlucky" not in told:
                fitting.append(Find("after_luck", (), margin.params))
        elif len(stats.seats) > 2:  # it speaks of the others
            fitting.append(Find("after_far", (), margin.params))
    if stats.dice.thrown >= LONG_GAME and not told & {"hot", "cold"}:
        fitting.append(Find("after_long", (), {"thrown": stats.dice.thrown}))
    return fitting[number_of(f"{seed} last") % len(fitting)]
