"""Catan for Two: pieces of the neutral colors, and what trade tokens pay for."""

from collections.abc import Sequence

from narrator.core.play.for_two import token_price
from narrator.core.record.choices import legal_events
from narrator.core.table import events
from narrator.core.table.state import GameState, mode_of, owner
from narrator.text.render import Rendered
from narrator.web.panels.panel import Button, Panel, Row, Spot, number_row
from narrator.web.panels.spots import describe_place
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

NeutralPiece = events.NeutralSettlementBuilt | events.NeutralRoadBuilt


def neutral_panel(table: TableContext) -> Panel:
    """Ask for the color, if there is a choice, and for the place of its piece."""
    offered = [event for event in legal_events(table.panel_state) if isinstance(event, NeutralPiece)]
    if not table.panel_state.game.has_board:
        return Panel((Row(tuple(_boardless_button(table, event) for event in offered)),))
    colours = list(dict.fromkeys(event.colour for event in offered))
    wanted = table.query.pick("colour")
    colour = wanted if wanted in colours else colours[0] if colours else ""
    spots = tuple(_spot(table, event) for event in offered if event.colour == colour)
    choice = tuple(
        Button(table.say("ui.colour", colour=one), href=href(table.query, colour=one), is_picked=one == colour)
        for one in colours
    )
    rows = (Row(choice, table.say("ui.neutral.which")),) if len(colours) > 1 else ()
    return Panel(rows, spots=spots)


def _kind(event: NeutralPiece) -> str:
    return "settlement" if isinstance(event, events.NeutralSettlementBuilt) else "road"


def _boardless_button(table: TableContext, event: NeutralPiece) -> Button:
    label = table.say(f"deed.neutral_{_kind(event)}_built", colour=event.colour)
    return Button(label, table.mark_if_late(event), icon=_kind(event))


def _spot(table: TableContext, event: NeutralPiece) -> Spot:
    at, around = event.at or "", Rendered(describe_place(table, event.at or ""))
    label = table.say(f"ui.spot.neutral_{_kind(event)}", colour=event.colour, around=around)
    return Spot(at, _kind(event), label, table.mark_if_late(event))


def token_buttons(table: TableContext) -> list[Button]:
    """Return what tokens pay for now, and the knight that can be traded for tokens."""
    state, seat = table.panel_state, table.acting_seat
    if not mode_of(state).tokens:
        return []
    cost = table.say("ui.tokens.cost", n=token_price(state, seat))
    wanted: Sequence[tuple[events.AnyFact, str, str, str]] = (
        (events.TokensSpent(seat=seat, action="forced_trade"), "ui.tokens.forced_trade", "trade", cost),
        (events.TokensSpent(seat=seat, action="robber_home"), "ui.tokens.robber_home", "robber", cost),
        (events.KnightGivenUp(seat=seat), "ui.tokens.knight", "knight", ""),
    )
    return [
        Button(table.say(key), table.mark_if_late(event), icon=icon, caption=caption)
        for event, key, icon, caption in wanted
        if table.allows(event)
    ]


def neutral_road_length_panel(table: TableContext, number: int) -> Panel:
    neutral = owner(table.panel_state, number)
    lengths = {n: events.NeutralRoadReported(colour=neutral.colour, length=n) for n in range(1, neutral.roads + 1)}
    return Panel((number_row(lengths, table.say("ui.measure_neutral", colour=neutral.colour)),))


def must_ask_for_tokens(state: GameState) -> bool:
    """Return whether the host must say how many tokens a corner brings, because there is no board."""
    return bool(mode_of(state).tokens) and not state.game.has_board
