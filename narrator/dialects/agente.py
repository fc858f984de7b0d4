"""Agente: a Spanish rulebook for programs, with phases, ids of corners and paths, and a list of common errors.

It has no robber, cards, harbors or offers, so it is available only at tables without them.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

from narrator.app.programs import Programs, Situation, whose_move
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.record.judging import refusals
from narrator.core.table.box import PRODUCES
from narrator.core.table.cards import RESOURCES, Cards, cards
from narrator.core.table.events import AnyFact, BankTraded, CityBuilt, RoadBuilt, SettlementBuilt, TurnEnded
from narrator.core.table.phase import Over, PlacingRoad, PlacingSettlement, Rolling, SettingUp
from narrator.core.table.state import GameState, points, shown_bank
from narrator.dialects.actions import Action, Enter, Roll, check_rules, is_awaited, perform

RESOURCE_NAMES = dict(zip(RESOURCES, ("wood", "brick", "sheep", "wheat", "ore"), strict=True))
RESOURCE_OF_NAME = {name: resource for resource, name in RESOURCE_NAMES.items()}
ACTIONS = ("build_settlement", "build_road", "build_city", "trade_bank", "roll", "end_turn")
# actions by phase
ACTIONS_OF_PHASE = {
    "setup_settlement_1": ("build_settlement",),
    "setup_road_1": ("build_road",),
    "setup_settlement_2": ("build_settlement",),
    "setup_road_2": ("build_road",),
    "dice_roll": ("roll",),
    "main": ("build_road", "build_settlement", "build_city", "trade_bank", "end_turn"),
    "over": (),
}
# numbers in the rulebook's list of common errors
ERROR_NUMBERS = {
    "settlement.too_close": 1,
    "road.not_connected": 2,
    "placement.road_elsewhere": 3,
    "agente.end_in_setup": 4,
    "settlement.occupied": 5,
    "road.occupied": 5,
    "place.unknown": 5,
    "place.missing": 5,
    "agente.unknown_action": 6,
}
REPORTED_FIRST = (5, 3, 1, 2)  # which of them is reported if several apply to a place


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
    news; `phase` is the current player's."""

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


class WrongAction(Exception):
    """The action can't be done: the reasons, and the situation."""

    def __init__(self, situation: Situation, *reasons: Refusal) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.situation = situation
        ranks = {number: rank for rank, number in enumerate(REPORTED_FIRST)}
        self.reasons = sorted(reasons, key=lambda one: ranks.get(ERROR_NUMBERS.get(one.code, 0), len(REPORTED_FIRST)))
        self.phase = phase_name(situation.state)
        self.valid_actions = [action for action, _ in actions_of(situation)]


def error_number(reason: Refusal) -> int | None:
    return ERROR_NUMBERS.get(reason.code)


def phase_name(state: GameState) -> str:
    phase = state.phase
    if isinstance(phase, SettingUp):
        return "setup_settlement_1"
    if isinstance(phase, PlacingSettlement):
        return f"setup_settlement_{phase.round}"
    if isinstance(phase, PlacingRoad):
        return f"setup_road_{phase.round}"
    if isinstance(phase, Rolling):
        return "dice_roll"
    return "over" if isinstance(phase, Over) else "main"


def agente_view(situation: Situation) -> AgenteView:
    check_rules(situation.state, "agente")
    state, moves = situation.state, whose_move(situation.state)
    board = state.game.board
    return AgenteView(
        seq=situation.last_entry,
        notes=situation.notes,
        player=situation.seat,
        phase=phase_name(state),
        your_turn=is_awaited(situation),
        current_player=moves[0] if moves else None,
        available_actions=[action for action, _ in actions_of(situation)],
        resources=_resource_counts(situation.hand or Cards()),
        players=[_player(state, seat) for seat in range(len(state.seats))],
        hexagons=[
            AgenteHexagon(
                at,
                RESOURCE_NAMES[PRODUCES[land]] if (land := board.terrain[at]) in PRODUCES else None,
                board.numbers.get(at),
                list(board.island.corners_of[at]),
            )
            for at in board.island.hexes
        ],
        buildings=[
            AgenteBuilding(at, "city" if piece.city else "settlement", piece.seat)
            for at, piece in state.buildings.items()
        ],
        roads=[AgenteRoad(at, seat) for at, seat in state.roads.items()],
        bank=_resource_counts(shown_bank(state)),
        last_roll=state.roll,
        winner=state.phase.winner if isinstance(state.phase, Over) else None,
    )


def _resource_counts(counts: Cards) -> dict[str, int]:
    return {RESOURCE_NAMES[resource]: counts.count_of(resource) for resource in RESOURCES}


def _player(state: GameState, number: int) -> AgentePlayer:
    seat = state.seats[number]
    has_road = state.longest_road == number
    return AgentePlayer(
        number, seat.name, seat.colour, points(state, number), seat.hand_size, seat.road_length, has_road
    )


ACTION_OF_EVENT: dict[type[AnyFact], Callable[[Any], AgenteAction | None]] = {
    SettlementBuilt: lambda event: AgenteAction("build_settlement", {"vertexId": event.at}),
    RoadBuilt: lambda event: AgenteAction("build_road", {"edgeId": event.at}),
    CityBuilt: lambda event: AgenteAction("build_city", {"vertexId": event.at}),
    BankTraded: lambda event: _trade_action(event),
    TurnEnded: lambda _: AgenteAction("end_turn"),
}


def actions_of(situation: Situation) -> Iterator[tuple[AgenteAction, Action]]:
    if situation.actions.roll:
        yield AgenteAction("roll"), Roll()
    valid = ACTIONS_OF_PHASE[phase_name(situation.state)] if is_awaited(situation) else ()
    for event in situation.actions.events:
        action = ACTION_OF_EVENT[type(event)](event) if type(event) in ACTION_OF_EVENT else None
        if action is not None and action.action in valid:
            yield action, Enter((event,))


def _trade_action(event: BankTraded) -> AgenteAction | None:
    """Only trades for one card can be expressed."""
    given, wish = cards(event.give), cards(event.receive)
    if wish.total() != 1:
        return None
    (kind,) = given.resources()
    data = {"give": {RESOURCE_NAMES[kind]: given.total()}, "receive": RESOURCE_NAMES[wish.resources()[0]]}
    return AgenteAction("trade_bank", data)


def agente_act(programs: Programs, game: str, seat: int, sent: AgenteSent, key: str | None = None) -> None:
    """Do one action and keep its reasoning. Raises `WrongAction`, else like `Programs`."""
    situation = programs.situation(game, seat)
    try:
        check_rules(situation.state, "agente")
        entry = perform(programs, game, seat, _action_for(situation, sent), sent.seen, key)
    except Refused as refused:
        raise WrongAction(situation, *refused.reasons) from None
    if entry is not None and sent.reasoning.strip():
        programs.keep_reason(game, seat, entry, sent.reasoning)


def _action_for(situation: Situation, sent: AgenteSent) -> Action:
    phase = phase_name(situation.state)
    if sent.action not in ACTIONS:
        raise WrongAction(situation, impossible("agente.unknown_action"))
    if not is_awaited(situation):
        raise WrongAction(situation, impossible("agente.not_your_turn"))
    if sent.action == "end_turn" and phase.startswith("setup"):
        raise WrongAction(situation, impossible("agente.end_in_setup"))
    if sent.action not in ACTIONS_OF_PHASE[phase]:
        raise WrongAction(situation, impossible("agente.wrong_phase"))
    if sent.action == "roll":
        return Roll()
    try:
        event = _event_for(situation.seat, sent)
    except (KeyError, ValueError, TypeError, AttributeError):
        raise WrongAction(situation, impossible("agente.data")) from None
    if reasons := refusals(situation.state, event):
        raise WrongAction(situation, *reasons)
    return Enter((event,))


def _event_for(seat: int, sent: AgenteSent) -> AnyFact:
    """Raise if `data` is incomplete or malformed."""
    data = sent.data
    if sent.action == "build_settlement":
        return SettlementBuilt(seat=seat, at=_parse_place(data["vertexId"]))
    if sent.action == "build_road":
        return RoadBuilt(seat=seat, at=_parse_place(data["edgeId"]))
    if sent.action == "build_city":
        return CityBuilt(seat=seat, at=_parse_place(data["vertexId"]))
    if sent.action == "trade_bank":
        give = {RESOURCE_OF_NAME[name]: _parse_count(number) for name, number in data["give"].items()}
        return BankTraded(seat=seat, give=give, receive={RESOURCE_OF_NAME[data["receive"]]: 1})
    return TurnEnded(seat=seat)


def _parse_place(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 60:
        raise ValueError
    return value


def _parse_count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 1000:
        raise ValueError
    return value


def valid_example(error: WrongAction, sent: str) -> AgenteAction | None:
    """Return an action that would be right, of the same kind if possible."""
    return max(error.valid_actions, key=lambda action: action.action == sent, default=None)
