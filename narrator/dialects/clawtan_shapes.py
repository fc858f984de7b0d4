"""What goes between a program that speaks Clawtan and its seat, as types."""

from typing import Any

from msgspec import Struct


class ClawtanAction(Struct, frozen=True):
    """`value` as it is sent back; null for an offer, which the program fills in with ten counts."""

    action: str
    value: Any = None


class ClawtanTile(Struct):
    """`nodes` are its six corners."""

    coordinate: list[int]
    tile: str
    resource: str | None
    number: int | None
    nodes: list[int]


class ClawtanPort(Struct):
    """A 3:1 port has no resource."""

    nodes: list[int]
    resource: str | None
    rate: int


class ClawtanBuilding(Struct):
    node: int
    building: str
    color: str


class ClawtanCurrent(Struct):
    edge: list[int]
    color: str


class ClawtanPlayer(Struct):
    """What everybody can count."""

    color: str
    name: str
    victory_points: int
    resource_cards: int
    treasure_maps: int
    lobster_guards: int
    currents_left: int
    tide_pools_left: int
    reefs_left: int
    road_length: int


class ClawtanTreasureMap(Struct):
    card: str
    playable: bool


class ClawtanTrade(Struct):
    """The offer on the table as its ten counts, who made it, and who has accepted or rejected."""

    color: str
    value: list[int]
    accepted: list[str]
    rejected: list[str]


class ClawtanView(Struct):
    """State, prompt and available actions. `seq` and `notes` go back as `since` and `notes` to wait for news.
    `players` are in turn order; `prompt` is null for who is not asked."""

    seq: int
    notes: int
    color: str
    your_turn: bool
    current_color: str | None
    prompt: str | None
    available_actions: list[ClawtanAction]
    resources: dict[str, int]
    treasure_maps: list[ClawtanTreasureMap]
    players: list[ClawtanPlayer]
    tiles: list[ClawtanTile]
    ports: list[ClawtanPort]
    edges: list[list[int]]
    buildings: list[ClawtanBuilding]
    currents: list[ClawtanCurrent]
    kraken: list[int]
    bank: dict[str, int]
    treasure_maps_left: int
    longest_road: str | None
    largest_army: str | None
    last_roll: int | None
    trade: ClawtanTrade | None
    winner: str | None


class ClawtanSent(Struct):
    """One action. With `seen`, only while that is still the last entry."""

    action: str
    value: Any = None
    seen: int | None = None
