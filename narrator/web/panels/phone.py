"""What a phone can propose: only what its own player did."""

from msgspec.structs import replace

from narrator.app.sessions.offers import can_offer
from narrator.core.play.checklist import is_script_only
from narrator.core.play.placement import placing_seat
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import TurnEnded
from narrator.core.table.phase import (
    Acting,
    BuildingOnly,
    Discarding,
    MovingRobber,
    Over,
    PartnerActing,
    Rolling,
    SettingUp,
    SpecialBuilding,
    Stealing,
    Trading,
    between_turns,
)
from narrator.core.table.state import acting_seat
from narrator.script.model import Step
from narrator.script.own_hand import own_hand
from narrator.web.panels.actions import held_cards
from narrator.web.panels.can import can_row, told
from narrator.web.panels.choose_panel import PANELS, waiting_panel
from narrator.web.panels.counts import counted_pieces
from narrator.web.panels.dealt import dealt_discard, held_only, own_endings
from narrator.web.panels.development import buy_buttons
from narrator.web.panels.dice import dice_pad
from narrator.web.panels.hints import with_hints
from narrator.web.panels.neutral import token_buttons
from narrator.web.panels.panel import Button, Panel, Row, Spot
from narrator.web.panels.robber import discard_row, robber_panel, steal_panel
from narrator.web.panels.spots import build_spots
from narrator.web.rendering.page_query import PageQuery, fresh, href
from narrator.web.rendering.table_context import TableContext

OWN = ("build", "touches", "plenty", "monopoly", "points", "bank_trade")
"""The panels that a phone can open."""
CLOSED = ("build", "touches", "bank_trade")
"""Those that a hard stop of the clock closes."""


def own_panel(table: TableContext, seat: int, now: Step, detail: str = "normal") -> Panel:
    """What this seat may say of itself in this step, explained as much as its reader wants. What others may hold is
    nothing for a phone."""
    held = None if table.is_covered else own_hand(table.head, seat)
    hands = table.state.hands if table.is_dealt and not table.is_covered else None  # as this seat's own record has them
    table = replace(table, state=replace(table.state, hands=hands), is_reported=True, held=held)
    state, phase = table.state, table.state.phase
    if is_script_only(state) or state.seats[seat].left or isinstance(phase, Over):
        return Panel()
    if isinstance(phase, Discarding):
        owed = phase.owed.get(seat)
        return Panel((_discard(table, seat, owed),)) if owed else Panel()
    if isinstance(phase, SettingUp) and now.id.startswith("setup."):
        return Panel()
    whose = placing_seat(state) if isinstance(phase, SettingUp) else acting_seat(state)
    if whose != seat:
        return Panel()
    opened = table.query.do in OWN and not (table.closed and table.query.do in CLOSED)
    panel = PANELS[table.query.do](table) if opened else _waiting(table, now, detail)
    return with_hints(table, panel, now)


def _discard(table: TableContext, seat: int, owed: int) -> Row:
    return dealt_discard(table, seat, owed) if table.is_dealt else replace(discard_row(table, seat, owed), look="cards")


def _waiting(table: TableContext, now: Step, detail: str) -> Panel:
    phase = table.state.phase
    if isinstance(phase, Rolling):
        pad = dice_pad(table) if table.state.rules.dice_source == "physical" else None
        cards = Row(tuple(held_cards(table)))
        if detail == "first_game":
            cards = Row(told(table, cards.buttons), look="can")
        return Panel((*((pad.row,) if pad else ()), cards))
    if isinstance(phase, MovingRobber):
        return robber_panel(table)
    if isinstance(phase, Stealing):
        return steal_panel(table)
    if isinstance(phase, Acting | Trading | BuildingOnly | PartnerActing | SpecialBuilding):
        pieces = counted_pieces(table) if table.state.game.board is None and not table.closed else ()
        spots = build_spots(table)
        return Panel((*pieces, _own_actions(table, spots, detail)), spots=spots)
    return waiting_panel(table, now)


def _own_actions(table: TableContext, spots: tuple[Spot, ...], detail: str) -> Row:
    """To a newcomer each is explained; others may ask for that, unless the table wants few words."""
    endings = own_endings(table) if table.is_dealt else _endings(table)
    others = [*endings, *held_cards(table), *token_buttons(table)]
    if detail == "first_game":
        return can_row(table, spots, others)
    if table.query.pick("can") and detail != "terse":
        less = Button(table.say("ui.say_less"), href=href(table.query, can=None), icon="cross")
        return can_row(table, spots, [*others, less])
    found = [] if table.closed else _building_and_trading(table)
    if detail != "terse" and found:
        others.append(Button(table.say("coach.can"), href=href(table.query, can=1), icon="card_help"))
    return Row((*found, *others))


def _endings(table: TableContext) -> list[Button]:
    is_part = between_turns(table.state.phase)
    return [Button(table.say("ui.part.done"), (TurnEnded(seat=table.seat),), icon="end")] if is_part else []


def _building_and_trading(table: TableContext) -> list[Button]:
    phase = table.state.phase
    found: list[Button] = []
    if isinstance(phase, Acting | BuildingOnly | PartnerActing | SpecialBuilding):
        if table.state.game.board is not None:
            found.append(Button(table.say("ui.build"), href=fresh(PageQuery(), "build"), icon="build"))
        found += buy_buttons(table)
    if isinstance(phase, Acting | Trading | PartnerActing):
        found.append(Button(table.say("ui.bank_trade"), href=fresh(PageQuery(), "bank_trade"), icon="bank_trade"))
    if can_offer(table.state, table.seat):
        found.append(Button(table.say("phone.offer"), href=fresh(PageQuery(), "offer"), icon="trade", main=True))
    return found


def offer_rows(table: TableContext, give: list[str], want: list[str]) -> tuple[Row, ...]:
    """Two rows of cards, to be tapped: what I give and what I want."""
    return (
        Row(held_only(table, _cards(table, "give", give), give), table.say("phone.offer.give"), look="cards"),
        Row(_cards(table, "want", want), table.say("phone.offer.want"), look="cards"),
    )


def _cards(table: TableContext, side: str, chosen: list[str]) -> tuple[Button, ...]:
    found = []
    for resource in RESOURCES:
        count = chosen.count(resource)
        link = href(table.query, **{side: ".".join([*chosen, resource])})
        label = table.say("ui.resource", resource=resource)
        found.append(Button(label, href=link, icon=resource, caption=str(count or ""), picked=bool(count)))
    if chosen:
        found.append(Button(table.say("ui.clear"), href=href(table.query, **{side: None}), icon="cross"))
    return tuple(found)
