"""Longest Road against a plain search of every walk, on random networks.

The search follows the words of docs/rulings.md §8 and nothing else: a walk over own roads that uses no road twice;
corners may repeat; a foreign building may be an end of the walk, never a middle.
"""

from collections.abc import Iterable
from random import Random

import pytest

from narrator.core.play.titles import length_with, longest_trail
from narrator.core.table.box import ROADS
from narrator.core.table.coordinates import Intersection, Island, Path, island_for
from narrator.core.table.state import Building
from tests.support.games import ANA, BORIS, CHAI, SMALL, path, spot

NETWORKS = 4000
"""On each island."""
RING = [path(name) for name in ("B2|C3", "B3|C3", "C3|C4", "C3|D3", "C3|D2", "C2|C3")]


def other_end(land: Island, road: Path, corner: Intersection) -> Intersection:
    (other,) = set(land.ends_of[road]) - {corner}
    return other


def length_of_every_walk(land: Island, own: set[Path], foreign: set[Intersection]) -> int:
    """The longest of all walks, found by taking every one of them from every corner."""

    def onward(corner: Intersection, unused: set[Path]) -> int:
        longest = 0
        for road in unused.intersection(land.paths_at[corner]):
            reached = other_end(land, road, corner)
            rest = 0 if reached in foreign else onward(reached, unused - {road})
            longest = max(longest, 1 + rest)
        return longest

    return max((onward(corner, own) for road in own for corner in land.ends_of[road]), default=0)


def is_walk(land: Island, trail: Iterable[Path], own: set[Path], foreign: set[Intersection]) -> bool:
    """Whether these roads, in this order, are a walk of distinct own roads with no foreign building in its middle."""
    roads = list(trail)
    if len(set(roads)) != len(roads) or not set(roads) <= own:
        return False
    return any(_leads_on(land, roads, start, foreign) for start in land.ends_of[roads[0]]) if roads else True


def _leads_on(land: Island, roads: list[Path], start: Intersection, foreign: set[Intersection]) -> bool:
    corner = start
    for number, road in enumerate(roads):
        if corner not in land.ends_of[road] or (number and corner in foreign):
            return False
        corner = other_end(land, road, corner)
    return True


def random_network(land: Island, rng: Random) -> set[Path]:
    """A connected network of 1 to 12 roads. It closes rings (grows along the hex with most of its sides laid), runs on
    from its newest road, or sprawls."""
    newest = rng.choice(land.paths)
    own = {newest}
    wanted = rng.randint(1, 12)
    habit = rng.choice(("ring", "ring", "line", "sprawl"))
    while len(own) < wanted:
        corners = {corner for road in own for corner in land.ends_of[road]}
        free = _free_at(land, corners, own)
        if habit == "ring" and rng.random() < 0.7:
            laid = {road: max(_sides_laid(land, at, own) for at in land.hexes_beside(road)) for road in free}
            free = [road for road in free if laid[road] == max(laid.values())]
        elif habit == "line":
            tips = {corner for corner in land.ends_of[newest] if own.intersection(land.paths_at[corner]) == {newest}}
            free = _free_at(land, tips, own) or free
        newest = rng.choice(free)
        own.add(newest)
    return own


def _free_at(land: Island, corners: set[Intersection], own: set[Path]) -> list[Path]:
    return sorted({road for corner in corners for road in land.paths_at[corner]} - own)


def _sides_laid(land: Island, at: str, own: set[Path]) -> int:
    return sum(at in land.hexes_beside(road) for road in own)


def random_buildings(land: Island, own: set[Path], rng: Random) -> dict[Intersection, Building]:
    """Nobody's, own and foreign buildings on the network's corners."""
    corners = sorted({corner for road in own for corner in land.ends_of[road]})
    chosen = rng.sample(corners, min(len(corners), rng.choice((0, 1, 1, 2, 3))))
    return {at: Building(rng.choice((ANA, BORIS, BORIS, CHAI)), city=rng.random() < 0.3) for at in chosen}


def rings_in(land: Island, own: set[Path]) -> int:
    return len(own) - len({corner for road in own for corner in land.ends_of[road]}) + 1


@pytest.mark.parametrize("hexes", [19, 30])
def test_the_longest_trail_is_as_long_as_the_longest_of_all_walks(hexes):
    land, rng = island_for(hexes), Random(hexes)
    seen: set[tuple[str, int]] = set()
    for _ in range(NETWORKS):
        own = random_network(land, rng)
        buildings = random_buildings(land, own, rng)
        foreign = {at for at, building in buildings.items() if building.seat != ANA}
        others = {road: BORIS for road in rng.sample(land.paths, 8) if road not in own}

        trail = longest_trail(land, ANA, {**others, **dict.fromkeys(own, ANA)}, buildings)

        length = length_of_every_walk(land, own, foreign)
        assert len(trail) == length, (sorted(own), sorted(foreign))
        assert is_walk(land, trail, own, foreign), (trail, sorted(own), sorted(foreign))
        seen |= {("length", length), ("rings", rings_in(land, own)), ("foreign", len(foreign))}
    assert {count for what, count in seen if what == "length"} == set(range(1, 13))
    assert {count for what, count in seen if what == "rings"} == {0, 1, 2}
    assert {count for what, count in seen if what == "foreign"} == {0, 1, 2, 3}


@pytest.mark.parametrize("hexes", [19, 30])
def test_a_road_laid_after_the_other_makes_the_same_length_as_measuring_all(hexes):
    land, rng = island_for(hexes), Random(hexes)
    for _ in range(NETWORKS // 8):
        own = random_network(land, rng) | random_network(land, rng)
        buildings = random_buildings(land, own, rng)
        roads: dict[Path, int] = {}
        known = 0
        for road in rng.sample(sorted(own), min(len(own), ROADS)):  # in any order: parts grow, meet and close
            roads[road] = ANA
            known = length_with(road, known, land, ANA, roads, buildings)
            assert known == len(longest_trail(land, ANA, roads, buildings)), (road, sorted(roads), buildings)


def test_nobody_without_roads_has_a_trail():
    assert longest_trail(SMALL, ANA, dict.fromkeys(RING, BORIS), {}) == ()


@pytest.mark.parametrize(
    ("roads", "foreign", "length"),
    [
        ([], [], 0),
        (RING[:4], [], 4),
        (RING, [], 6),
        (RING, ["B2-C2-C3"], 6),  # out from the building and back to it
        (RING, ["B2-C2-C3", "C3-C4-D3"], 3),
        ([*RING[:2], path("B2|B3")], [], 2),
        ([*RING[:2], path("B2|B3")], ["B2-B3-C3"], 1),
    ],
)
def test_the_plain_search_knows_what_can_be_counted_by_hand(roads, foreign, length):
    assert length_of_every_walk(SMALL, set(roads), set(map(spot, foreign))) == length


@pytest.mark.parametrize(
    ("trail", "foreign", "good"),
    [
        (RING, [], True),
        (RING[::-1], ["B2-C2-C3"], True),  # starts and ends at the building
        (RING, ["B3-C3-C4"], False),  # passes it
        ([RING[0], RING[2]], [], False),  # a gap
        ([*RING, RING[0]], [], False),  # a road twice
        ([RING[0], path("B2|B3"), RING[1]], [], False),  # a fork is not a walk
        ([path("A1 NW")], [], False),  # not an own road
    ],
)
def test_the_check_of_a_walk_can_fail(trail, foreign, good):
    own = {*RING, path("B2|B3")}
    assert is_walk(SMALL, trail, own, set(map(spot, foreign))) is good
