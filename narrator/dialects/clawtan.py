"""Clawtan: the same game under the sea, for programs that read a prompt and choose one of the listed actions.

Hexes are cube coordinates, corners are numbers in reading order, a path is its two corners. Every listed action
contains the exact value to send back; only the value of an offer is made by the program.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from narrator.app.programs import Programs, Situation, whose_move
from narrator.app.sessions.trades import trade_of
from narrator.core.message import Refused, impossible
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply
from narrator.core.table import events
from narrator.core.table.box import Terrain
from narrator.core.table.cards import RESOURCES, Counts, DevelopmentKind, cards
from narrator.core.table.coordinates import Island, triple
from narrator.core.table.phase import Over, Stealing
from narrator.core.table.state import GameState, points, shown_bank
from narrator.dialects import actions

RESOURCE_NAMES = dict(zip(RESOURCES, ("DRIFTWOOD", "CORAL", "SHRIMP", "KELP", "PEARL"), strict=True))
TILE_NAMES: dict[Terrain, str] = {
    "forest": "MANGROVE",
    "hills": "REEF_FLAT",
    "pasture": "SHALLOWS",
    "fields": "KELP_FOREST",
    "mountains": "OYSTER_BED",
    "desert": "DEEP_SEA",
}
CARD_NAMES: dict[DevelopmentKind, str] = {
    "knight": "LOBSTER_GUARD",
    "year_of_plenty": "BOUNTIFUL_HARVEST",
    "monopoly": "TIDAL_MONOPOLY",
    "road_building": "CURRENT_BUILDING",
    "points": "TREASURE_CHEST",
}
# by step; otherwise `PLAY_TIDE`
PROMPTS = {
    "checklist": "BUILD_FIRST_TIDE_POOL",
    "settlement": "BUILD_FIRST_TIDE_POOL",
    "road": "BUILD_FIRST_CURRENT",
    "discard": "RELEASE_CATCH",
    "robber": "MOVE_THE_KRAKEN",
    "steal": "MOVE_THE_KRAKEN",
}
GIVE_SLOTS = 4


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


def color_name(state: GameState, seat: int) -> str:
    return state.seats[seat].colour.upper()


def color_or_none(state: GameState, seat: int | None) -> str | None:
    return None if seat is None or seat >= len(state.seats) else color_name(state, seat)


def count_list(*counts: Counts) -> list[int]:
    """Return the counts in the order DRIFTWOOD, CORAL, SHRIMP, KELP, PEARL."""
    return [number for each in counts for number in cards(each)]


def clawtan_view(situation: Situation) -> ClawtanView:
    actions.check_rules(situation.state, "clawtan")
    state, board = situation.state, situation.state.game.board
    assert state.robber is not None
    island, moves, held = board.island, whose_move(state), situation.development or ()
    return ClawtanView(
        seq=situation.last_entry,
        notes=situation.notes,
        color=color_name(state, situation.seat),
        your_turn=actions.is_awaited(situation),
        current_color=color_name(state, moves[0]) if moves else None,
        prompt=prompt_of(situation),
        available_actions=[action for action, _ in actions_of(situation)],
        resources=_resource_counts(situation.hand or cards({})),
        treasure_maps=[ClawtanTreasureMap(CARD_NAMES[h.kind], not h.bought_this_turn) for h in held if h.kind],
        players=[_player(state, seat) for seat in range(len(state.seats))],
        tiles=[_tile(state, at) for at in island.hexes],
        ports=[
            ClawtanPort(edge_of(island, path), *((None, 3) if kind == "any" else (RESOURCE_NAMES[kind], 2)))
            for path, kind in board.harbours.items()
        ],
        edges=[edge_of(island, path) for path in island.paths],
        buildings=[
            ClawtanBuilding(node_of(island, at), "REEF" if piece.city else "TIDE_POOL", color_name(state, piece.seat))
            for at, piece in state.buildings.items()
        ],
        currents=[ClawtanCurrent(edge_of(island, at), color_name(state, seat)) for at, seat in state.roads.items()],
        kraken=list(triple(state.robber)),
        bank=_resource_counts(shown_bank(state)),
        treasure_maps_left=state.deck,
        longest_road=color_or_none(state, state.longest_road),
        largest_army=color_or_none(state, state.largest_army),
        last_roll=state.roll,
        trade=_open_trade(situation),
        winner=color_or_none(state, state.phase.winner) if isinstance(state.phase, Over) else None,
    )


def prompt_of(situation: Situation) -> str | None:
    if situation.actions.answers and situation.offer is not None and situation.seat not in situation.offer.answers:
        return "DECIDE_TRADE"
    if situation.actions.cancel:
        return "DECIDE_ACCEPTEES"
    is_move = situation.seat in whose_move(situation.state)
    return PROMPTS.get(situation.state.phase.step, "PLAY_TIDE") if is_move else None


def node_of(island: Island, at: str) -> int:
    return island.intersections.index(at)


def edge_of(island: Island, path: str) -> list[int]:
    return sorted(node_of(island, end) for end in island.ends_of[path])


def _resource_counts(counts: Any) -> dict[str, int]:
    return {RESOURCE_NAMES[resource]: counts.count_of(resource) for resource in RESOURCES}


def _tile(state: GameState, at: str) -> ClawtanTile:
    board = state.game.board
    land, nodes = board.terrain[at], [node_of(board.island, corner) for corner in board.island.corners_of[at]]
    resource = next((RESOURCE_NAMES[p.resource] for each in board.producers.values() for p in each if p.at == at), None)
    return ClawtanTile(list(triple(at)), TILE_NAMES[land], resource, board.numbers.get(at), nodes)


def _player(state: GameState, number: int) -> ClawtanPlayer:
    seat = state.seats[number]
    return ClawtanPlayer(
        color=color_name(state, number),
        name=seat.name,
        victory_points=points(state, number),
        resource_cards=seat.hand_size,
        treasure_maps=seat.development_cards,
        lobster_guards=seat.knights,
        currents_left=seat.roads_left,
        tide_pools_left=seat.settlements_left,
        reefs_left=seat.cities_left,
        road_length=seat.road_length,
    )


def _open_trade(situation: Situation) -> ClawtanTrade | None:
    if situation.offer is None:
        return None
    said = {seat: answer.answer for seat, answer in sorted(situation.offer.answers.items())}
    return ClawtanTrade(
        color=color_name(situation.state, situation.offer.offer.seat),
        value=count_list(situation.offer.offer.give, situation.offer.offer.want),
        accepted=[color_name(situation.state, seat) for seat, word in said.items() if word == "accept"],
        rejected=[color_name(situation.state, seat) for seat, word in said.items() if word == "decline"],
    )


# What can be done.

# an action and what it means; None for an offer, whose value is still missing
ListedAction = tuple[ClawtanAction, actions.Action | None]


def actions_of(situation: Situation) -> list[ListedAction]:
    """An open offer comes first, for its maker and for those asked."""
    if prompt_of(situation) in ("DECIDE_TRADE", "DECIDE_ACCEPTEES"):
        return list(_trade_actions(situation))
    if not actions.is_awaited(situation):
        return []
    listed: list[ListedAction] = [(ClawtanAction("ROLL_THE_SHELLS"), actions.Roll())] if situation.actions.roll else []
    for event in situation.actions.events:
        if (make := ACTION_OF_EVENT.get(type(event))) and (named := make(situation.state, event)):
            listed.append((named, actions.Enter((event,))))
    listed += _robber_actions(situation)
    return [*listed, (ClawtanAction("OFFER_TRADE"), None)] if situation.actions.offer else listed


def _trade_actions(situation: Situation) -> Iterator[ListedAction]:
    offer = situation.offer
    assert offer is not None
    value = count_list(offer.offer.give, offer.offer.want)
    if situation.actions.cancel:
        for partner in situation.actions.confirm if situation.waits_for is None else ():
            trade = trade_of(offer.offer, offer.answers[partner])
            terms = [*count_list(trade.give, trade.receive), color_name(situation.state, partner)]
            yield ClawtanAction("CONFIRM_TRADE", terms), actions.Confirm(partner, offer.answer_numbers[partner])
        yield ClawtanAction("CANCEL_TRADE"), actions.Cancel()
        return
    if "accept" in situation.actions.answers:
        yield ClawtanAction("ACCEPT_TRADE", value), actions.Reply("accept", offer.number)
    yield ClawtanAction("REJECT_TRADE", value), actions.Reply("decline", offer.number)


def _robber_actions(situation: Situation) -> Iterator[ListedAction]:
    """The robber's move and the theft are one action."""
    state, here = situation.state, situation.state.robber
    if isinstance(state.phase, Stealing) and here is not None:
        yield from _theft_actions(state, situation.seat, here, ())
    for move in situation.actions.events:
        if isinstance(move, events.RobberMoved) and move.to is not None:
            after = apply(state, move)
            if isinstance(after.phase, Stealing):
                yield from _theft_actions(after, situation.seat, move.to, (move,))
            else:
                yield ClawtanAction("MOVE_THE_KRAKEN", [list(triple(move.to)), None, None]), actions.Enter((move,))


def _theft_actions(state: GameState, seat: int, at: str, before: tuple[events.AnyFact, ...]) -> Iterator[ListedAction]:
    for theft in legal_events(state):
        if isinstance(theft, events.CardStolen) and theft.seat == seat:
            value = [list(triple(at)), color_or_none(state, theft.victim), None]
            yield ClawtanAction("MOVE_THE_KRAKEN", value), actions.Enter((*before, theft))


ActionMaker = Callable[[GameState, Any], ClawtanAction | None]


def _at_node(name: str) -> ActionMaker:
    return lambda state, event: ClawtanAction(name, node_of(state.game.board.island, event.at))


def _without_value(name: str) -> ActionMaker:
    return lambda _, event: ClawtanAction(name)


def _ocean_trade(_: GameState, event: events.BankTraded) -> ClawtanAction | None:
    """Five slots, the last one for the card received; other trades can't be expressed."""
    given, wish = cards(event.give), cards(event.receive)
    if given.total() > GIVE_SLOTS or wish.total() != 1:
        return None
    paid = [RESOURCE_NAMES[given.resources()[0]]] * given.total()
    received = RESOURCE_NAMES[wish.resources()[0]]
    return ClawtanAction("OCEAN_TRADE", [*paid, *[None] * (GIVE_SLOTS - len(paid)), received])


# names of events, with their values; points cards need none, as they are revealed automatically
ACTION_OF_EVENT: dict[type[events.AnyFact], ActionMaker] = {
    events.SettlementBuilt: _at_node("BUILD_TIDE_POOL"),
    events.CityBuilt: _at_node("BUILD_REEF"),
    events.RoadBuilt: lambda state, event: ClawtanAction("BUILD_CURRENT", edge_of(state.game.board.island, event.at)),
    events.DevelopmentBought: _without_value("BUY_TREASURE_MAP"),
    events.KnightPlayed: _without_value("SUMMON_LOBSTER_GUARD"),
    events.YearOfPlentyPlayed: lambda _, event: ClawtanAction(
        "PLAY_BOUNTIFUL_HARVEST",
        [name for kind, name in RESOURCE_NAMES.items() for _ in range(event.cards.get(kind, 0))],
    ),
    events.MonopolyPlayed: lambda _, event: ClawtanAction("PLAY_TIDAL_MONOPOLY", RESOURCE_NAMES[event.resource]),
    events.RoadBuildingPlayed: _without_value("PLAY_CURRENT_BUILDING"),
    events.BankTraded: _ocean_trade,
    events.CardsDiscarded: _without_value("RELEASE_CATCH"),
    events.TurnEnded: _without_value("END_TIDE"),
}


def clawtan_act(programs: Programs, game: str, seat: int, sent: ClawtanSent, key: str | None = None) -> ClawtanView:
    """Do one listed action and return the result. Raises `Refused` if it is not listed, else like `Programs`."""
    situation = programs.situation(game, seat)
    actions.check_rules(situation.state, "clawtan")
    if (end := actions.reveal_winning_points(programs, game, situation)) is not None:
        return clawtan_view(end)
    listed = next((each for each in actions_of(situation) if _matches(sent, each[0])), None)
    if listed is None:
        raise Refused(impossible("dialect.not_listed"))
    if listed[1] is None:
        give, want = _parse_offer(sent.value)
        programs.offer(game, seat, give, want, key)
    else:
        actions.perform(programs, game, seat, listed[1], sent.seen, key)
    after = programs.situation(game, seat)
    return clawtan_view(actions.reveal_winning_points(programs, game, after) or after)


def _matches(sent: ClawtanSent, listed: ClawtanAction) -> bool:
    """The order of two corners or of two wishes doesn't matter."""
    if sent.action != listed.action:
        return False
    if sent.action in ("BUILD_CURRENT", "PLAY_BOUNTIFUL_HARVEST") and isinstance(sent.value, list):
        return sorted(map(str, sent.value)) == sorted(map(str, listed.value))
    return sent.action == "OFFER_TRADE" or sent.value == listed.value


def _parse_offer(value: Any) -> tuple[Counts, Counts]:
    """Parse ten counts: given, then wanted."""
    if not isinstance(value, list) or len(value) != 10 or any(type(n) is not int or not 0 <= n <= 1000 for n in value):
        raise Refused(impossible("dialect.ten_counts"))
    give, want = ({r: n for r, n in zip(RESOURCES, half, strict=True) if n} for half in (value[:5], value[5:]))
    return give, want
