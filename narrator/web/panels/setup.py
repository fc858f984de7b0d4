"""Setting up the table: the checklist, the tiles row by row, and the first player."""

from msgspec.structs import replace

from narrator.core.play.placement import placing_seat
from narrator.core.play.robber import is_choosing_desert
from narrator.core.play.turns import FIRST_PLAYER
from narrator.core.table.events import FirstPlayerChosen, RobberMoved, StepDone
from narrator.core.table.state import active_seats
from narrator.script.steps.player_count import neutral_start_steps
from narrator.script.steps.setup import needed_checklist
from narrator.text.render import say_list
from narrator.web.board.geometry import hex_rows
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.spots import describe_hex, robber_spots
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext


def setup_panel(table: TableContext, step: str) -> Panel:
    """Return what a line of the checklist waits for. Done is always in the last row, so that it never moves."""
    if step == "setup.first_player":
        # A double tap on Done must not choose a player.
        done = Button(table.say("ui.done"), icon="check", is_disabled=True)
        return Panel((_first_player_row(table, "ui.first_player"), Row((done,))))
    name = step.removeprefix("setup.")
    left = [line for line in needed_checklist(table.panel_state) if line not in table.panel_state.finished_steps]
    if not left:
        return Panel()
    done = Button(table.say("ui.done"), (StepDone(step=name),), icon="check", is_primary=True, shortcut=" ")
    if is_choosing_desert(table.panel_state):
        left = [line for line in left if line != "robber"]  # its desert must be tapped
        done = replace(done, is_disabled=name == "robber")
    ticks = tuple(StepDone(step=line) for line in left)
    key = "ui.laid.booklet" if (table.panel_state.game.layout or "").startswith("beginner") else "ui.laid"
    everything = Button(table.say(key), ticks, icon="end", is_disabled=len(left) < 2)
    skip = (_first_player_row(table, "ui.laid.who", *ticks),) if _can_skip_checklist(table) else ()
    panel = Panel((*skip, Row((done, everything))))
    if name == "robber" and is_choosing_desert(table.panel_state):
        return _choose_desert(table, panel)
    if not table.panel_state.game.has_board or name not in ("hexes", "numbers"):
        return panel
    return _read_rows(table, name, panel)


def _can_skip_checklist(table: TableContext) -> bool:
    """Return whether one tap may tick all lines and choose the first player. Not in a first game, which goes step by
    step, nor if neutral pieces are placed first."""
    state = table.panel_state
    is_skippable = state.game.detail != "first_game" and FIRST_PLAYER not in state.finished_steps
    return is_skippable and not any(neutral_start_steps(state, "terse"))


def _first_player_row(table: TableContext, title: str, *ticks: StepDone) -> Row:
    seats = active_seats(table.panel_state)
    players = [Button(table.name(seat), (*ticks, FirstPlayerChosen(seat=seat)), seat=seat) for seat in seats]
    draw = Button(table.say("ui.draw"), action=f"/g/{table.game}/draw", icon="dice")
    return Row((*players, draw), table.say(title))


def _choose_desert(table: TableContext, panel: Panel) -> Panel:
    state, seat = table.panel_state, placing_seat(table.panel_state)
    moves = ((RobberMoved(seat=seat, to=at), StepDone(step="robber")) for at in state.game.board.deserts())
    return Panel(panel.rows, spots=robber_spots(table, moves))


def _read_rows(table: TableContext, name: str, panel: Panel) -> Panel:
    """Read out and highlight the board's rows, one after the other, as they lie on this device."""
    board = table.panel_state.game.board
    board_rows = hex_rows(board, table.preferences.board_rotation)
    at = table.query.number("row") or 0
    if not at or at > len(board_rows):
        begin = Button(table.say("ui.rows.begin"), href=href(table.query, row=1), icon="turn_right")
        return Panel((Row((begin,)), *panel.rows))
    hexes = [place.at for place in board_rows[at - 1]]
    if name == "numbers":
        words = [describe_hex(table, one) for one in hexes]
    else:
        words = [table.say("ui.hex.bare", terrain=board.terrain[one]) for one in hexes]
    steps = [Button(table.say("ui.rows.before"), href=href(table.query, row=at - 1), icon="undo")] if at > 1 else []
    if at < len(board_rows):
        link = href(table.query, row=at + 1)
        steps.append(Button(table.say("ui.rows.next"), href=link, icon="turn_right", is_primary=True))
    line = table.say("ui.rows.row", n=at, what=say_list(words, table.locale))
    return Panel((Row(tuple(steps)), *panel.rows), lines=(line,), lit_hexes=tuple(hexes))
