"""After a seven or a knight: the robber's place and the victim."""

from collections.abc import Sequence

from msgspec.structs import replace

from narrator.core.record.choices import known_touches
from narrator.core.record.judging import apply, refusals
from narrator.core.table.events import AnyFact, CardStolen, RobberMoved
from narrator.core.table.phase import MovingRobber, Stealing
from narrator.core.table.state import active_seats
from narrator.web.panels.discards import hand_sizes_row
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.spots import robber_spots
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

MAX_WIDE_BUTTONS = 3  # in one line


def robber_step_panel(table: TableContext) -> Panel:
    panel, phase = robber_panel(table), table.panel_state.phase
    is_seven = isinstance(phase, MovingRobber) and phase.done_seats is not None
    return replace(panel, rows=(*panel.rows, hand_sizes_row(table))) if is_seven else panel


def robber_panel(table: TableContext) -> Panel:
    """Return the robber's spots; a sole victim is robbed with the same tap."""
    state, seat = table.panel_state, table.acting_seat
    if not state.game.has_board:
        return _boardless_robber_panel(table)
    shows_all = bool(table.query.pick("any"))
    moves = [RobberMoved(seat=seat, to=at) for at in state.game.board.island.hexes]
    legal = [move for move in moves if not refusals(state, move)]
    shown = [move for move in moves if move.to != state.robber] if shows_all else legal
    spots = robber_spots(table, (_with_sole_victim(table, move) for move in shown))
    rows: tuple[Row, ...] = ()
    if len(legal) < len(moves) - 1:
        label = table.say("ui.build.legal" if shows_all else "ui.robber.any")
        rows = (Row((Button(label, href=href(table.query, any=None if shows_all else 1)),)),)
    return Panel(rows, _title_if_opened(table, "ui.ask.robber"), spots=spots, close_href=table.back)


def _title_if_opened(table: TableContext, key: str) -> str:
    """Return the title of a panel that was opened by hand; otherwise the step itself has said it."""
    return table.say(key) if table.query.panel else ""


def _with_sole_victim(table: TableContext, move: RobberMoved) -> tuple[AnyFact, ...]:
    phase = apply(table.panel_state, move).phase
    if not isinstance(phase, Stealing) or len(phase.victims) != 1 or phase.is_optional:
        return (move,)
    if table.panel_state.rules.steal_optional or table.is_about_past:
        return (move,)
    return (move, CardStolen(seat=move.seat, victim=phase.victims[0]))


def _boardless_robber_panel(table: TableContext) -> Panel:
    moves = [RobberMoved(seat=table.acting_seat, blocks=touch) for touch in known_touches(table.panel_state)]
    known = [
        Button(
            table.say("ui.hex.number", resource=move.blocks.resource, total=move.blocks.number),
            table.mark_if_late(*_with_sole_victim(table, move)),
            icon=move.blocks.resource,
        )
        for move in moves
        if move.blocks and table.allows(move)
    ]
    moved = table.mark_if_late(RobberMoved(seat=table.acting_seat))
    nowhere = Button(table.say("ui.robber.elsewhere"), moved, icon="robber")
    return Panel((Row((*known, nowhere)),), _title_if_opened(table, "ui.ask.robber"), close_href=table.back)


def steal_panel(table: TableContext) -> Panel:
    state, phase = table.panel_state, table.panel_state.phase
    victims: Sequence[int] = [seat for seat in active_seats(state) if seat != table.acting_seat]
    if isinstance(phase, Stealing):
        victims = phase.victims
    buttons = [
        Button(
            table.name(victim),
            table.mark_if_late(CardStolen(seat=table.acting_seat, victim=victim)),
            icon="hand",
            caption=table.say("ui.cards", n=state.seats[victim].hand_size),
            seat=victim,
        )
        for victim in victims
    ]
    if state.rules.steal_optional or not isinstance(phase, Stealing) or phase.is_optional:
        nobody = CardStolen(seat=table.acting_seat, victim=None)
        buttons.append(Button(table.say("ui.steal.nobody"), table.mark_if_late(nobody), icon="cross"))
    look = "wide" if len(buttons) <= MAX_WIDE_BUTTONS else "grid"
    return Panel((Row(tuple(buttons), look=look),), _title_if_opened(table, "ui.ask.steal"), close_href=table.back)
