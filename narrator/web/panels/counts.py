"""Without a board: what a settlement touches, as a palette of resource and number; which one becomes a city."""

from collections.abc import Sequence

from narrator.core.play.placement import placing_seat
from narrator.core.table.box import HarbourKind
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import AnyFact, CardsGained, CityBuilt, RoadBuilt, RoadReported, SettlementBuilt, Touch
from narrator.core.table.state import Site, active_seats
from narrator.text.render import say_list
from narrator.web.panels.neutral import asks_tokens
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.price import PIECES, Bought, Piece, at_any_price, bought, cards_of, pieces_left, shut_button
from narrator.web.rendering.page_query import fresh, href, parse_number
from narrator.web.rendering.table_context import TableContext

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
MOST = 3
TOKENS = (0, 1, 2, 3)
HARBOURS: tuple[HarbourKind, ...] = ("any", *RESOURCES)


def palette_panel(table: TableContext) -> Panel:
    """Up to three hexes, one tap each; the third enters the settlement."""
    seat = placing_seat(table.state) if table.state.phase.phase == "setup" else table.seat
    touched = _touched(table)
    rows = [
        Row(
            tuple(_cell(table, seat, touched, resource, number) for number in NUMBERS),
            _name(table, resource),
            look="palette",
        )
        for resource in RESOURCES
    ]
    harbours = [Row(tuple(_harbour(table, kind) for kind in HARBOURS), table.say("ui.touches.harbour"), look="cards")]
    if asks_tokens(table.state):
        harbours.append(Row(_token_counts(table), table.say("ui.touches.tokens"), look="numbers"))
    event = _settlement(table, seat, touched)
    done = Button(_done(table, touched), at_any_price(table, event), icon="check", main=bool(touched))
    ends = [done]
    if touched:
        ends.append(Button(table.say("ui.clear"), href=href(table.query, t=None, harbour=None), icon="cross"))
    return Panel((*rows, *harbours, Row(tuple(ends))), table.say("ui.touches"), back=table.back)


def _settlement(table: TableContext, seat: int, touched: list[Touch]) -> SettlementBuilt:
    """With its harbour and, in Catan for Two, the tokens that it brings."""
    harbour = table.query.pick("harbour")
    tokens = table.query.number("tokens")
    return SettlementBuilt(
        seat=seat,
        touches=touched or None,
        harbour=harbour if harbour in HARBOURS else None,
        tokens=tokens if asks_tokens(table.state) and tokens in TOKENS else None,
    )


def _token_counts(table: TableContext) -> tuple[Button, ...]:
    tapped = table.query.number("tokens")
    return tuple(Button(str(n), href=href(table.query, tokens=n), picked=n == tapped) for n in TOKENS)


def _name(table: TableContext, resource: Resource) -> str:
    return table.say("ui.resource", resource=resource)


def _done(table: TableContext, touched: Sequence[Touch]) -> str:
    if not touched:
        return table.say("ui.touches.unknown")
    return table.say("ui.touches.done", cards=_site_words(table, touched))


def _touched(table: TableContext) -> list[Touch]:
    found = []
    for part in table.query.list("t")[:MOST]:
        resource, _, number = part.partition("-")
        total = parse_number(number)
        if resource in RESOURCES and total in NUMBERS:
            found.append(Touch(resource, total))
    return found


def _cell(table: TableContext, seat: int, touched: list[Touch], resource: Resource, number: int) -> Button:
    touch = Touch(resource, number)
    chosen = [*touched, touch]
    label, picked = str(number), touch in touched
    if len(chosen) < MOST:
        written = ".".join(f"{t.resource}-{t.number}" for t in chosen)
        return Button(label, href=href(table.query, t=written), icon=resource, picked=picked)
    event = _settlement(table, seat, chosen)
    return Button(label, at_any_price(table, event), icon=resource, picked=picked)


def _harbour(table: TableContext, kind: HarbourKind) -> Button:
    label = table.say("ui.harbour.any") if kind == "any" else _name(table, kind)
    picked = table.query.pick("harbour") == kind
    link = href(table.query, harbour=None if picked else kind)
    rate = "3:1" if kind == "any" else "2:1"
    return Button(label, href=link, icon="harbour" if kind == "any" else kind, caption=rate, picked=picked)


def _site_words(table: TableContext, touches: Sequence[Touch]) -> str:
    return say_list([table.say("ui.hex.number", resource=t.resource, total=t.number) for t in touches], table.locale)


def counted_build_panel(table: TableContext) -> Panel:
    """What is built, each with its price; what can't be says why."""
    rows = counted_pieces(table)
    open_ones = {button.icon for row in rows for button in row.buttons}
    shut = tuple(shut_button(table, piece) for piece in PIECES if piece not in open_ones)
    notes = () if rows else (table.say("ui.build.nothing", seat=table.seat),)
    title = table.say("ui.ask.build_what" if rows else "ui.build")
    return Panel((*rows, Row(shut, look="prices")) if shut else rows, title, notes, back=table.back)


def counted_pieces(table: TableContext) -> tuple[Row, ...]:
    """Without a board: a road at once, a settlement by what it touches, a city on one that stands."""
    seat = table.seat
    pieces = [_piece(table, "road", one, (one.event,)) for one in bought(table, [RoadBuilt(seat=seat)])]
    pieces += [_piece(table, "settlement", one) for one in bought(table, [SettlementBuilt(seat=seat)])]
    sites = [site for site in table.state.seats[seat].sites if not site.city]
    cities = tuple(_city(table, sites, one) for one in bought(table, _upgrades(table, len(sites))))
    title = table.say("ui.piece.city_on")
    return tuple(row for row in (Row(tuple(pieces), look="prices"), Row(cities, title, look="prices")) if row.buttons)


def _piece(table: TableContext, piece: Piece, one: Bought, events: tuple[AnyFact, ...] = ()) -> Button:
    left = table.say("ui.pieces_left", n=pieces_left(table, piece))
    link = None if events else fresh(table.query, "touches")
    label = table.say(f"ui.piece.{piece}")
    return Button(label, events, href=link, icon=piece, caption=left, cost=cards_of(piece), dear=one.dear)


def _upgrades(table: TableContext, settlements: int) -> list[CityBuilt]:
    return [CityBuilt(seat=table.seat, settlement=k) for k in range(1, settlements + 1)]


def _city(table: TableContext, sites: Sequence[Site], one: Bought) -> Button:
    assert isinstance(one.event, CityBuilt)
    number = one.event.settlement or 1
    touches = sites[number - 1].touches
    label = _site_words(table, touches) if touches else table.say("ui.piece.nth", n=number)
    return Button(label, (one.event,), icon="city", cost=cards_of("city"), dear=one.dear)


def road_button(table: TableContext) -> Panel:
    """A set-up road: nothing is known about it but that it lies there."""
    road = Button(table.say("ui.piece.road_placed"), table.entered(RoadBuilt(seat=table.seat)), icon="road", main=True)
    return Panel((Row((road,)),))


def measure_panel(table: TableContext, seat: int) -> Panel:
    """How long a road is."""
    lengths = range(1, table.state.seats[seat].roads + 1)
    buttons = [Button(str(n), (RoadReported(seat=seat, length=n),)) for n in lengths]
    return Panel((Row(tuple(buttons), table.say("ui.measure", seat=seat), seat, look="numbers"),))


def gains_panel(table: TableContext) -> Panel:
    """What everybody takes, where nobody said what their buildings touch."""
    got = [part for part in table.query.list("got") if _is_gain(table, part)]
    rows = [_gain_row(table, seat, got) for seat in active_seats(table.state)]
    gains: dict[int, dict[Resource, int]] = {}
    for seat in active_seats(table.state):
        taken = {resource: got.count(f"{seat}{resource}") for resource in RESOURCES if f"{seat}{resource}" in got}
        if taken:
            gains[seat] = taken
    ends = []
    if gains:
        event = CardsGained(gains=gains)
        ends = [
            Button(table.say("ui.gains.done", n=len(got)), table.entered(event), icon="check", main=True),
            Button(table.say("ui.clear"), href=href(table.query, got=None), icon="cross"),
        ]
    return Panel((*rows, Row(tuple(ends))), table.say("ui.gains"), back=table.back)


def _is_gain(table: TableContext, part: str) -> bool:
    return parse_number(part[:1]) in active_seats(table.state) and part[1:] in RESOURCES


def _gain_row(table: TableContext, seat: int, got: list[str]) -> Row:
    buttons = []
    for resource in RESOURCES:
        count = got.count(f"{seat}{resource}")
        link = href(table.query, do="gains", got=".".join([*got, f"{seat}{resource}"]))
        buttons.append(
            Button(_name(table, resource), href=link, icon=resource, caption=str(count or ""), picked=bool(count))
        )
    return Row(tuple(buttons), table.name(seat), seat, look="cards")
