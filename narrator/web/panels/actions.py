"""A turn's actions: everything that can happen after the roll, and cards before it."""

from narrator.app.games.chance import way_to_roll
from narrator.core.play.checklist import is_script_only
from narrator.core.play.development import playable_cards
from narrator.core.record.rules import refusals
from narrator.core.table.events import (
    PointsRevealed,
    RoadBuilt,
    StepDone,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import (
    Acting,
    BuildingOnly,
    PartnerActing,
    Rolling,
    SpecialBuilding,
    Trading,
    between_turns,
)
from narrator.core.table.state import active_seats, points
from narrator.script.practice import can_practise
from narrator.script.scenes.roll_news import paying
from narrator.web.panels.counts import counted_pieces
from narrator.web.panels.development import buy_buttons, points_to_show, regular_cards
from narrator.web.panels.neutral import token_buttons
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.spots import build_spots
from narrator.web.panels.supply import asked_supply
from narrator.web.panels.trade import again_button
from narrator.web.rendering.page_query import fresh
from narrator.web.rendering.table_context import TableContext


def actions_panel(table: TableContext) -> Panel:
    """Trades and cards as buttons; what is built is tapped where it stands, and without a board beside its price. What
    comes and goes has a row of its own, so that it pushes nothing aside."""
    pieces = counted_pieces(table) if table.state.game.board is None and not table.closed else ()
    again = again_button(table)
    repeated = (Row((again,), look="wide"),) if again else ()
    rows = (*asked_supply(table), *repeated, *pieces, Row(tuple(_actions(table))), *held_row(table))
    return Panel(rows, lit=_paying(table), spots=build_spots(table))


def _actions(table: TableContext) -> list[Button]:
    phase = table.state.phase
    found: list[Button] = []
    if table.closed:
        return [*token_buttons(table), *endings(table)]
    if isinstance(phase, Trading):
        found += _trades(table)
    if isinstance(phase, Acting | BuildingOnly | PartnerActing | SpecialBuilding):
        if table.state.game.board is not None:
            found.append(Button(table.say("ui.build"), href=fresh(table.query, "build"), icon="build", key="b"))
        found += buy_buttons(table)
    if isinstance(phase, Acting):
        found += _trades(table)
    if isinstance(phase, PartnerActing):
        found.append(bank_trade_button(table))
    return [*found, *token_buttons(table), *endings(table)]


def _trades(table: TableContext) -> list[Button]:
    bank = bank_trade_button(table)
    others = [seat for seat in active_seats(table.state) if seat != table.seat]
    if table.state.rules.domestic_trade == "off" or not others:
        return [bank]
    return [bank, Button(table.say("ui.trade"), href=fresh(table.query, "trade"), icon="trade", key="p")]


def bank_trade_button(table: TableContext) -> Button:
    return Button(table.say("ui.bank_trade"), href=fresh(table.query, "bank_trade"), icon="bank_trade", key="t")


def held_row(table: TableContext) -> tuple[Row, ...]:
    """The cards that can be played, apart from everything else that can be done."""
    cards = tuple(held_cards(table))
    return (Row(cards, table.say("ui.play"), look="held"),) if cards else ()


def held_cards(table: TableContext) -> list[Button]:
    """Cards of whoever is on turn, as far as the record knows that one can be played."""
    found = regular_cards(table) if playable_cards(table.state, table.seat) else []
    shown = points_to_show(table)
    # Before the roll nobody shows points but to win with them.
    if shown and (not isinstance(table.state.phase, Rolling) or _wins(table, shown[-1])):
        found.append(Button(table.say("ui.points"), href=fresh(table.query, "points"), icon="points"))
    return found


def _wins(table: TableContext, shown: PointsRevealed) -> bool:
    return points(table.state, table.seat) + shown.count >= table.state.rules.target_vp


def endings(table: TableContext) -> list[Button]:
    """Out of trading, to the win, to the next player."""
    state, seat = table.state, table.seat
    found = []
    if isinstance(state.phase, Trading):
        found.append(Button(table.say("ui.trading_over"), (StepDone(step="trade"),), icon="build", main=True))
    won = VictoryDeclared(seat=seat)
    if not refusals(state, won):
        found.append(Button(table.say("ui.win", seat=seat), (won,), icon="points", main=True))
    if way_to_roll(state) is None or is_script_only(state):  # else it stands beside the next player's dice
        key = "ui.part.done" if between_turns(state.phase) else "ui.end"
        found.append(Button(table.say(key), (TurnEnded(seat=seat),), icon="end", key="e"))
    return found


def roll_panel(table: TableContext) -> Panel:
    """Before the roll: only a card may be played; the dice stand in the bar below."""
    buttons = token_buttons(table)
    won = VictoryDeclared(seat=table.seat)
    if not refusals(table.state, won):
        buttons.append(Button(table.say("ui.win", seat=table.seat), (won,), icon="points", main=True))
    if table.now.game.detail == "first_game" and can_practise(table.now) and not table.is_reported:
        buttons.append(Button(table.say("practice.title"), href="practice", icon="play"))
    others = (Row(tuple(buttons)),) if buttons else ()
    return Panel((*held_row(table), *others))


def free_roads_ending(table: TableContext) -> Row:
    """Out of the free roads, where taking only one is allowed."""
    end = TurnEnded(seat=table.seat)
    buttons = []
    if table.state.game.board is None:
        road = Button(table.say("ui.piece.road_placed"), (RoadBuilt(seat=table.seat),), icon="road", main=True)
        buttons.append(road)
    if not refusals(table.state, end) and way_to_roll(table.state) is None:  # else it stands beside the dice
        buttons.append(Button(table.say("ui.end"), (end,), icon="end"))
    return Row(tuple(buttons))


def _paying(table: TableContext) -> tuple[str, ...]:
    """The hexes of the last roll where somebody stands, as they were lit with it, as long as it is the roller's own
    part and no other card has paid."""
    state = table.state
    if state.roll is None or between_turns(state.phase) or isinstance(table.head.fact, YearOfPlentyPlayed):
        return ()
    return tuple(paying(state, state.roll))
