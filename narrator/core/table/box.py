"""Contents of the box: terrain, number tokens, harbors, pieces, cards."""

from typing import Literal, get_args

from msgspec import Struct

from narrator.core.table.cards import RESOURCES, Cards, DevelopmentKind, Resource

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
    hexes: int
    terrain: dict[Terrain, int]
    numbers: dict[int, int]
    harbours: dict[HarbourKind, int]
    cards_per_resource: int
    development: dict[DevelopmentKind, int]
    colours: tuple[Colour, ...]

    def bank(self) -> Cards:
        return Cards(*(self.cards_per_resource for _ in RESOURCES))

    def deck(self) -> int:
        return sum(self.development.values())


BASE_BOX = Box(
    hexes=19,
    terrain={"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1},
    numbers={2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1},
    harbours={"any": 4, "lumber": 1, "brick": 1, "wool": 1, "grain": 1, "ore": 1},
    cards_per_resource=19,
    development={"knight": 14, "points": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2},
    colours=("red", "blue", "white", "orange"),
)
LARGE_BOX = Box(
    hexes=30,
    terrain={"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2},
    numbers={2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 8: 3, 9: 3, 10: 3, 11: 3, 12: 2},
    harbours={"any": 5, "lumber": 1, "brick": 1, "wool": 2, "grain": 1, "ore": 1},
    cards_per_resource=24,
    development={"knight": 20, "points": 5, "road_building": 3, "year_of_plenty": 3, "monopoly": 3},
    colours=COLOURS,
)


# in how many of the 36 ways two dice show a total
PIPS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
