"""Longest Road and Largest Army.

The longest road is the longest trail over own roads that uses no road twice. Intersections may repeat. Another owner's
building may end the trail but not be inside it: the network is split there into loose ends.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.state import Building, GameState, owner, owners, with_owner

LONGEST_ROAD_MIN = 5
LARGEST_ARMY_MIN = 3


def title_holder(holder: int | None, counts: Sequence[int], least: int) -> int | None:
    """Return the holder while nobody has more, else the only leader; None if several lead.

    >>> title_holder(0, [6, 6, 0], least=5), title_holder(0, [4, 6, 5], least=5), title_holder(0, [4, 6, 6], least=5)
    (0, 1, None)
    """
    best = max(counts)
    if best < least:
        return None
    if holder is not None and counts[holder] == best:
        return holder
    leaders = [seat for seat, count in enumerate(counts) if count == best]
    return leaders[0] if len(leaders) == 1 else None


def measure_roads(state: GameState, numbers: Iterable[int]) -> GameState:
    """Measure these owners' roads again and reassign the title if one changed."""
    if not state.game.has_board:
        return state
    changed = False
    for number in numbers:
        length = len(longest_trail(state.game.board.island, number, state.roads, state.buildings))
        if length != owner(state, number).road_length:
            state = with_owner(state, number, road_length=length)
            changed = True
    return settle_longest_road(state) if changed else state


def measure_new_road(state: GameState, number: int, at: Path | None) -> GameState:
    """Measure after building one road, which can only make its owner's trail longer."""
    if at is None:
        return state
    known = owner(state, number).road_length
    length = length_with(at, known, state.game.board.island, number, state.roads, state.buildings)
    return settle_longest_road(with_owner(state, number, road_length=length)) if length != known else state


def settle_longest_road(state: GameState) -> GameState:
    """Reassign the title; a neutral colour may hold it too."""
    numbers = owners(state)
    lengths = [owner(state, number).road_length for number in numbers]
    holder = None if state.longest_road is None else numbers.index(state.longest_road)
    found = title_holder(holder, lengths, LONGEST_ROAD_MIN)
    return replace(state, longest_road=None if found is None else numbers[found])


def settle_largest_army(state: GameState) -> GameState:
    knights = [seat.knights for seat in state.seats]
    return replace(state, largest_army=title_holder(state.largest_army, knights, LARGEST_ARMY_MIN))


Links = dict[str, list[tuple[Path, str]]]


def longest_trail(
    island: Island, seat: int, roads: Mapping[Path, int], buildings: Mapping[Intersection, Building]
) -> tuple[Path, ...]:
    return tuple(_longest(_network(island, seat, roads, buildings), known=0))


def length_with(
    new: Path,
    known: int,
    island: Island,
    seat: int,
    roads: Mapping[Path, int],
    buildings: Mapping[Intersection, Building],
) -> int:
    """Return the longest trail after a new road, given the length `known` before: a longer trail must use that road."""
    links = _network(island, seat, roads, buildings)
    loose = [far for there in links.values() for path, far in there if path == new and len(links[far]) == 1]
    trail = _longest_from(loose[0], links, known) if loose else _longest(links, known)
    return max(known, len(trail))


def _network(island: Island, seat: int, roads: Mapping[Path, int], buildings: Mapping[Intersection, Building]) -> Links:
    """Return which roads of a seat meet where; at another owner's building each road ends by itself."""
    foreign = {at for at, building in buildings.items() if building.seat != seat}
    links: Links = {}
    for path, owner_number in roads.items():
        if owner_number != seat:
            continue
        low, high = island.ends_of[path]
        if low in foreign:
            low = f"{low} {path}"
        if high in foreign:
            high = f"{high} {path}"
        links.setdefault(low, []).append((path, high))
        links.setdefault(high, []).append((path, low))
    return links


def _longest(links: Links, known: int) -> list[Path]:
    """Return the longest trail, or an empty list if none is longer than `known`."""
    most = sum(map(len, links.values())) // 2
    best: list[Path] = []
    for start in _starts(links):
        longest = max(known, len(best))
        if longest >= most:
            break
        best = _longest_from(start, links, longest) or best
    return best


def _starts(links: Links) -> list[str]:
    """Return places where a longest trail can begin.

    One that begins where an even number of roads meet, and ends elsewhere, leaves a road there unused and would be
    longer with it. So it begins at an odd place; only a component without any (a ring, two rings that touch) is a
    closed trail, which may begin anywhere.
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
    """Return the longest trail from one place, or an empty list if none is longer than `known`."""
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
