"""Laying the table: one line after the other, the tiles row by row, and who begins."""

from msgspec.structs import replace

from narrator.core.play.placement import placing_seat
from narrator.core.play.robber import chooses_desert
from narrator.core.play.turns import FIRST_PLAYER
from narrator.core.table.coordinates import Hex
from narrator.core.table.events import AnyFact, FirstPlayerChosen, RobberMoved, StepDone
from narrator.core.table.state import active_seats
from narrator.script.steps.player_count import neutral_start_steps
from narrator.script.steps.setup import checklist
from narrator.text.render import say_list
from narrator.web.board.geometry import rows
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.spots import hex_words, robber_spots
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext


def setup_panel(table: TableContext, step: str) -> Panel:
    """What the line of the checklist waits for. Done is always the last row, so that it never moves from under a finger
    and nothing else comes to its place."""
    if step == "setup.first_player":
        return _first_player(table)
    name = step.removeprefix("setup.")
    left = [line for line in checklist(table.state) if line not in table.state.done]
    if not left:
        return Panel()
    done = Button(table.say("ui.done"), (StepDone(step=name),), icon="check", main=True, key=" ")
    if chooses_desert(table.state):
        left = [line for line in left if line != "robber"]  # nothing else says on which desert it starts
        done = replace(done, off=name == "robber")
    key = "ui.laid.booklet" if (table.state.game.layout or "").startswith("beginner") else "ui.laid"
    whole = Button(table.say(key), tuple(StepDone(step=line) for line in left), icon="end", off=len(left) < 2)
    panel = Panel((*_straight_on(table, left), Row((done, whole))))
    if name == "robber" and chooses_desert(table.state):
        return _deserts(table, panel)
    if table.state.game.board is None or name not in ("hexes", "numbers"):
        return panel
    return _row_by_row(table, name, panel)


def _straight_on(table: TableContext, left: list[str]) -> tuple[Row, ...]:
    """One tap for a table that lies already and knows who begins: the checklist never stands in the way of the first
    settlement. Where a piece for nobody's colour comes first, there is nothing to skip to; and a first game takes one
    thing after the other."""
    if (
        table.state.game.detail == "first_game"
        or FIRST_PLAYER in table.state.done
        or any(neutral_start_steps(table.state, "terse"))
    ):
        return ()
    ticks = tuple(StepDone(step=line) for line in left)
    buttons = [_begins(table, seat, *ticks) for seat in active_seats(table.state)]
    return (Row((*buttons, _draw(table)), table.say("ui.laid.who")),)


def _begins(table: TableContext, seat: int, *ticks: StepDone) -> Button:
    return Button(table.name(seat), (*ticks, FirstPlayerChosen(seat=seat)), seat=seat)


def _draw(table: TableContext) -> Button:
    """The app draws who starts."""
    return Button(table.say("ui.draw"), action=f"/g/{table.game}/draw", icon="dice")


def _deserts(table: TableContext, panel: Panel) -> Panel:
    """Two deserts: the table says on which of them the robber starts."""
    board = table.state.game.board
    assert board is not None
    seat = placing_seat(table.state)
    moves: dict[Hex, tuple[AnyFact, ...]] = {
        at: (RobberMoved(seat=seat, to=at), StepDone(step="robber")) for at in board.deserts()
    }
    return Panel(panel.rows, spots=robber_spots(table, moves), tiles=True)


def _row_by_row(table: TableContext, name: str, panel: Panel) -> Panel:
    """The rows as they lie on this device, one after the other, to hear and to see."""
    board = table.state.game.board
    assert board is not None
    lying = rows(board, table.device.board_turn)
    at = table.query.number("row") or 0
    if not at or at > len(lying):
        begin = Button(table.say("ui.rows.begin"), href=href(table.query, row=1), icon="turn_right")
        return Panel((Row((begin,)), *panel.rows), tiles=True)
    hexes = [place.at for place in lying[at - 1]]
    words = say_list(
        [hex_words(table, hex_) if name == "numbers" else _terrain(table, hex_) for hex_ in hexes], table.locale
    )
    steps = [Button(table.say("ui.rows.before"), href=href(table.query, row=at - 1), icon="undo")] if at > 1 else []
    if at < len(lying):
        steps.append(
            Button(table.say("ui.rows.next"), href=href(table.query, row=at + 1), icon="turn_right", main=True)
        )
    line = table.say("ui.rows.row", n=at, what=words)
    return Panel((Row(tuple(steps)), *panel.rows), notes=(line,), lit=tuple(hexes), tiles=True)


def _terrain(table: TableContext, at: str) -> str:
    board = table.state.game.board
    assert board is not None
    return table.say("ui.hex.bare", terrain=board.terrain[at])


def _first_player(table: TableContext) -> Panel:
    """Not where Done was: of two quick taps the second chooses nobody."""
    buttons = [_begins(table, seat) for seat in active_seats(table.state)]
    done = Button(table.say("ui.done"), icon="check", off=True)
    return Panel((Row((*buttons, _draw(table)), table.say("ui.first_player")), Row((done,))))
