"""Longest Road: the longest walk over own roads that uses no road twice.

Intersections may repeat. A foreign settlement or city may be an end of the walk, never a middle: there the network is
cut into loose ends, which is all the search has to know.
"""

from collections.abc import Iterable, Mapping

from narrator.core.table.island import Intersection, Island, Path
from narrator.core.table.state import Building

Links = dict[str, list[tuple[Path, str]]]


def own_roads(roads: Mapping[Path, int], seat: int) -> list[Path]:
    return [path for path, owner in roads.items() if owner == seat]


def longest_trail(
    island: Island, seat: int, roads: Mapping[Path, int], buildings: Mapping[Intersection, Building]
) -> tuple[Path, ...]:
    """The roads of the longest walk of a seat, in walking order."""
    links = _network(
        island, own_roads(roads, seat), {at for at, building in buildings.items() if building.seat != seat}
    )
    best: list[Path] = []
    for start in _starts(links):
        trail = _longest_from(start, links, len(best))
        if len(trail) > len(best):
            best = trail
    return tuple(best)


def _network(island: Island, paths: Iterable[Path], foreign: set[Intersection]) -> Links:
    """Which roads meet where; at a foreign building each road ends by itself."""
    links: Links = {}
    for path in paths:
        low, high = island.ends_of[path]
        if low in foreign:
            low = f"{low} {path}"
        if high in foreign:
            high = f"{high} {path}"
        links.setdefault(low, []).append((path, high))
        links.setdefault(high, []).append((path, low))
    return links


def _starts(links: Links) -> list[str]:
    """Where a longest walk can begin.

    One that begins where an even number of roads meet, and ends elsewhere, leaves a road there unused and would be
    longer with it. So it begins at an odd place; only a part without any (a ring, two rings that touch) is walked
    round whole, from anywhere.
    """
    odd = [place for place, roads in links.items() if len(roads) % 2]
    reached = set(odd)
    starts = list(odd)
    pending = list(odd)
    for place in links:
        if not pending and place not in reached:
            starts.append(place)
            pending.append(place)
            reached.add(place)
        while pending:
            for _, far in links[pending.pop()]:
                if far not in reached:
                    reached.add(far)
                    pending.append(far)
    return starts


def _longest_from(start: str, links: Links, known: int) -> list[Path]:
    """The longest walk from one place; an empty list is as good as anything not longer than `known`."""
    best: list[Path] = []
    trail: list[Path] = []
    used: set[Path] = set()

    def walk(place: str) -> None:
        nonlocal best
        for path, far in links[place]:
            if path not in used:
                used.add(path)
                trail.append(path)
                walk(far)
                trail.pop()
                used.remove(path)
        if len(trail) > max(known, len(best)):
            best = trail.copy()

    walk(start)
    return best
