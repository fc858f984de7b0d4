"""Choose the panel of the host's stage: the one in the address, or what the current step waits for."""

from collections.abc import Callable

from msgspec.structs import replace

from narrator.core.play.checklist import SCRIPT_STEPS, is_script_only
from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.play.placement import is_placement
from narrator.core.reading.public_view import public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import phase as phases
from narrator.core.table.events import DiceRolled, StepDone
from narrator.core.table.state import active_seats, is_neutral
from narrator.script.model import Step
from narrator.web.panels import boardless, corrections
from narrator.web.panels.actions import actions_panel, ending_buttons, free_roads_panel, roll_panel
from narrator.web.panels.catan_for_two import neutral_panel, neutral_road_length_panel
from narrator.web.panels.dealt_hands import dealt_monopoly_panel, remove_hand_actions
from narrator.web.panels.development_cards import monopoly_panel, plenty_panel, points_panel
from narrator.web.panels.discards import discard_panel, late_discard_panel
from narrator.web.panels.hints import add_hints
from narrator.web.panels.panel import PANEL_OF_EVENT, PIECE_OF_EVENT, Button, Panel, Row, number_row
from narrator.web.panels.robber import robber_panel, robber_step_panel, steal_panel
from narrator.web.panels.setup import setup_panel
from narrator.web.panels.spots import build_panel, placement_panel
from narrator.web.panels.trade import bank_trade_panel, player_trade_panel
from narrator.web.rendering.page_query import panel_href
from narrator.web.rendering.table_context import TableContext

# Panels that can be opened with `?do=…`.
PANELS: dict[str, Callable[[TableContext], Panel]] = {
    "build": lambda table: (
        build_panel(table) if table.panel_state.game.has_board else boardless.boardless_build_panel(table)
    ),
    "touches": boardless.touches_panel,
    "plenty": plenty_panel,
    "monopoly": lambda table: dealt_monopoly_panel(table) if table.is_dealt else monopoly_panel(table),
    "points": points_panel,
    "bank_trade": bank_trade_panel,
    "trade": player_trade_panel,
    "gains": boardless.gains_panel,
    "robber": robber_panel,
    "steal": steal_panel,
    "discarded": late_discard_panel,
    "seat": corrections.seat_panel,
    "recount": corrections.recount_panel,
    "correct": corrections.correct_panel,
    "bank": corrections.bank_panel,
    "forgotten": corrections.forgotten_panel,
    "step": corrections.choose_step_panel,
    "finish": corrections.finish_panel,
}

TURN_PANELS: dict[type, Callable[[TableContext], Panel]] = {
    phases.Rolling: roll_panel,
    phases.Discarding: discard_panel,
    phases.MovingRobber: robber_step_panel,
    phases.Stealing: steal_panel,
    phases.PlacingFreeRoads: free_roads_panel,
    phases.Over: lambda _: Panel(),
}


def stage_panel(table: TableContext, now: Step) -> Panel:
    is_opened = table.query.panel in PANELS
    panel = add_hints(table, PANELS[table.query.panel](table) if is_opened else panel_of_step(table, now), now)
    if is_opened and table.query.late and table.query.panel != "forgotten":
        late = table.say("ui.late", seat=table.acting_seat)
        panel = replace(panel, title=panel.title or late, lines=(late, *panel.lines))
    return remove_hand_actions(table.state, panel) if table.is_dealt else panel


def panel_of_step(table: TableContext, now: Step) -> Panel:
    """Return the panel that the step itself waits for."""
    state, phase = table.panel_state, table.panel_state.phase
    if is_script_only(state):
        return _untracked_panel(table, now)
    to_report = roads_to_measure(state)
    if to_report and not isinstance(phase, phases.Over):
        return (neutral_road_length_panel if is_neutral(to_report[0]) else boardless.road_length_panel)(
            table, to_report[0]
        )
    if now.id == "setup.neutral" or isinstance(phase, phases.PlacingNeutral):
        return neutral_panel(table)
    if isinstance(phase, phases.SettingUp) and now.id.startswith("setup."):
        return setup_panel(table, now.id)
    if is_placement(state):
        return placement_panel(table) if state.game.has_board else boardless.boardless_placement_panel(table)
    return TURN_PANELS.get(type(phase), actions_panel)(table)


def _untracked_panel(table: TableContext, now: Step) -> Panel:
    """Return the one button of a table that only wants to hear what comes next and counts nothing."""
    phase = table.panel_state.phase
    if isinstance(phase, phases.SettingUp) and now.id.startswith("setup."):
        return setup_panel(table, now.id)
    if phase.step in SCRIPT_STEPS or isinstance(phase, phases.SettingUp):
        event = StepDone(step=phase.step if phase.step in SCRIPT_STEPS else "settlement")
        return Panel((Row((Button(table.say("ui.done"), (event,), icon="check", is_primary=True),)),))
    return Panel() if isinstance(phase, phases.Rolling | phases.Over) else Panel((Row(tuple(ending_buttons(table))),))


def amend_panel(table: TableContext, snapshot: Snapshot) -> Panel:
    """Return the panel that enters an event again, as it should have been, on the table as it was then."""
    fact = snapshot.fact
    assert fact is not None
    if isinstance(fact, DiceRolled):
        return Panel((number_row({n: DiceRolled(seat=fact.seat, total=n) for n in range(2, 13)}, picked=fact.sum),))
    seat = getattr(fact, "seat", None)
    state = table.panel_state if seat is None else replace(table.panel_state, turn=seat)
    name = table.query.panel if table.query.panel in PANELS else PANEL_OF_EVENT.get(type(fact), "")
    picks = {"piece": PIECE_OF_EVENT.get(type(fact), ""), **table.query.picks}  # the same piece in another place
    then = replace(table, panel_state=state, query=replace(table.query, panel=name, picks=picks))
    panel = PANELS[name](then) if name else Panel()
    toggle = (Row((panel.all_spots_button,)),) if panel.all_spots_button else ()
    rows = (*panel.rows, *toggle, *_other_seats(table, snapshot))
    return Panel(rows, panel.title, panel.lines, panel.spots, panel_href(table.query), panel.lit_hexes)


def _other_seats(table: TableContext, snapshot: Snapshot) -> tuple[Row, ...]:
    assert snapshot.fact is not None
    fact = public_fact(snapshot.fact)  # a page never contains which card was stolen
    if getattr(fact, "seat", None) is None:
        return ()
    involved = [getattr(fact, name, None) for name in ("seat", "victim", "partner")]
    others = [
        Button(table.state.seats[seat].name, (replace(fact, seat=seat),), seat=seat)
        for seat in active_seats(table.state)
        if seat not in involved
    ]
    return (Row(tuple(others), table.say("ui.amend.whose")),)
