"""Building without a board: a settlement is entered by the resources and numbers that it touches."""

from collections.abc import Sequence

from narrator.core.play.placement import placing_seat
from narrator.core.table.box import HarbourKind
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import (
    AnyFact,
    CardsGained,
    CityBuilt,
    RoadBuilt,
    RoadReported,
    SettlementBuilt,
    TouchedHex,
)
from narrator.core.table.phase import PlacingRoad
from narrator.core.table.state import Site, active_seats
from narrator.text.render import say_list
from narrator.web.panels.catan_for_two import must_ask_for_tokens
from narrator.web.panels.panel import Button, Panel, Row, number_row, resource_button
from narrator.web.panels.purchases import (
    PIECES,
    Piece,
    PossiblePurchase,
    disabled_piece_button,
    pieces_left,
    possible_purchase,
    price_cards,
    purchase_events,
)
from narrator.web.rendering.page_query import href, panel_href, parse_number
from narrator.web.rendering.table_context import TableContext

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
MAX_TOUCHED_HEXES = 3
TOKENS = (0, 1, 2, 3)
HARBOURS: tuple[HarbourKind, ...] = ("any", *RESOURCES)


def touches_panel(table: TableContext) -> Panel:
    """Return resources by number: up to three hexes, one tap each; the third enters the settlement."""
    seat = placing_seat(table.panel_state) if table.panel_state.phase.part_of_game == "setup" else table.acting_seat
    touched = _touched(table)
    rows = [
        Row(
            tuple(_hex_button(table, seat, touched, TouchedHex(resource, number)) for number in NUMBERS),
            table.say("ui.resource", resource=resource),
            look="palette",
        )
        for resource in RESOURCES
    ]
    harbours = tuple(_harbour_button(table, kind) for kind in HARBOURS)
    rows.append(Row(harbours, table.say("ui.touches.harbour"), look="cards"))
    if must_ask_for_tokens(table.panel_state):
        tapped = table.query.number("tokens")
        counts = (Button(str(n), href=href(table.query, tokens=n), is_picked=n == tapped) for n in TOKENS)
        rows.append(Row(tuple(counts), table.say("ui.touches.tokens"), look="numbers"))
    label = table.say("ui.touches.unknown")
    if touched:
        label = table.say("ui.touches.done", cards=_describe_site(table, touched))
    event = _settlement(table, seat, touched)
    ends = [Button(label, purchase_events(table, event), icon="check", is_primary=bool(touched))]
    if touched:
        ends.append(Button(table.say("ui.clear"), href=href(table.query, t=None, harbour=None), icon="cross"))
    return Panel((*rows, Row(tuple(ends))), table.say("ui.touches"), close_href=table.back)


def _settlement(table: TableContext, seat: int, touched: list[TouchedHex]) -> SettlementBuilt:
    harbour = table.query.pick("harbour")
    tokens = table.query.number("tokens")
    return SettlementBuilt(
        seat=seat,
        touches=touched or None,
        harbour=harbour if harbour in HARBOURS else None,
        tokens=tokens if must_ask_for_tokens(table.panel_state) and tokens in TOKENS else None,
    )


def _touched(table: TableContext) -> list[TouchedHex]:
    found = []
    for part in table.query.list("t")[:MAX_TOUCHED_HEXES]:
        resource, _, number = part.partition("-")
        total = parse_number(number)
        if resource in RESOURCES and total in NUMBERS:
            found.append(TouchedHex(resource, total))
    return found


def _hex_button(table: TableContext, seat: int, touched: list[TouchedHex], touch: TouchedHex) -> Button:
    chosen = [*touched, touch]
    label, picked = str(touch.number), touch in touched
    if len(chosen) < MAX_TOUCHED_HEXES:
        link = href(table.query, t=".".join(f"{t.resource}-{t.number}" for t in chosen))
        return Button(label, href=link, icon=touch.resource, is_picked=picked)
    event = _settlement(table, seat, chosen)
    return Button(label, purchase_events(table, event), icon=touch.resource, is_picked=picked)


def _harbour_button(table: TableContext, kind: HarbourKind) -> Button:
    picked = table.query.pick("harbour") == kind
    link = href(table.query, harbour=None if picked else kind)
    if kind == "any":
        return Button(table.say("ui.harbour.any"), href=link, icon="harbour", caption="3:1", is_picked=picked)
    return resource_button(table, kind, href=link, caption="2:1", is_picked=picked)


def _describe_site(table: TableContext, touches: Sequence[TouchedHex]) -> str:
    return say_list([table.say("ui.hex.number", resource=t.resource, total=t.number) for t in touches], table.locale)


def boardless_build_panel(table: TableContext) -> Panel:
    rows = piece_rows(table)
    enabled = {button.icon for row in rows for button in row.buttons}
    disabled = tuple(disabled_piece_button(table, piece) for piece in PIECES if piece not in enabled)
    lines = () if rows else (table.say("ui.build.nothing", seat=table.acting_seat),)
    title = table.say("ui.ask.build_what" if rows else "ui.build")
    return Panel((*rows, Row(disabled, look="prices")) if disabled else rows, title, lines, close_href=table.back)


def open_piece_rows(table: TableContext) -> tuple[Row, ...]:
    """Return the pieces of a table without a board, while its player may build; on a board they are spots."""
    return () if table.panel_state.game.has_board or table.are_actions_closed else piece_rows(table)


def piece_rows(table: TableContext) -> tuple[Row, ...]:
    """Return a road that is built at once, a settlement that leads to its palette, and a city for each settlement."""
    seat = table.acting_seat
    pieces = []
    if road := possible_purchase(table, RoadBuilt(seat=seat)):
        pieces.append(_piece(table, "road", road, (road.event,)))
    if settlement := possible_purchase(table, SettlementBuilt(seat=seat)):
        pieces.append(_piece(table, "settlement", settlement))
    sites = [site for site in table.panel_state.seats[seat].sites if not site.city]
    upgrades = (CityBuilt(seat=seat, settlement=number) for number in range(1, len(sites) + 1))
    cities = tuple(_city(table, sites, one) for event in upgrades if (one := possible_purchase(table, event)))
    title = table.say("ui.piece.city_on")
    return tuple(row for row in (Row(tuple(pieces), look="prices"), Row(cities, title, look="prices")) if row.buttons)


def _piece(table: TableContext, piece: Piece, one: PossiblePurchase, events: tuple[AnyFact, ...] = ()) -> Button:
    left = table.say("ui.pieces_left", n=pieces_left(table, piece))
    link = None if events else panel_href(table.query, "touches")
    label = table.say(f"ui.piece.{piece}")
    return Button(label, events, href=link, icon=piece, caption=left, cost=price_cards(piece), shortfall=one.shortfall)


def _city(table: TableContext, sites: Sequence[Site], one: PossiblePurchase) -> Button:
    assert isinstance(one.event, CityBuilt)
    number = one.event.settlement or 1
    touches = sites[number - 1].touches
    label = _describe_site(table, touches) if touches else table.say("ui.piece.nth", n=number)
    return Button(label, (one.event,), icon="city", cost=price_cards("city"), shortfall=one.shortfall)


def boardless_placement_panel(table: TableContext) -> Panel:
    if not isinstance(table.panel_state.phase, PlacingRoad):
        return touches_panel(table)
    events = table.mark_if_late(RoadBuilt(seat=table.acting_seat))
    return Panel((Row((Button(table.say("ui.piece.road_placed"), events, icon="road", is_primary=True),)),))


def road_length_panel(table: TableContext, seat: int) -> Panel:
    lengths = {n: RoadReported(seat=seat, length=n) for n in range(1, table.panel_state.seats[seat].roads + 1)}
    return Panel((number_row(lengths, table.say("ui.measure", seat=seat), seat=seat),))


def gains_panel(table: TableContext) -> Panel:
    """Return what each player takes, if the record doesn't know what their buildings touch."""
    seats = active_seats(table.panel_state)
    got = [part for part in table.query.list("got") if parse_number(part[:1]) in seats and part[1:] in RESOURCES]
    rows = [_gain_row(table, seat, got) for seat in seats]
    gains: dict[int, dict[Resource, int]] = {}
    for seat in seats:
        taken = {resource: got.count(f"{seat}{resource}") for resource in RESOURCES if f"{seat}{resource}" in got}
        if taken:
            gains[seat] = taken
    ends = []
    if gains:
        event = CardsGained(gains=gains)
        ends = [
            Button(table.say("ui.gains.done", n=len(got)), table.mark_if_late(event), icon="check", is_primary=True),
            Button(table.say("ui.clear"), href=href(table.query, got=None), icon="cross"),
        ]
    return Panel((*rows, Row(tuple(ends))), table.say("ui.gains"), close_href=table.back)


def _gain_row(table: TableContext, seat: int, got: list[str]) -> Row:
    buttons = []
    for resource in RESOURCES:
        count = got.count(f"{seat}{resource}")
        link = href(table.query, do="gains", got=".".join([*got, f"{seat}{resource}"]))
        buttons.append(resource_button(table, resource, href=link, caption=str(count or ""), is_picked=bool(count)))
    return Row(tuple(buttons), table.name(seat), seat, look="cards")
