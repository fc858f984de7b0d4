"""Spots on the board: where a piece may go. The spot implies the piece."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from narrator.core.memo import memo
from narrator.core.message import msg
from narrator.core.play.placement import booklet_roads, booklet_settlements, is_placement, placement_mode, placing_seat
from narrator.core.play.spots import road_spots, settlement_spots
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import refusals
from narrator.core.table.board import Board
from narrator.core.table.coordinates import Hex, Intersection, Path
from narrator.core.table.events import AnyFact, CityBuilt, RoadBuilt, RobberMoved, SettlementBuilt
from narrator.core.table.state import GameState
from narrator.text.render import Rendered, TableLocale, say, say_list
from narrator.web.panels import purchases
from narrator.web.panels.panel import PIECE_OF_EVENT, Button, Panel, Row, Spot
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

Built = RoadBuilt | SettlementBuilt | CityBuilt
FREELY_PLACED = ("road", "settlement")  # a city needs a settlement


def build_spots(table: TableContext) -> tuple[Spot, ...]:
    """Return everything that one tap on the board can build now, including what the hand may be too small for."""
    if table.are_actions_closed:
        return ()
    spots: list[Spot] = []
    for pieces in _buildable_pieces(table.panel_state, table.acting_seat):
        # All of these places are allowed. If another rule refuses the first piece, it refuses the others, too.
        first = purchases.possible_purchase(table, pieces[0])
        if first is not None:
            events = (replace(piece, late=first.event.late, waived=first.event.waived) for piece in pieces)
            spots += [_spot(table, event, first.shortfall) for event in events]
    return tuple(spots)


def _buildable_pieces(state: GameState, seat: int) -> Iterator[tuple[Built, ...]]:
    """Yield all roads, settlements and cities that the pieces on the board let a seat build, whatever they cost."""
    roads = tuple(RoadBuilt(seat=seat, at=path) for path in road_spots(state, seat))
    settlements = tuple(SettlementBuilt(seat=seat, at=at) for at in settlement_spots(state, seat))
    yield from (pieces for pieces in (roads, settlements, tuple(_upgrades(state, seat))) if pieces)


def _upgrades(state: GameState, seat: int) -> Iterator[CityBuilt]:
    own = ((at, building) for at, building in state.buildings.items() if building.seat == seat)
    yield from (CityBuilt(seat=seat, at=at) for at, building in own if not building.city)


def build_panel(table: TableContext) -> Panel:
    """Return the price of each piece, how many are left, and its spots: the legal ones or all."""
    picked = table.query.pick("piece")
    shows_all = bool(table.query.pick("any")) and picked in FREELY_PLACED
    if table.panel_state.phase.part_of_game == "turn":
        spots = build_spots(table)
    else:
        spots = tuple(_spot(table, event) for event in table.mark_if_late(*_legal_builds(table.panel_state)))
    prices = tuple(_price(table, piece, [spot for spot in spots if spot.kind == piece]) for piece in purchases.PIECES)
    shown = _all_spots(table) if shows_all else spots
    shown = tuple(spot for spot in shown if spot.kind == picked or picked not in purchases.PIECES)
    has_toggle = picked in FREELY_PLACED and not table.is_reported
    toggle = _all_spots_button(table, shows_all) if has_toggle else None
    notes = () if shown else (table.say("ui.build.nothing", seat=table.acting_seat),)
    title = table.say("ui.ask.build" if shown else "ui.build")
    return Panel((Row(prices, look="prices"),), title, notes, shown, table.back, all_spots_button=toggle)


def _price(table: TableContext, piece: purchases.Piece, spots: list[Spot]) -> Button:
    """Return a link to the spots of a piece; a piece that can't be built says why."""
    if not spots and (table.is_dealt or not (piece in FREELY_PLACED and purchases.pieces_left(table, piece))):
        return purchases.disabled_piece_button(table, piece)
    picked = table.query.pick("piece") == piece
    left = table.say("ui.pieces_left", n=purchases.pieces_left(table, piece))
    return Button(
        table.say(f"ui.piece.{piece}"),
        href=href(table.query, piece=None if picked else piece, any=None),
        icon=piece,
        caption=left if spots else purchases.why_not_buildable(table, piece),
        cost=purchases.price_cards(piece),
        shortfall=spots[0].shortfall if spots else "",
        is_picked=picked,
    )


def _all_spots_button(table: TableContext, shows_all: bool) -> Button:
    key = "ui.build.legal" if shows_all else "ui.build.any"
    link = href(table.query, any=None if shows_all else 1)
    return Button(table.say(key), href=link, icon="flag", is_picked=shows_all)


def placement_panel(table: TableContext) -> Panel:
    """Return the spots of the piece that is due, with those of a booklet marked. Without legal spots, return all."""
    state = table.panel_state
    seat = placing_seat(state) if state.phase.part_of_game != "turn" else table.acting_seat
    wanted = RoadBuilt if state.phase.step in ("road", "free_roads") else SettlementBuilt
    legal = [event for event in _legal_builds(state) if isinstance(event, wanted)]
    possible = [event for event in _possible_builds(state, seat) if isinstance(event, wanted)]
    shows_all = bool(table.query.pick("any")) or not legal
    marked: Collection[Intersection | Path] = ()
    if is_placement(state):
        marked = (booklet_roads if wanted is RoadBuilt else booklet_settlements)(state, seat)
    events = table.mark_if_late(*(possible if shows_all else legal))
    spots = tuple(replace(spot, is_marked=spot.at in marked) for spot in (_spot(table, event) for event in events))
    is_drawn = bool(marked) and placement_mode(state, seat) == "drawn" and not shows_all
    has_more = bool(legal) and len(possible) > len(legal) and not table.is_reported
    all_spots_button = _all_spots_button(table, shows_all) if has_more else None
    about = table.say("ui.booklet") if is_drawn and has_more else ""
    return Panel(spots=spots, all_spots_button=all_spots_button, help=about)


def _legal_builds(state: GameState) -> Iterator[AnyFact]:
    yield from (event for event in legal_events(state) if type(event) in PIECE_OF_EVENT)


def _possible_builds(state: GameState, seat: int) -> Iterator[AnyFact]:
    """Yield every physically possible build, which the host can allow; a first road is beside its settlement."""
    island = state.game.board.island
    free = (SettlementBuilt(seat=seat, at=at) for at in island.intersections if at not in state.buildings)
    roads = (RoadBuilt(seat=seat, at=path) for path in island.paths if path not in state.roads)
    events: Iterable[AnyFact] = (*free, *_upgrades(state, seat), *roads)
    for event in events:
        reasons = refusals(state, event)
        if not any(reason.kind == "impossible" or reason.code == "placement.road_elsewhere" for reason in reasons):
            yield event


def _all_spots(table: TableContext) -> tuple[Spot, ...]:
    legal = {spot.at: spot for spot in build_spots(table)}
    possible = table.mark_if_late(*_possible_builds(table.panel_state, table.acting_seat))
    spots = (_spot(table, event) for event in possible)
    return tuple(legal.get(spot.at, spot) for spot in spots)


def _spot(table: TableContext, event: AnyFact, shortfall: str = "") -> Spot:
    assert isinstance(event, Built)
    assert event.at is not None
    kind = PIECE_OF_EVENT[type(event)]
    return Spot(
        event.at,
        kind,
        _label(table.panel_state.game.board, table.locale, kind, event.at),
        (event,),
        shortfall=shortfall,
    )


def describe_event_place(table: TableContext, event: AnyFact) -> tuple[str, str] | None:
    """Return the id of the place that an event is about and its description; None without a board."""
    at = event.to if isinstance(event, RobberMoved) else getattr(event, "at", None)
    if at is None:
        return None
    return at, describe_hex(table, at) if isinstance(event, RobberMoved) else describe_place(table, at)


@memo
def _label(board: Board, locale: TableLocale, kind: str, at: Intersection | Path) -> str:
    return say(msg(f"ui.spot.{kind}", around=Rendered(_describe_hexes_around(board, locale, at))), locale)


def describe_place(table: TableContext, at: Intersection | Path) -> str:
    return _describe_hexes_around(table.panel_state.game.board, table.locale, at)


def _describe_hexes_around(board: Board, locale: TableLocale, at: Intersection | Path) -> str:
    hexes = board.island.hexes_beside(at) if at.startswith("e_") else board.island.hexes_at[at]
    return say_list([_describe_hex(board, locale, one) for one in hexes], locale)


def describe_hex(table: TableContext, at: Hex) -> str:
    return _describe_hex(table.panel_state.game.board, table.locale, at)


def _describe_hex(board: Board, locale: TableLocale, at: Hex) -> str:
    number = board.numbers.get(at)
    if number is None:
        return say(msg("ui.hex.bare", terrain=board.terrain[at]), locale)
    return say(msg("ui.hex", terrain=board.terrain[at], total=number), locale)


def robber_spots(table: TableContext, moves: Iterable[tuple[AnyFact, ...]]) -> tuple[Spot, ...]:
    found = []
    for events in moves:
        assert isinstance(events[0], RobberMoved)
        at = events[0].to or ""
        label = table.say("ui.spot.hex", around=Rendered(describe_hex(table, at)))
        found.append(Spot(at, "hex", label, table.mark_if_late(*events)))
    return tuple(found)
