"""Which panel is open: the one that was asked for, or what the step waits for."""

from collections.abc import Callable

from msgspec.structs import replace

from narrator.core.play.checklist import SCRIPT_STEPS, is_script_only
from narrator.core.play.counts_tracking import to_measure
from narrator.core.table.events import StepDone
from narrator.core.table.phase import (
    Discarding,
    MovingRobber,
    Over,
    PlacingFreeRoads,
    PlacingNeutral,
    PlacingRoad,
    PlacingSettlement,
    Rolling,
    SettingUp,
    Stealing,
)
from narrator.core.table.state import is_neutral
from narrator.script.model import Step
from narrator.web.panels.actions import actions_panel, endings, free_roads_ending, roll_panel
from narrator.web.panels.corrections import (
    bank_panel,
    correct_panel,
    finish_panel,
    recount_panel,
    seat_panel,
    step_panel,
)
from narrator.web.panels.counts import counted_build_panel, gains_panel, measure_panel, palette_panel, road_button
from narrator.web.panels.dealt import dealt_monopoly, hosts_own
from narrator.web.panels.development import monopoly_panel, plenty_panel, points_panel
from narrator.web.panels.forgotten import discarded_panel, forgotten_panel
from narrator.web.panels.hints import with_hints
from narrator.web.panels.neutral import measure_neutral_panel, neutral_panel
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.robber import discard_panel, robber_panel, seven_panel, steal_panel
from narrator.web.panels.setup import setup_panel
from narrator.web.panels.spots import build_panel, placement_panel
from narrator.web.panels.trade import bank_trade_panel, player_trade_panel
from narrator.web.rendering.table_context import TableContext

PANELS: dict[str, Callable[[TableContext], Panel]] = {
    "build": lambda table: build_panel(table) if table.state.game.board is not None else counted_build_panel(table),
    "touches": palette_panel,
    "plenty": plenty_panel,
    "monopoly": lambda table: dealt_monopoly(table) if table.is_dealt else monopoly_panel(table),
    "points": points_panel,
    "bank_trade": bank_trade_panel,
    "trade": player_trade_panel,
    "gains": gains_panel,
    "robber": robber_panel,
    "steal": steal_panel,
    "discarded": discarded_panel,
    "seat": seat_panel,
    "recount": recount_panel,
    "correct": correct_panel,
    "bank": bank_panel,
    "forgotten": forgotten_panel,
    "step": step_panel,
    "finish": finish_panel,
}
"""Panels that are opened by hand."""


def open_panel(table: TableContext, now: Step) -> Panel:
    """On the host's stage."""
    panel = _open_panel(table, now)
    return hosts_own(table.now, panel) if table.is_dealt else panel


def _open_panel(table: TableContext, now: Step) -> Panel:
    if table.query.do not in PANELS:
        return with_hints(table, waiting_panel(table, now), now)
    panel = with_hints(table, PANELS[table.query.do](table), now)
    if not table.query.late or table.query.do == "forgotten":
        return panel
    late = table.say("ui.late", seat=table.seat)
    return replace(panel, title=panel.title or late, notes=(late, *panel.notes))


def waiting_panel(table: TableContext, now: Step) -> Panel:
    """What the step itself waits for."""
    state, phase = table.state, table.state.phase
    if is_script_only(state):
        return _telling(table, now)
    measured = to_measure(state)
    if measured and not isinstance(phase, Over):
        return (measure_neutral_panel if is_neutral(measured[0]) else measure_panel)(table, measured[0])
    if now.id == "setup.neutral" or isinstance(phase, PlacingNeutral):
        return neutral_panel(table)
    if isinstance(phase, SettingUp) and now.id.startswith("setup."):
        return setup_panel(table, now.id)
    if isinstance(phase, SettingUp | PlacingSettlement):
        return placement_panel(table) if state.game.board is not None else palette_panel(table)
    if isinstance(phase, PlacingRoad):
        return placement_panel(table) if state.game.board is not None else road_button(table)
    return _in_turn(table)


def _in_turn(table: TableContext) -> Panel:
    phase = table.state.phase
    if isinstance(phase, Rolling):
        return roll_panel(table)
    if isinstance(phase, Discarding):
        return discard_panel(table)
    if isinstance(phase, MovingRobber):
        return seven_panel(table)
    if isinstance(phase, Stealing):
        return steal_panel(table)
    if isinstance(phase, PlacingFreeRoads):
        return _free_roads(table)
    if isinstance(phase, Over):
        return Panel()
    return actions_panel(table)


def _free_roads(table: TableContext) -> Panel:
    ending = free_roads_ending(table)
    if table.state.game.board is None:
        return Panel((ending,))
    panel = placement_panel(table)
    return Panel((ending,), spots=panel.spots, tiles=True, other=panel.other)


def _telling(table: TableContext, now: Step) -> Panel:
    """Where a table only wants to be told what comes next: one button."""
    step = table.state.phase.step
    if isinstance(table.state.phase, SettingUp) and now.id.startswith("setup."):
        return setup_panel(table, now.id)
    if step in SCRIPT_STEPS:
        done = Button(table.say("ui.done"), (StepDone(step=step),), icon="check", main=True)
        return Panel((Row((done,)),))
    if isinstance(table.state.phase, SettingUp):
        done = Button(table.say("ui.done"), (StepDone(step="settlement"),), icon="check", main=True)
        return Panel((Row((done,)),))
    return actions_told(table)


def actions_told(table: TableContext) -> Panel:
    """Nothing is counted, so nothing is built or traded here: only the turn goes on, or is won."""
    return Panel() if isinstance(table.state.phase, Rolling | Over) else Panel((Row(tuple(endings(table))),))
