"""What goes between a program that speaks Agente and its seat, as types."""

from typing import Any

from msgspec import Struct, field


class AgenteAction(Struct, frozen=True, omit_defaults=True):
    """As it is sent back. `data` names a place or a trade, where the action has one."""

    action: str
    data: dict[str, Any] = {}


class AgenteHexagon(Struct):
    """`resource` is null for the desert."""

    id: str
    resource: str | None
    number: int | None
    vertices: list[str]


class AgenteBuilding(Struct, rename="camel"):
    vertex_id: str
    type: str
    player: int


class AgenteRoad(Struct, rename="camel"):
    edge_id: str
    player: int


class AgentePlayer(Struct, rename="camel"):
    """What everybody can count."""

    id: int
    name: str
    color: str
    victory_points: int
    cards: int
    road_length: int
    has_longest_road: bool


class AgenteView(Struct, rename="camel"):
    """Phase, state and the actions that are valid now. `seq` and `notes` go back as `since` and `notes` to wait for
    news; `phase` is that of whoever's turn it is."""

    seq: int
    notes: int
    player: int
    phase: str
    your_turn: bool
    current_player: int | None
    available_actions: list[AgenteAction]
    resources: dict[str, int]
    players: list[AgentePlayer]
    hexagons: list[AgenteHexagon]
    buildings: list[AgenteBuilding]
    roads: list[AgenteRoad]
    bank: dict[str, int]
    last_roll: int | None
    winner: int | None


class AgenteSent(Struct):
    """One action. `reasoning` stands beside its entry after the end of the game. With `seen`, only while that is still
    the last entry."""

    action: str
    data: dict[str, Any] = {}
    reasoning: str = ""
    seen: int | None = None


class AgenteError(Struct, rename="camel"):
    """What was wrong and what would be right, in words and as an action. `number` is that of the rulebook's list of
    common errors; null for what it does not list."""

    number: int | None
    code: str
    message: str
    right: str
    example: AgenteAction | None


class AgenteRefused(Struct, rename="camel"):
    """Nothing was done."""

    error: AgenteError
    phase: str
    available_actions: list[AgenteAction] = field(default_factory=list)
