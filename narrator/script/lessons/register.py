"""The lessons: one row each, the most urgent first. A rule is taught when it first matters, once, in few words."""

from functools import cache

from msgspec import Struct

from narrator.core.message import msg
from narrator.core.table.events import (
    BankTraded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    Event,
    KnightPlayed,
    MonopolyPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState
from narrator.script.lessons import firsts
from narrator.script.lessons.firsts import When
from narrator.script.model import Lesson


class Row(Struct, frozen=True):
    """When a lesson first matters, and what it shows."""

    when: When
    drawing: str
    after: type[Event] | None = None
    """The kind of fact that can bring it about; None is any."""
    odd: bool = False
    """Whether it is of an odd case: those are told to tables that have played before."""
    own: bool = False
    """Whether it is for the phone of whom it concerns only: the table hears of it anyway."""


LESSONS: dict[str, Row] = {
    "discard": Row(firsts.must_discard, "discard_table", DiceRolled, own=True),
    "seven": Row(firsts.seven, "seven", DiceRolled),
    "road_cut": Row(firsts.road_cut, "road_cut", SettlementBuilt, odd=True),
    "title_aside": Row(firsts.title_aside, "road_tie", odd=True),
    "short_bank": Row(firsts.short_bank, "production", DiceRolled, odd=True),
    "match_point": Row(firsts.match_point, "points"),
    "placement_order": Row(firsts.placing_back, "placement_order"),
    "starting_cards": Row(firsts.first_cards, "starting_cards", SettlementBuilt),
    "distance": Row(firsts.placed, "distance", SettlementBuilt),
    "turn": Row(firsts.first_turn, "turn"),
    "production": Row(firsts.paid, "production", DiceRolled),
    "full_hand": Row(firsts.full_hand, "discard_table"),
    "robbed": Row(firsts.robbed, "robber", RobberMoved, own=True),
    "robber": Row(firsts.always, "robber", RobberMoved),
    "steal": Row(firsts.stolen, "robber", CardStolen),
    "knight": Row(firsts.knight, "knight", KnightPlayed),
    "road_building": Row(firsts.always, "road_building", RoadBuildingPlayed),
    "year_of_plenty": Row(firsts.always, "year_of_plenty", YearOfPlentyPlayed),
    "monopoly": Row(firsts.always, "monopoly", MonopolyPlayed),
    "victory_point": Row(firsts.always, "victory_point", PointsRevealed),
    "longest_road": Row(firsts.longest_road, "longest_road"),
    "largest_army": Row(firsts.largest_army, "largest_army"),
    "road_tie": Row(firsts.road_tie, "road_tie", RoadBuilt, odd=True),
    "playable": Row(firsts.playable, "knight", own=True),
    "longest_road_near": Row(firsts.near_longest_road, "longest_road"),
    "largest_army_near": Row(firsts.near_largest_army, "largest_army"),
    "pieces": Row(firsts.used_up, "city_on_settlement", odd=True),
    "city": Row(firsts.always, "city_on_settlement", CityBuilt),
    "settlement": Row(firsts.built, "distance", SettlementBuilt),
    "road": Row(firsts.built, "connecting_roads", RoadBuilt),
    "development": Row(firsts.always, "knight", DevelopmentBought),
    "bank_trade": Row(firsts.bank_trade, "bank_trade", BankTraded),
    "harbour": Row(firsts.harbour, "harbour", SettlementBuilt),
    "costs": Row(firsts.first_actions, "costs"),
    "trade": Row(firsts.second_actions, "trade"),
    "points": Row(firsts.second_round, "points"),
}
URGENCY = {name: place for place, name in enumerate(LESSONS)}


@cache
def rows_after(kind: type[Event], odd_only: bool) -> tuple[tuple[str, Row], ...]:
    """What this kind of fact can bring about."""
    rows = LESSONS.items()
    return tuple((name, row) for name, row in rows if row.after in (None, kind) and (row.odd or not odd_only))


def lesson(name: str, state: GameState) -> Lesson:
    """A lesson as tonight's rules have it. An unknown name raises KeyError."""
    params = {"target": state.rules.target_vp, "limit": state.rules.discard_limit}
    return Lesson(
        name, msg(f"lesson.{name}.title", **params), msg(f"lesson.{name}.text", **params), LESSONS[name].drawing
    )


def lessons_of(state: GameState) -> list[str]:
    """All that can come up at this table, in the order in which a game brings them."""
    off = {name for rule, value, names in POINTLESS if getattr(state.rules, rule) == value for name in names.split()}
    return [name for name in SHELF if name not in off]


POINTLESS: tuple[tuple[str, object, str], ...] = (
    ("development_cards", "off", "knight road_building year_of_plenty monopoly victory_point development playable"),
    ("development_cards", "off", "largest_army largest_army_near"),
    ("robber", "off", "seven robber robbed steal knight"),
    ("discards", "off", "seven discard full_hand"),
    ("harbours", "off", "harbour bank_trade"),
    ("domestic_trade", "off", "trade"),
    ("bank_limit", "unlimited", "short_bank"),
)
"""A rule, its value, and the lessons that would be wrong at a table that plays so."""
SHELF = (
    *("distance", "placement_order", "starting_cards", "harbour", "turn", "production", "costs", "trade", "bank_trade"),
    *("points", "road", "settlement", "city", "development", "playable", "knight", "road_building", "year_of_plenty"),
    *("monopoly", "victory_point", "full_hand", "seven", "discard", "robber", "robbed", "steal", "longest_road_near"),
    *("longest_road", "road_tie", "road_cut", "title_aside", "largest_army_near", "largest_army", "pieces"),
    *("short_bank", "match_point"),
)
