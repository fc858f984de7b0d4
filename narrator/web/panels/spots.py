"""Spots on the board: where a piece may go. The spot implies the piece."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from narrator.core.memo import memo
from narrator.core.message import msg
from narrator.core.play.placement import is_placement, marked_roads, marked_settlements, placing_seat, placing_way
from narrator.core.play.spots import Buildings, Roads, free_corners_of, free_paths_of
from narrator.core.record.choices import legal_events
from narrator.core.record.rules import refusals
from narrator.core.table.board import Board
from narrator.core.table.coordinates import Hex, Intersection, Island, Path
from narrator.core.table.events import AnyFact, CityBuilt, RoadBuilt, RobberMoved, SettlementBuilt
from narrator.core.table.state import GameState
from narrator.text.render import Rendered, TableLocale, say, say_list
from narrator.web.panels.panel import Button, Panel, Row, Spot
from narrator.web.panels.price import PIECES, Piece, bought, cards_of, has_left, pieces_left, shut_button, why_not
from narrator.web.panels.tappings import spot_of
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

Built = RoadBuilt | SettlementBuilt | CityBuilt
Land = tuple[str, int | None]
"""A hex: its terrain and number."""
ROAMING = ("road", "settlement")
"""Pieces that may lie anywhere on the island; a city stands where its settlement stood."""


def build_spots(table: TableContext) -> tuple[Spot, ...]:
    """Everything that one tap on the board can build now. What the hand is too small for is there, too, and says so."""
    state, board = table.state, table.state.game.board
    if table.closed or board is None:
        return ()
    spots: list[Spot] = []
    for pieces in _within_reach(board.island, state.roads, state.buildings, table.seat):
        # Where pieces may lie is known: what speaks against one speaks against all of its kind.
        for one in bought(table, pieces[:1]):
            spots += _alike(table.locale, board, pieces, one.event.late, one.event.waived, one.dear)
    return tuple(spots)


def _alike(
    locale: TableLocale, board: Board, pieces: tuple[Built, ...], late: bool, waived: bool, dear: str
) -> tuple[Spot, ...]:
    """Spots of one kind: most taps put nothing on the board, and these are the very same then."""
    return tuple(_spot_of(locale, board, replace(piece, late=late, waived=waived), dear) for piece in pieces)


def build_panel(table: TableContext) -> Panel:
    """What each piece costs, how many are left, and its spots; or all there are, for what is against the rules."""
    picked = table.query.pick("piece")
    everything = bool(table.query.pick("any")) and picked in ROAMING
    spots = _to_build(table)
    prices = tuple(_price(table, piece, [spot for spot in spots if spot.kind == piece]) for piece in PIECES)
    shown = _any_spots(table, _anywhere(table.state, table.seat)) if everything else spots
    shown = tuple(spot for spot in shown if spot.kind == picked or picked not in PIECES)
    other = _other_spots(table, everything) if picked in ROAMING and not table.is_reported else None
    notes = () if shown else (table.say("ui.build.nothing", seat=table.seat),)
    title = table.say("ui.ask.build" if shown else "ui.build")
    return Panel((Row(prices, look="prices"),), title, notes, shown, table.back, tiles=True, other=other)


def _to_build(table: TableContext) -> tuple[Spot, ...]:
    if table.state.phase.phase == "turn":
        return build_spots(table)
    return tuple(_spot(table, *table.entered(event)) for event in _regular(table.state))


def _price(table: TableContext, piece: Piece, spots: list[Spot]) -> Button:
    """A piece that can be built leads to its spots alone; one that can't says why."""
    if not spots and (table.is_dealt or not (piece in ROAMING and has_left(table, piece))):
        return shut_button(table, piece)
    label, cost = table.say(f"ui.piece.{piece}"), cards_of(piece)
    picked = table.query.pick("piece") == piece
    link = href(table.query, piece=None if picked else piece, any=None)
    caption = table.say("ui.pieces_left", n=pieces_left(table, piece)) if spots else why_not(table, piece)
    dear = spots[0].dear if spots else ""
    return Button(label, href=link, icon=piece, caption=caption, cost=cost, dear=dear, picked=picked)


def _other_spots(table: TableContext, everything: bool) -> Button:
    key = "ui.build.legal" if everything else "ui.build.any"
    return Button(table.say(key), href=href(table.query, any=None if everything else 1), icon="flag", picked=everything)


def placement_panel(table: TableContext) -> Panel:
    """The piece that is due: nothing but its spots, those that a booklet marks told apart. Where the rules leave none,
    all that can be: the table is right."""
    state, seat = table.state, _placing(table)
    wanted = RoadBuilt if state.phase.step in ("road", "free_roads") else SettlementBuilt
    regular = [event for event in _regular(state) if isinstance(event, wanted)]
    anywhere = [event for event in _anywhere(state, seat) if isinstance(event, wanted)]
    everything = bool(table.query.pick("any")) or not regular
    marked = _marked(table, seat, wanted)
    spots = tuple(_spot(table, *table.entered(event), marked=marked) for event in (anywhere if everything else regular))
    is_drawn = bool(marked) and placing_way(state, seat) == "drawn" and not everything
    has_more = bool(regular) and len(anywhere) > len(regular) and not table.is_reported
    other = _other_spots(table, everything) if has_more else None
    about = table.say("ui.booklet") if is_drawn and has_more else ""
    return Panel(spots=spots, tiles=True, other=other, about=about)


def _marked(table: TableContext, seat: int, wanted: type[AnyFact]) -> tuple[Intersection | Path, ...]:
    """Where a booklet wants the piece that is due."""
    if not is_placement(table.state):
        return ()
    return (marked_roads if wanted is RoadBuilt else marked_settlements)(table.state, seat)


def _placing(table: TableContext) -> int:
    return placing_seat(table.state) if table.state.phase.phase != "turn" else table.seat


def _regular(state: GameState) -> Iterator[AnyFact]:
    yield from (event for event in legal_events(state) if spot_of(type(event)))


def _within_reach(island: Island, roads: Roads, buildings: Buildings, seat: int) -> tuple[tuple[Built, ...], ...]:
    """Where the pieces on the board let somebody build, whatever it costs: all of a kind together."""
    paths = tuple(RoadBuilt(seat=seat, at=path) for path in free_paths_of(island, roads, buildings, seat))
    corners = tuple(SettlementBuilt(seat=seat, at=at) for at in free_corners_of(island, roads, buildings, seat))
    return tuple(pieces for pieces in (paths, corners, tuple(_own_settlements(buildings, seat))) if pieces)


def _anywhere(state: GameState, seat: int) -> Iterator[AnyFact]:
    """Every place where a piece can lie at all; what is against tonight's rules can still be let stand. A first road
    lies beside its settlement, whatever the rules."""
    for event in _on_empty_places(state, seat):
        reasons = refusals(state, event)
        if not any(reason.kind == "impossible" or reason.code == "placement.road_elsewhere" for reason in reasons):
            yield event


def _on_empty_places(state: GameState, seat: int) -> Iterator[AnyFact]:
    board = state.game.board
    assert board is not None
    yield from (SettlementBuilt(seat=seat, at=at) for at in board.island.intersections if at not in state.buildings)
    yield from _own_settlements(state.buildings, seat)
    yield from (RoadBuilt(seat=seat, at=path) for path in board.island.paths if path not in state.roads)


def _own_settlements(buildings: Buildings, seat: int) -> Iterator[CityBuilt]:
    """Each of them may become a city."""
    standing = ((at, building) for at, building in buildings.items() if building.seat == seat)
    yield from (CityBuilt(seat=seat, at=at) for at, building in standing if not building.city)


def _any_spots(table: TableContext, events: Iterator[AnyFact]) -> tuple[Spot, ...]:
    """What only a hand's size speaks against is let stand; what is against the rules is asked about."""
    regular = {spot.at: spot for spot in build_spots(table)}
    return tuple(regular.get(at_of(event)) or _spot(table, *table.entered(event)) for event in events)


def at_of(event: AnyFact) -> str:
    assert isinstance(event, SettlementBuilt | CityBuilt | RoadBuilt)
    assert event.at is not None
    return event.at


def _spot(table: TableContext, event: AnyFact, *, marked: Collection[Intersection | Path] = ()) -> Spot:
    return _spot_of(table.locale, _board(table), event, marked=at_of(event) in marked)


def _spot_of(locale: TableLocale, board: Board, event: AnyFact, dear: str = "", marked: bool = False) -> Spot:
    at, kind = at_of(event), spot_of(type(event))
    return Spot(at, kind, _label(board, locale, kind, at), (event,), dear=dear, marked=marked)


def where(table: TableContext, event: AnyFact) -> tuple[str, str] | None:
    """The place that an event speaks of, and that place in words; none without a board. The piece is said with the
    event."""
    at = event.to if isinstance(event, RobberMoved) else getattr(event, "at", None)
    if at is None or table.state.game.board is None:
        return None
    return at, hex_words(table, at) if isinstance(event, RobberMoved) else around(table, at)


def spot_label(table: TableContext, kind: str, at: str) -> str:
    """A spot for those who hear the page: the piece and what it lies at."""
    return _label(_board(table), table.locale, kind, at)


@memo
def _label(board: Board, locale: TableLocale, kind: str, at: Intersection | Path) -> str:
    return say(msg(f"ui.spot.{kind}", around=Rendered(_round(locale, _land_round(board, at)))), locale)


def around(table: TableContext, at: Intersection | Path) -> str:
    """The hexes round a place."""
    return _round(table.locale, _land_round(_board(table), at))


def _round(locale: TableLocale, hexes: tuple[Land, ...]) -> str:
    return say_list([_words(locale, one) for one in hexes], locale)


def _land_round(board: Board, at: Intersection | Path) -> tuple[Land, ...]:
    hexes = board.island.hexes_beside(at) if at.startswith("e_") else board.island.hexes_at[at]
    return tuple((board.terrain[one], board.numbers.get(one)) for one in hexes)


def _board(table: TableContext) -> Board:
    assert table.state.game.board is not None
    return table.state.game.board


def hex_words(table: TableContext, at: Hex) -> str:
    board = _board(table)
    return _words(table.locale, (board.terrain[at], board.numbers.get(at)))


def _words(locale: TableLocale, hex_: Land) -> str:
    terrain, number = hex_
    if number is None:
        return say(msg("ui.hex.bare", terrain=terrain), locale)
    return say(msg("ui.hex", terrain=terrain, total=number), locale)


def robber_spots(table: TableContext, to_events: dict[Hex, tuple[RobberMoved | AnyFact, ...]]) -> tuple[Spot, ...]:
    return tuple(
        Spot(at, "hex", table.say("ui.spot.hex", around=Rendered(hex_words(table, at))), table.entered(*events))
        for at, events in to_events.items()
    )
