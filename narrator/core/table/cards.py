"""The five resources, counts of them, development card kinds, and prices."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Meta

Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
RESOURCES: tuple[Resource, ...] = get_args(Resource)
Count = Annotated[int, Meta(ge=0, le=1000)]
Counts = dict[Resource, Count]  # as written in events: absent means none


class Cards(NamedTuple):
    """How many of each resource.

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
        return _new_cards((a + f, b + g, c + h, d + i, e + j))

    def minus(self, other: "Cards") -> "Cards":
        a, b, c, d, e = self
        f, g, h, i, j = other
        return _new_cards((a - f, b - g, c - h, d - i, e - j))

    def times(self, number: int) -> "Cards":
        return Cards(*(count * number for count in self))

    def covers(self, other: "Cards") -> bool:
        """Return whether there are at least as many of every kind."""
        a, b, c, d, e = self
        f, g, h, i, j = other
        return a >= f and b >= g and c >= h and d >= i and e >= j

    def total(self) -> int:
        return sum(self)

    def count_of(self, resource: Resource) -> int:
        return self[RESOURCE_INDEX[resource]]

    def resources(self) -> tuple[Resource, ...]:
        return tuple([resource for resource, count in zip(RESOURCES, self, strict=True) if count])

    def counts(self) -> Counts:
        """Return the counts as events write them, without zeros."""
        return {resource: count for resource, count in zip(RESOURCES, self, strict=True) if count}


# creates Cards from five counts without the keyword handling of `Cards()`: this is a hot path
_new_cards = partial(tuple.__new__, Cards)
RESOURCE_INDEX: dict[Resource, int] = {resource: place for place, resource in enumerate(RESOURCES)}
NO_CARDS = Cards()


def cards(counts: Mapping[Resource, int]) -> Cards:
    """
    >>> cards({"grain": 2})
    Cards(lumber=0, brick=0, wool=0, grain=2, ore=0)
    """
    return _new_cards([counts.get(resource, 0) for resource in RESOURCES])


def cards_of(resource: Resource, count: int = 1) -> Cards:
    return Cards(**{resource: count})


DevelopmentKind = Literal["knight", "points", "road_building", "year_of_plenty", "monopoly"]


Purchase = Literal["road", "settlement", "city", "development"]
PURCHASES: tuple[Purchase, ...] = get_args(Purchase)

PRICES: dict[Purchase, Cards] = {
    "road": Cards(lumber=1, brick=1),
    "settlement": Cards(lumber=1, brick=1, wool=1, grain=1),
    "city": Cards(grain=2, ore=3),
    "development": Cards(wool=1, grain=1, ore=1),
}
