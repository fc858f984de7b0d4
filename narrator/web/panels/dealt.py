"""Panels where the app deals: on a phone exactly what its own hand can do, on the stage only what touches no hand."""

from collections.abc import Iterable, Sequence
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from narrator.core.play.corrections import DEALT
from narrator.core.play.dealing import touches_hand
from narrator.core.record.rules import refusals
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    CardsDiscarded,
    Corrected,
    MonopolyPlayed,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.events import VictoryDeclared as Won
from narrator.core.table.phase import Discarding, Stealing, between_turns
from narrator.core.table.state import GameState
from narrator.web.panels.panel import Button, Panel, Row, Spot
from narrator.web.panels.robber import discard_row
from narrator.web.rendering.table_context import TableContext

OF_A_HAND = ("plenty", "monopoly", "points", "bank_trade", "trade", "gains", "steal", "discarded", "recount")
"""Panels in which nothing is entered but what touches a hand."""


# A phone.


def dealt_discard(table: TableContext, seat: int, owed: int) -> Row:
    """Only what the hand holds; where chance picks, one tap lets it."""
    if table.state.rules.discard_choice == "random":
        drawn = Button(table.say("hand.discard.random", n=owed), (CardsDiscarded(seat=seat, count=owed),), icon="card")
        return Row((replace(drawn, main=True),), look="wide")
    row, given = discard_row(table, seat, owed), table.query.list(f"d{seat}")
    named = tuple(button for button in row.buttons if button.icon != "card")
    return replace(row, buttons=held_only(table, named, given), look="cards")


def held_only(table: TableContext, buttons: Iterable[Button], given: Sequence[str]) -> tuple[Button, ...]:
    """Cards to give, as many of a kind as the hand may hold."""
    held = table.held
    return tuple(
        replace(button, off=True)
        if held is not None and button.icon in RESOURCES and given.count(button.icon) >= held.most(button.icon)
        else button
        for button in buttons
    )


def dealt_monopoly(table: TableContext) -> Panel:
    """The kind is all that is said: the app knows who has how many."""
    kinds = [
        Button(
            table.say("ui.resource", resource=kind),
            (MonopolyPlayed(seat=table.seat, resource=kind, taken={}),),
            icon=kind,
        )
        for kind in RESOURCES
    ]
    return Panel(
        (Row(tuple(kinds), look="hand"),),
        table.say("ui.ask.monopoly"),
        (table.say("card.monopoly.1"),),
        back=table.back,
    )


def own_endings(table: TableContext) -> list[Button]:
    """The own turn is ended, or won, on the own phone."""
    won, end = Won(seat=table.seat), TurnEnded(seat=table.seat)
    found = []
    if not refusals(table.state, won):
        found.append(Button(table.say("ui.win", seat=table.seat), (won,), icon="points", main=True))
    if not refusals(table.state, end):
        key = "ui.part.done" if between_turns(table.state.phase) else "ui.end"
        found.append(Button(table.say(key), (end,), icon="end"))
    return found


# The stage.


def hosts_own(state: GameState, panel: Panel) -> Panel:
    """What the host may enter: nothing that a hand pays, draws, gives or shows, and no count that the app knows. Trying
    would tell what it holds."""
    if isinstance(state.phase, Discarding | Stealing):
        return replace(panel, rows=(), spots=())
    rows = tuple(replace(row, buttons=tuple(_untouched(state, row.buttons))) for row in panel.rows)
    spots = tuple(replace(spot, events=events) for spot in panel.spots if (events := _open_part(state, spot)))
    remark = panel.remark if any(button.events for row in rows for button in row.buttons) else ""
    return replace(panel, rows=tuple(row for row in rows if row.buttons), spots=spots, remark=remark)


def _untouched(state: GameState, buttons: Iterable[Button]) -> Iterable[Button]:
    return (
        button for button in buttons if not any(_is_closed(state, one) for one in button.events) and not _leads(button)
    )


def _open_part(state: GameState, spot: Spot) -> tuple[AnyEvent, ...]:
    """The robber moves; whom it robs is another's to say."""
    closed = next((place for place, one in enumerate(spot.events) if _is_closed(state, one)), len(spot.events))
    return spot.events[:closed]


def _is_closed(state: GameState, event: AnyEvent) -> bool:
    if isinstance(event, Amended):
        return True
    if isinstance(event, TakenBack):
        return False
    return touches_hand(state, event) or (isinstance(event, Corrected) and event.what in DEALT)


def _leads(button: Button) -> bool:
    """Whether a button only leads to what is closed: hands, the past, or what was forgotten in it."""
    if button.href is None:
        return False
    address = urlsplit(button.href)
    asked = parse_qs(address.query)
    return address.path == "amend" or "late" in asked or asked.get("do", [""])[0] in (*OF_A_HAND, "build")
