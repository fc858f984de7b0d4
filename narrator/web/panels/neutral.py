"""Catan for Two: pieces of the colours that nobody plays, and what tokens pay for."""

from collections.abc import Sequence

from narrator.core.play.for_two import price
from narrator.core.record.choices import legal_events
from narrator.core.table.events import (
    AnyFact,
    KnightGivenUp,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    TokensSpent,
)
from narrator.core.table.state import GameState, mode_of, owner
from narrator.text.render import Rendered
from narrator.web.panels.panel import Button, Panel, Row, Spot
from narrator.web.panels.spots import around
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

NeutralPiece = NeutralSettlementBuilt | NeutralRoadBuilt


def neutral_panel(table: TableContext) -> Panel:
    """First the colour, where there is a choice; then where its piece goes."""
    offered = [event for event in legal_events(table.state) if isinstance(event, NeutralPiece)]
    colours = list(dict.fromkeys(event.colour for event in offered))
    if table.state.game.board is None:
        return Panel((Row(tuple(_told(table, event) for event in offered)),))
    wanted = table.query.pick("colour")
    colour = wanted if wanted in colours else colours[0] if colours else ""
    spots = tuple(_spot(table, event) for event in offered if event.colour == colour)
    choice = tuple(
        Button(table.say("ui.colour", colour=one), href=href(table.query, colour=one), picked=one == colour)
        for one in colours
    )
    rows = (Row(choice, table.say("ui.neutral.which")),) if len(colours) > 1 else ()
    return Panel(rows, spots=spots, tiles=True)


def _told(table: TableContext, event: NeutralPiece) -> Button:
    kind = "settlement" if isinstance(event, NeutralSettlementBuilt) else "road"
    return Button(table.say(f"deed.neutral_{kind}_built", colour=event.colour), table.entered(event), icon=kind)


def _spot(table: TableContext, event: NeutralPiece) -> Spot:
    kind = "settlement" if isinstance(event, NeutralSettlementBuilt) else "road"
    at = event.at or ""
    label = table.say(f"ui.spot.neutral_{kind}", colour=event.colour, around=Rendered(around(table, at)))
    return Spot(at, kind, label, table.entered(event))


def token_buttons(table: TableContext) -> list[Button]:
    """What tokens pay for now, and a knight that brings some."""
    state, seat = table.state, table.seat
    if not mode_of(state).tokens:
        return []
    cost = table.say("ui.tokens.cost", n=price(state, seat))
    wanted: Sequence[tuple[AnyFact, str, str, str]] = (
        (TokensSpent(seat=seat, action="forced_trade"), "ui.tokens.forced_trade", "trade", cost),
        (TokensSpent(seat=seat, action="robber_home"), "ui.tokens.robber_home", "robber", cost),
        (KnightGivenUp(seat=seat), "ui.tokens.knight", "knight", ""),
    )
    return [
        Button(table.say(key), table.entered(event), icon=icon, caption=caption)
        for event, key, icon, caption in wanted
        if table.allows(event)
    ]


def measure_neutral_panel(table: TableContext, number: int) -> Panel:
    """How long the road of a neutral colour is."""
    whose = owner(table.state, number)
    lengths = [Button(str(n), (NeutralRoadReported(colour=whose.colour, length=n),)) for n in range(1, whose.roads + 1)]
    return Panel((Row(tuple(lengths), table.say("ui.measure_neutral", colour=whose.colour), look="numbers"),))


def asks_tokens(state: GameState) -> bool:
    """Without a board nobody knows how many tokens a corner brings: the host says it."""
    return bool(mode_of(state).tokens) and state.game.board is None
