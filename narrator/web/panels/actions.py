"""The actions of a turn: everything after the roll, and the cards that may be played before it."""

from msgspec.structs import replace

from narrator.core.play.checklist import is_script_only
from narrator.core.play.development import playable_cards
from narrator.core.play.production import claimed_resources, doubtful_resources
from narrator.core.play.roll_and_discard import state_at_roll
from narrator.core.record.judging import refusals
from narrator.core.record.next_roll import next_roll
from narrator.core.table import events
from narrator.core.table import phase as phases
from narrator.core.table.cards import Resource
from narrator.core.table.state import active_seats, points, shown_bank
from narrator.script.practice import can_practice
from narrator.script.scenes.roll_news import paying_hexes
from narrator.web.panels.boardless import open_piece_rows
from narrator.web.panels.catan_for_two import token_buttons
from narrator.web.panels.development_cards import buy_buttons, playable_card_buttons, possible_reveals
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.spots import build_spots, placement_panel
from narrator.web.panels.trade import repeat_trade_button
from narrator.web.rendering.page_query import panel_href
from narrator.web.rendering.table_context import TableContext

BUILDING_PHASES = (phases.Acting, phases.BuildingOnly, phases.PartnerActing, phases.SpecialBuilding)
TRADING_PHASES = (phases.Acting, phases.Trading, phases.PartnerActing)
ACTION_PHASES = (*BUILDING_PHASES, phases.Trading)  # a player may do several things, in any order


def actions_panel(table: TableContext) -> Panel:
    """Return trades and cards as buttons, and building as spots or, without a board, as prices. Buttons that come and
    go have rows of their own, so that the others keep their places."""
    pieces = open_piece_rows(table)
    again = repeat_trade_button(table)
    repeated = (Row((again,), look="wide"),) if again else ()
    rows = (*_supply_questions(table), *repeated, *pieces, Row(tuple(_actions(table))), *_playable_cards_row(table))
    return Panel(rows, lit_hexes=_paying_hexes(table), spots=build_spots(table))


def _actions(table: TableContext) -> list[Button]:
    phase = table.panel_state.phase
    found: list[Button] = []
    if table.are_actions_closed:
        return [*token_buttons(table), *ending_buttons(table)]
    if isinstance(phase, phases.Trading):
        found += _trades(table)
    if isinstance(phase, BUILDING_PHASES):
        if table.panel_state.game.has_board:
            link = panel_href(table.query, "build")
            found.append(Button(table.say("ui.build"), href=link, icon="build", shortcut="b"))
        found += buy_buttons(table)
    if isinstance(phase, phases.Acting):
        found += _trades(table)
    if isinstance(phase, phases.PartnerActing):
        found.append(_bank_trade_button(table))
    return [*found, *token_buttons(table), *ending_buttons(table)]


def _trades(table: TableContext) -> list[Button]:
    bank = _bank_trade_button(table)
    others = [seat for seat in active_seats(table.panel_state) if seat != table.acting_seat]
    if table.panel_state.rules.domestic_trade == "off" or not others:
        return [bank]
    return [bank, Button(table.say("ui.trade"), href=panel_href(table.query, "trade"), icon="trade", shortcut="p")]


def _bank_trade_button(table: TableContext) -> Button:
    link = panel_href(table.query, "bank_trade")
    return Button(table.say("ui.bank_trade"), href=link, icon="bank_trade", shortcut="t")


def _playable_cards_row(table: TableContext) -> tuple[Row, ...]:
    cards = tuple(playable_or_shown_cards(table))
    return (Row(cards, table.say("ui.play"), look="held"),) if cards else ()


def playable_or_shown_cards(table: TableContext) -> list[Button]:
    """Return the acting player's cards as far as the record knows that one can be played."""
    found = playable_card_buttons(table) if playable_cards(table.panel_state, table.acting_seat) else []
    shown = possible_reveals(table)
    state = table.panel_state
    # Before the roll, points are only shown to win with them.
    is_enough = bool(shown) and points(state, table.acting_seat) + shown[-1].count >= state.rules.target_vp
    if shown and (is_enough or not isinstance(state.phase, phases.Rolling)):
        found.append(Button(table.say("ui.points"), href=panel_href(table.query, "points"), icon="points"))
    return found


def win_buttons(table: TableContext) -> list[Button]:
    won = events.VictoryDeclared(seat=table.acting_seat)
    if refusals(table.panel_state, won):
        return []
    return [Button(table.say("ui.win", seat=table.acting_seat), (won,), icon="points", is_primary=True)]


def end_turn_label(table: TableContext) -> str:
    return table.say("ui.part.done" if phases.interlude_of(table.panel_state.phase) else "ui.end")


def ending_buttons(table: TableContext) -> list[Button]:
    state = table.panel_state
    found = []
    if isinstance(state.phase, phases.Trading):
        done = (events.StepDone(step="trade"),)
        found.append(Button(table.say("ui.trading_over"), done, icon="build", is_primary=True))
    found += win_buttons(table)
    if next_roll(state) is None or is_script_only(state):  # otherwise it is beside the next player's dice
        end = (events.TurnEnded(seat=table.acting_seat),)
        found.append(Button(end_turn_label(table), end, icon="end", shortcut="e"))
    return found


def roll_panel(table: TableContext) -> Panel:
    """Return what may be done before the roll; the dice are in the bar below."""
    buttons = [*token_buttons(table), *win_buttons(table)]
    if table.state.game.detail == "first_game" and can_practice(table.state) and not table.is_reported:
        buttons.append(Button(table.say("practice.title"), href="practice", icon="play"))
    others = (Row(tuple(buttons)),) if buttons else ()
    return Panel((*_playable_cards_row(table), *others))


def free_roads_panel(table: TableContext) -> Panel:
    """Return the spots of the free roads, and the way out of them if the rules allow to take only one."""
    state, end = table.panel_state, events.TurnEnded(seat=table.acting_seat)
    road = (events.RoadBuilt(seat=table.acting_seat),)
    panel, buttons = Panel(), [Button(table.say("ui.piece.road_placed"), road, icon="road", is_primary=True)]
    if state.game.has_board:
        panel, buttons = replace(placement_panel(table), help=""), []
    if not refusals(state, end) and next_roll(state) is None:  # otherwise it is beside the dice
        buttons.append(Button(table.say("ui.end"), (end,), icon="end"))
    return replace(panel, rows=(Row(tuple(buttons)),))


def _paying_hexes(table: TableContext) -> tuple[str, ...]:
    """Return the hexes that paid for the last roll; nothing after a Year of Plenty or in another player's part."""
    state = table.panel_state
    if state.roll is None or phases.interlude_of(state.phase) or isinstance(table.head.fact, events.YearOfPlentyPlayed):
        return ()
    return tuple(paying_hexes(state, state.roll))


def _supply_questions(table: TableContext) -> tuple[Row, ...]:
    """Ask after a roll how many cards the bank had, if the record doubts that there were enough."""
    rolled = table.head.fact
    if not isinstance(rolled, events.DiceRolled) or rolled.late or table.is_about_past or table.head.before is None:
        return ()
    doubtful = doubtful_resources(state_at_roll(table.head.before.state, rolled), rolled.sum)
    return tuple(_supply_question(table, resource, rolled.sum) for resource in doubtful)


def _supply_question(table: TableContext, resource: Resource, total: int) -> Row:
    """Return the possible counts; the correction is entered before the roll, which then pays by it."""
    then = table.head.before
    assert then is not None
    counts = range(shown_bank(then.state).count_of(resource), claimed_resources(then.state, total).count_of(resource))
    corrections = [events.Corrected(what="bank", resource=resource, value=count) for count in counts]
    buttons = tuple(
        Button(str(event.value), (events.Amended(after=then.number, event=event),), icon=resource)
        for event in corrections
    )
    return Row(buttons, table.say("ui.supply.enough", resource=resource), look="few")
