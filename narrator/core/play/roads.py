"""Longest Road: the longest walk over own roads that uses no road twice.

Intersections may repeat. A foreign settlement or city may be an end of the walk, never a middle: there the network is
cut into loose ends, which is all the search has to know.
"""

from collections.abc import Mapping

from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.state import Building

Links = dict[str, list[tuple[Path, str]]]


def own_roads(roads: Mapping[Path, int], seat: int) -> list[Path]:
    return [path for path, owner in roads.items() if owner == seat]


def longest_trail(
    island: Island, seat: int, roads: Mapping[Path, int], buildings: Mapping[Intersection, Building]
) -> tuple[Path, ...]:
    """The roads of the longest walk of a seat, in walking order."""
    return tuple(_longest(_network(island, seat, roads, buildings), known=0))


def length_with(
    new: Path,
    known: int,
    island: Island,
    seat: int,
    roads: Mapping[Path, int],
    buildings: Mapping[Intersection, Building],
) -> int:
    """The longest walk of a seat that has just laid a road, and had one of `known` roads before.

    A longer one must use the new road. Where that leads to a place with no other, as most do, it begins there.
    """
    links = _network(island, seat, roads, buildings)
    loose = [far for there in links.values() for path, far in there if path == new and len(links[far]) == 1]
    trail = _longest_from(loose[0], links, known) if loose else _longest(links, known)
    return max(known, len(trail))


def _network(island: Island, seat: int, roads: Mapping[Path, int], buildings: Mapping[Intersection, Building]) -> Links:
    """Which roads of a seat meet where; at a foreign building each road ends by itself."""
    foreign = {at for at, building in buildings.items() if building.seat != seat}
    links: Links = {}
    for path in own_roads(roads, seat):
        low, high = island.ends_of[path]
        if low in foreign:
            low = f"{low} {path}"
        if high in foreign:
            high = f"{high} {path}"
        links.setdefault(low, []).append((path, high))
        links.setdefault(high, []).append((path, low))
    return links


def _longest(links: Links, known: int) -> list[Path]:
    """The longest walk; an empty list where none is longer than `known`."""
    most = sum(map(len, links.values())) // 2
    best: list[Path] = []
    for start in _starts(links):
        longest = max(known, len(best))
        if longest >= most:
            break
        best = _longest_from(start, links, longest) or best
    return best


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
    """The longest walk from one place; an empty list where none is longer than `known`."""
    best: list[Path] = []
    longest = known
    trail: list[Path] = []

    def walk(place: str) -> None:
        nonlocal best, longest
        for path, far in links[place]:
            if path not in trail:
                trail.append(path)
                walk(far)
                trail.pop()
        if len(trail) > longest:
            best, longest = trail.copy(), len(trail)

    walk(start)
    return best
