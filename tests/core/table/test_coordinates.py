"""The island's places: ids as the contract writes them, and adjacency that agrees with itself."""

import pytest

from narrator.core.table.coordinates import Island, island_for


@pytest.mark.parametrize(
    ("hexes", "intersections", "paths", "coast", "rows"),
    [(19, 54, 72, 30, [3, 4, 5, 4, 3]), (30, 80, 109, 38, [3, 4, 5, 6, 5, 4, 3])],
)
def test_F_02_an_island_has_so_many_places(
    hexes: int, intersections: int, paths: int, coast: int, rows: list[int]
) -> None:
    places = island_for(hexes)
    assert (len(places.hexes), len(places.intersections), len(places.paths)) == (hexes, intersections, paths)
    assert len(set(places.coast)) == len(places.coast) == coast
    assert [len(row) for row in places.rows] == rows


def test_of_54_intersections_24_touch_three_hexes_12_two_and_18_one() -> None:
    touching = [len(hexes) for hexes in island_for(19).hexes_at.values()]
    assert (touching.count(3), touching.count(2), touching.count(1)) == (24, 12, 18)


def test_ids_are_those_of_the_contract() -> None:
    places = island_for(19)
    assert (places.rows[0][0], places.rows[2][2], places.rows[4][2]) == ("0,2,-2", "0,0,0", "0,-2,2")
    assert places.ends_of["e_v_1_1_-2_v_2_-1_-1"] == ("v_1_1_-2", "v_2_-1_-1")
    assert island_for(30).rows[3] == ("-3,3,0", "-2,2,0", "-1,1,0", "0,0,0", "1,-1,0", "2,-2,0")
    assert [row[-1].split(",")[0] for row in island_for(30).rows[:3]] == ["2", "2", "2"]
    assert [row[0].split(",")[0] for row in island_for(30).rows[4:]] == ["-3", "-3", "-3"]


@pytest.mark.parametrize("places", [island_for(19), island_for(30)], ids=["19", "30"])
def test_adjacency_agrees_with_itself(places: Island) -> None:
    for spot, near in places.next_to.items():
        assert len(places.paths_at[spot]) == len(near) in (2, 3)
        for other in near:
            assert spot in places.next_to[other]
    for path, (low, high) in places.ends_of.items():
        assert path == f"e_{low}_{high}"
        assert tuple(map(int, low[2:].split("_"))) < tuple(map(int, high[2:].split("_")))
        assert path in places.paths_at[low]
        assert path in places.paths_at[high]
        assert len(places.hexes_beside(path)) == (1 if path in places.coast else 2)
    for at, corners in places.corners_of.items():
        assert len(set(corners)) == 6
        assert all(at in places.hexes_at[corner] for corner in corners)
