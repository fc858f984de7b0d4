"""The two titles: who holds Longest Road and Largest Army."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from narrator.core.table.coordinates import Intersection, Island, Path
from narrator.core.table.state import Building, GameState, owner, owners, with_owner

LONGEST_ROAD_MIN = 5
LARGEST_ARMY_MIN = 3


def title_holder(holder: int | None, counts: Sequence[int], least: int) -> int | None:
    """Who holds a title: its holder while nobody has more, else the only leader; with several leaders, nobody.

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
    """Measure the roads of these owners again and hand the title on if one of them changed."""
    board = state.game.board
    if board is None:
        return state
    changed = False
    for number in numbers:
        length = len(longest_trail(board.island, number, state.roads, state.buildings))
        if length != owner(state, number).road_length:
            state = with_owner(state, number, road_length=length)
            changed = True
    return settle_longest_road(state) if changed else state


def road_laid(state: GameState, number: int, at: Path | None) -> GameState:
    """The same where a road was laid: it can only have made its owner's longer."""
    board = state.game.board
    if board is None or at is None:
        return state
    known = owner(state, number).road_length
    length = length_with(at, known, board.island, number, state.roads, state.buildings)
    return settle_longest_road(with_owner(state, number, road_length=length)) if length != known else state


def settle_longest_road(state: GameState) -> GameState:
    """Hand the title to whom it belongs; a neutral colour may hold it too."""
    numbers = owners(state)
    lengths = [owner(state, number).road_length for number in numbers]
    holder = None if state.longest_road is None else numbers.index(state.longest_road)
    found = title_holder(holder, lengths, LONGEST_ROAD_MIN)
    return replace(state, longest_road=None if found is None else numbers[found])


def settle_largest_army(state: GameState) -> GameState:
    knights = [seat.knights for seat in state.seats]
    return replace(state, largest_army=title_holder(state.largest_army, knights, LARGEST_ARMY_MIN))


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
