"""Cards and pieces: resources and counts of them, costs, development cards, what is in the box."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Meta, Struct

Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
RESOURCES: tuple[Resource, ...] = get_args(Resource)
Count = Annotated[int, Meta(ge=0, le=1000)]
Counts = dict[Resource, Count]
"""Counts as they are written in events: what is absent is none."""


class Cards(NamedTuple):
    """So many of each resource.

    >>> Cards(ore=2).plus(Cards(ore=1, wool=1))
    Cards(lumber=0, brick=0, wool=1, grain=0, ore=3)
    """

    lumber: int = 0
    brick: int = 0
    wool: int = 0
    grain: int = 0
    ore: int = 0

    def plus(self, other: "Cards") -> "Cards":
        a, b, c, d, e = self
        f, g, h, i, j = other
        return Cards(a + f, b + g, c + h, d + i, e + j)

    def minus(self, other: "Cards") -> "Cards":
        a, b, c, d, e = self
        f, g, h, i, j = other
        return Cards(a - f, b - g, c - h, d - i, e - j)

    def times(self, number: int) -> "Cards":
        return Cards(*(count * number for count in self))

    def covers(self, other: "Cards") -> bool:
        """Whether there are at least as many of every kind."""
        return all(have >= need for have, need in zip(self, other, strict=True))

    def total(self) -> int:
        return sum(self)

    def of(self, resource: Resource) -> int:
        return self[INDEX[resource]]

    def kinds(self) -> tuple[Resource, ...]:
        return tuple(resource for resource, count in zip(RESOURCES, self, strict=True) if count)

    def counts(self) -> Counts:
        """As an event writes it: only what there is."""
        return {resource: count for resource, count in zip(RESOURCES, self, strict=True) if count}


INDEX: dict[Resource, int] = {resource: place for place, resource in enumerate(RESOURCES)}
NONE = Cards()


def cards(counts: Mapping[Resource, int]) -> Cards:
    """
    >>> cards({"grain": 2})
    Cards(lumber=0, brick=0, wool=0, grain=2, ore=0)
    """
    return Cards(*(counts.get(resource, 0) for resource in RESOURCES))


def some(resource: Resource, count: int = 1) -> Cards:
    """So many cards of one kind."""
    return Cards(**{resource: count})


ROAD_COST = Cards(lumber=1, brick=1)
SETTLEMENT_COST = Cards(lumber=1, brick=1, wool=1, grain=1)
CITY_COST = Cards(grain=2, ore=3)
DEVELOPMENT_COST = Cards(wool=1, grain=1, ore=1)

DevelopmentKind = Literal["knight", "points", "road_building", "year_of_plenty", "monopoly"]

Terrain = Literal["forest", "hills", "pasture", "fields", "mountains", "desert"]
PRODUCES: dict[Terrain, Resource] = {
    "forest": "lumber",
    "hills": "brick",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}
HarbourKind = Literal["any", "lumber", "brick", "wool", "grain", "ore"]
Colour = Literal["red", "blue", "white", "orange", "green", "brown"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

TRADE_TOKENS = 20
TOKENS_AT_START = 5

ROADS = 15
SETTLEMENTS = 5
CITIES = 4


class Box(Struct, frozen=True):
    """What one box holds, besides the pieces of each colour."""

    hexes: int
    terrain: dict[Terrain, int]
    numbers: dict[int, int]
    harbours: dict[HarbourKind, int]
    of_each_resource: int
    development: dict[DevelopmentKind, int]
    colours: tuple[Colour, ...]

    def bank(self) -> Cards:
        return Cards(*(self.of_each_resource for _ in RESOURCES))

    def deck(self) -> int:
        return sum(self.development.values())


BASE_BOX = Box(
    hexes=19,
    terrain={"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1},
    numbers={2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1},
    harbours={"any": 4, "lumber": 1, "brick": 1, "wool": 1, "grain": 1, "ore": 1},
    of_each_resource=19,
    development={"knight": 14, "points": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2},
    colours=("red", "blue", "white", "orange"),
)
LARGE_BOX = Box(
    hexes=30,
    terrain={"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2},
    numbers={2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 8: 3, 9: 3, 10: 3, 11: 3, 12: 2},
    harbours={"any": 5, "lumber": 1, "brick": 1, "wool": 2, "grain": 1, "ore": 1},
    of_each_resource=24,
    development={"knight": 20, "points": 5, "road_building": 3, "year_of_plenty": 3, "monopoly": 3},
    colours=COLOURS,
)

PIPS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""In how many of the 36 ways two dice show a total."""
