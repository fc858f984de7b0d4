"""Panels of games whose cards the app deals: a phone offers what its hand can do, the stage what touches no hand."""

from collections.abc import Iterable, Sequence
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from narrator.core.play.corrections import DEALT_COUNTS
from narrator.core.play.seeded_draws import changes_hand
from narrator.core.record.judging import refusals
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import Amended, AnyEvent, Corrected, MonopolyPlayed, TakenBack, TurnEnded
from narrator.core.table.phase import Discarding, Stealing
from narrator.core.table.state import GameState
from narrator.web.panels.actions import end_turn_label, win_buttons
from narrator.web.panels.panel import Button, Panel, Row, Spot, resource_button
from narrator.web.rendering.table_context import TableContext

# Panels in which every entry touches a hand.
HAND_PANELS = ("plenty", "monopoly", "points", "bank_trade", "trade", "gains", "steal", "discarded", "recount")


def disable_missing_cards(table: TableContext, buttons: Iterable[Button], given: Sequence[str]) -> tuple[Button, ...]:
    held = table.known_hand
    return tuple(
        replace(button, is_disabled=True)
        if held is not None and button.icon in RESOURCES and given.count(button.icon) >= held.max_of(button.icon)
        else button
        for button in buttons
    )


def dealt_monopoly_panel(table: TableContext) -> Panel:
    """Ask for the resource only: the app knows who has how many."""
    events = {kind: MonopolyPlayed(seat=table.acting_seat, resource=kind, taken={}) for kind in RESOURCES}
    kinds = tuple(resource_button(table, kind, (event,)) for kind, event in events.items())
    line = table.say("card.monopoly.1")
    return Panel((Row(kinds, look="hand"),), table.say("ui.ask.monopoly"), (line,), close_href=table.back)


def dealt_ending_buttons(table: TableContext) -> list[Button]:
    end = TurnEnded(seat=table.acting_seat)
    ends = [] if refusals(table.panel_state, end) else [Button(end_turn_label(table), (end,), icon="end")]
    return [*win_buttons(table), *ends]


def remove_hand_actions(state: GameState, panel: Panel) -> Panel:
    """Remove from the host's panel what touches a hand, as trying it would reveal what the hand holds."""
    if isinstance(state.phase, Discarding | Stealing):
        return replace(panel, rows=(), spots=())
    rows = tuple(
        replace(row, buttons=tuple(button for button in row.buttons if not _is_button_closed(state, button)))
        for row in panel.rows
    )
    spots = tuple(replace(spot, events=events) for spot in panel.spots if (events := _open_events(state, spot)))
    remark = panel.remark_label if any(button.events for row in rows for button in row.buttons) else ""
    return replace(panel, rows=tuple(row for row in rows if row.buttons), spots=spots, remark_label=remark)


def _open_events(state: GameState, spot: Spot) -> tuple[AnyEvent, ...]:
    """Return the spot's events up to the first closed one: the robber's move without the theft."""
    closed = next((place for place, one in enumerate(spot.events) if _is_closed(state, one)), len(spot.events))
    return spot.events[:closed]


def _is_closed(state: GameState, event: AnyEvent) -> bool:
    if isinstance(event, Amended):
        return True
    if isinstance(event, TakenBack):
        return False
    return changes_hand(state, event) or (isinstance(event, Corrected) and event.what in DEALT_COUNTS)


def _is_button_closed(state: GameState, button: Button) -> bool:
    """Return whether a button enters something closed, or leads to a panel of hands or to the past."""
    if any(_is_closed(state, event) for event in button.events):
        return True
    if button.href is None:
        return False
    address = urlsplit(button.href)
    query = parse_qs(address.query)
    return address.path == "amend" or "late" in query or query.get("do", [""])[0] in (*HAND_PANELS, "build")
