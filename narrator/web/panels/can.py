"""What a newcomer can do now: each action with its price, where it may go, what it is good for and what is missing.

It is said on the reader's own phone, so it may say which cards are missing, as far as everybody could know that.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from narrator.app.sessions.offers import can_offer
from narrator.core.play.trade import rates
from narrator.core.table.cards import RESOURCES
from narrator.core.table.phase import Acting, BuildingOnly, PartnerActing, SpecialBuilding, Trading
from narrator.web.panels.development import buy_buttons
from narrator.web.panels.panel import Button, Row, Spot
from narrator.web.panels.price import PIECES, Piece, cards_of, lacking, shut_button
from narrator.web.rendering.page_query import PageQuery, fresh
from narrator.web.rendering.table_context import TableContext

BUILDING = (Acting, BuildingOnly, PartnerActing, SpecialBuilding)
CARDS = ("knight", "road_building", "year_of_plenty", "monopoly")
TRADING = (Acting, Trading, PartnerActing)


def can_row(table: TableContext, spots: Sequence[Spot], others: Sequence[Button] = ()) -> Row:
    """Everything that is open now, one below the other; what is shut says why."""
    found: list[Button] = []
    if isinstance(table.state.phase, BUILDING) and not table.closed:
        if table.state.game.board is not None:
            found += [_piece(table, piece, [spot for spot in spots if spot.kind == piece]) for piece in PIECES]
        found += [replace(button, caption=table.say("coach.can.buy"), key=None) for button in buy_buttons(table)]
    if isinstance(table.state.phase, TRADING) and not table.closed:
        found += _trades(table)
    return Row((*found, *told(table, others)), table.say("coach.can"), look="can")


def told(table: TableContext, buttons: Sequence[Button]) -> tuple[Button, ...]:
    """Cards that can be played, each with what it does."""
    return tuple(
        replace(button, caption=table.say(_deed(table, button.icon))) if button.icon in CARDS else button
        for button in buttons
    )


def _deed(table: TableContext, kind: str) -> str:
    is_idle = kind == "knight" and table.state.rules.robber == "off"
    return "card.knight.1.no_robber" if is_idle else f"card.{kind}.1"


def _piece(table: TableContext, piece: Piece, spots: list[Spot]) -> Button:
    """A tap shows its spots on the board."""
    good = table.say(f"coach.can.{piece}")
    if not spots:
        shut, (words, cards) = shut_button(table, piece), lacking(table, piece)
        return replace(shut, caption=good, where="" if shut.caption == words else shut.caption, dear=words, lacks=cards)
    return Button(
        table.say(f"ui.piece.{piece}"),
        href=fresh(PageQuery(), "build", piece=piece),
        icon=piece,
        caption=good,
        cost=cards_of(piece),
        where=table.say("coach.can.spots", n=len(spots)),
        dear=spots[0].dear,
        lacks=lacking(table, piece)[1],
    )


def may_pay_bank(table: TableContext) -> bool:
    """Whether there may be enough of some kind for the bank."""
    held, size = table.held, table.state.seats[table.seat].hand
    return any((held.most(kind) if held else size) >= rates(table.state, table.seat, kind)[0] for kind in RESOURCES)


def _trades(table: TableContext) -> list[Button]:
    best = min(rates(table.state, table.seat, resource)[0] for resource in RESOURCES)
    bank = Button(
        table.say("ui.bank_trade"),
        href=fresh(PageQuery(), "bank_trade"),
        icon="bank_trade",
        caption=table.say("coach.can.bank", n=best),
        dear="" if may_pay_bank(table) else table.say("coach.can.bank.short"),
    )
    if not can_offer(table.state, table.seat):
        return [bank]
    words = table.say("coach.can.offer")
    return [bank, Button(table.say("phone.offer"), href=fresh(PageQuery(), "offer"), icon="trade", caption=words)]
