"""What the own points are made of: what each gives adds up to them."""

from narrator.core.reading.result import Standing, standings
from narrator.web.phone.personal import PointsPart, points_parts
from tests.support.games import ANA, given, new_game
from tests.support.web import table_at

MIDDLE = given(
    new_game(),
    settlements={ANA: ["A1-A2-B2", "C1-C2-D1"]},
    cities={ANA: ["D3-E2-E3"]},
    seats={ANA: {"knights": 3, "revealed_points": 1}},
)


def of_ana() -> tuple[Standing, tuple[PointsPart, ...]]:
    standing = next(one for one in standings(MIDDLE) if one.seat == ANA)
    return standing, points_parts(table_at(MIDDLE), standing)


def test_each_kind_says_how_many_there_are_and_what_they_give() -> None:
    _, parts = of_ana()
    assert [(part.icon, part.count, part.points) for part in parts] == [
        ("settlement", 2, 2),
        ("city", 1, 2),
        ("points", 1, 1),
        ("largest_army", 1, 2),
    ]


def test_what_they_give_adds_up_to_the_points() -> None:
    standing, parts = of_ana()
    assert sum(part.points for part in parts) == standing.points == 7


def test_it_is_said_to_those_who_listen() -> None:
    _, parts = of_ana()
    assert parts[1].words == "1 city (2 points)"
