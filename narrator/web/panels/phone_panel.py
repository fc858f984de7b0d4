"""What a phone can propose: only what its own player did."""

from collections.abc import Sequence

from msgspec.structs import replace

from narrator.app.sessions.trades import can_offer
from narrator.core.play.checklist import is_script_only
from narrator.core.play.placement import placing_seat
from narrator.core.play.trade import bank_rates
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import TurnEnded
from narrator.core.table.phase import Discarding, MovingRobber, Over, Rolling, SettingUp, Stealing, interlude_of
from narrator.core.table.state import acting_seat
from narrator.script.model import Step
from narrator.script.own_hand import own_hand
from narrator.web.panels.actions import ACTION_PHASES, BUILDING_PHASES, TRADING_PHASES, playable_or_shown_cards
from narrator.web.panels.boardless import open_piece_rows
from narrator.web.panels.catan_for_two import token_buttons
from narrator.web.panels.choose_panel import PANELS, panel_of_step
from narrator.web.panels.dealt_hands import dealt_ending_buttons, disable_missing_cards
from narrator.web.panels.development_cards import buy_buttons
from narrator.web.panels.dice import dice_pad
from narrator.web.panels.discards import dealt_discard_row, discard_row
from narrator.web.panels.hints import add_hints
from narrator.web.panels.panel import Button, Panel, Row, Spot, adding_buttons
from narrator.web.panels.purchases import PIECES, Piece, disabled_piece_button, missing_cards, price_cards
from narrator.web.panels.robber import robber_panel, steal_panel
from narrator.web.panels.spots import build_spots
from narrator.web.rendering.page_query import PageQuery, href, panel_href
from narrator.web.rendering.table_context import TableContext

PHONE_PANELS = ("build", "touches", "plenty", "monopoly", "points", "bank_trade")
PANELS_CLOSED_BY_CLOCK = ("build", "touches", "bank_trade")
EXPLAINED_CARDS = ("knight", "road_building", "year_of_plenty", "monopoly")


def phone_panel(table: TableContext, seat: int, now: Step, detail: str = "normal") -> Panel:
    """Return what this seat may report now, explained as its reader wants; the state has no other seat's hand."""
    held = None if table.is_covered else own_hand(table.head, seat)
    hands = table.panel_state.hands if table.is_dealt and not table.is_covered else None  # from this seat's own record
    table = replace(table, panel_state=replace(table.panel_state, hands=hands), is_reported=True, known_hand=held)
    state, phase = table.panel_state, table.panel_state.phase
    if is_script_only(state) or state.seats[seat].has_left or isinstance(phase, Over):
        return Panel()
    if isinstance(phase, Discarding):
        owed = phase.owed.get(seat)
        return Panel((_discard_row(table, seat, owed),)) if owed else Panel()
    if isinstance(phase, SettingUp) and now.id.startswith("setup."):
        return Panel()
    acting = placing_seat(state) if isinstance(phase, SettingUp) else acting_seat(state)
    if acting != seat:
        return Panel()
    name = table.query.panel
    is_opened = name in PHONE_PANELS and not (table.are_actions_closed and name in PANELS_CLOSED_BY_CLOCK)
    panel = PANELS[name](table) if is_opened else _step_panel(table, now, detail)
    return add_hints(table, panel, now)


def _discard_row(table: TableContext, seat: int, owed: int) -> Row:
    if table.is_dealt:
        return dealt_discard_row(table, seat, owed)
    return replace(discard_row(table, seat, owed), look="cards")


def _step_panel(table: TableContext, now: Step, detail: str) -> Panel:
    phase = table.panel_state.phase
    if isinstance(phase, Rolling):
        pad = dice_pad(table) if table.panel_state.rules.dice_source == "physical" else None
        cards = Row(tuple(playable_or_shown_cards(table)))
        if detail == "first_game":
            cards = Row(_with_explanations(table, cards.buttons), look="can")
        return Panel((*((pad.row,) if pad else ()), cards))
    if isinstance(phase, MovingRobber):
        return robber_panel(table)
    if isinstance(phase, Stealing):
        return steal_panel(table)
    if isinstance(phase, ACTION_PHASES):
        spots = build_spots(table)
        return Panel((*open_piece_rows(table), _actions_row(table, spots, detail)), spots=spots)
    return panel_of_step(table, now)


def _actions_row(table: TableContext, spots: tuple[Spot, ...], detail: str) -> Row:
    """Return the actions, explained to newcomers and on request; a terse table gets no explanations."""
    endings = dealt_ending_buttons(table) if table.is_dealt else _part_ending(table)
    others = [*endings, *playable_or_shown_cards(table), *token_buttons(table)]
    if detail == "first_game":
        return _explained_actions_row(table, spots, others)
    if table.query.pick("can") and detail != "terse":
        less = Button(table.say("ui.say_less"), href=href(table.query, can=None), icon="cross")
        return _explained_actions_row(table, spots, [*others, less])
    found = [] if table.are_actions_closed else _building_and_trading(table)
    if detail != "terse" and found:
        others.append(Button(table.say("coach.can"), href=href(table.query, can=1), icon="card_help"))
    return Row((*found, *others))


def _part_ending(table: TableContext) -> list[Button]:
    is_part = interlude_of(table.panel_state.phase)
    return [Button(table.say("ui.part.done"), (TurnEnded(seat=table.acting_seat),), icon="end")] if is_part else []


def _building_and_trading(table: TableContext) -> list[Button]:
    phase = table.panel_state.phase
    found: list[Button] = []
    if isinstance(phase, BUILDING_PHASES):
        if table.panel_state.game.has_board:
            found.append(Button(table.say("ui.build"), href=panel_href(PageQuery(), "build"), icon="build"))
        found += buy_buttons(table)
    if isinstance(phase, TRADING_PHASES):
        found.append(_bank_trade_button(table))
    if can_offer(table.panel_state, table.acting_seat):
        found.append(replace(_offer_button(table), is_primary=True))
    return found


def _bank_trade_button(table: TableContext) -> Button:
    return Button(table.say("ui.bank_trade"), href=panel_href(PageQuery(), "bank_trade"), icon="bank_trade")


def _offer_button(table: TableContext) -> Button:
    return Button(table.say("phone.offer"), href=panel_href(PageQuery(), "offer"), icon="trade")


def _explained_actions_row(table: TableContext, spots: Sequence[Spot], others: Sequence[Button]) -> Row:
    """Return each action with its price, purpose and places; a disabled one says why. A player's own phone may name the
    missing cards, as far as everybody could know them."""
    found: list[Button] = []
    if isinstance(table.panel_state.phase, BUILDING_PHASES) and not table.are_actions_closed:
        if table.panel_state.game.has_board:
            found += [_explained_piece(table, piece, [s for s in spots if s.kind == piece]) for piece in PIECES]
        found += [replace(button, caption=table.say("coach.can.buy"), shortcut=None) for button in buy_buttons(table)]
    if isinstance(table.panel_state.phase, TRADING_PHASES) and not table.are_actions_closed:
        found += _explained_trades(table)
    return Row((*found, *_with_explanations(table, others)), table.say("coach.can"), look="can")


def _with_explanations(table: TableContext, buttons: Sequence[Button]) -> tuple[Button, ...]:
    knight = "card.knight.1.no_robber" if table.panel_state.rules.robber == "off" else "card.knight.1"
    return tuple(
        replace(button, caption=table.say(knight if button.icon == "knight" else f"card.{button.icon}.1"))
        if button.icon in EXPLAINED_CARDS
        else button
        for button in buttons
    )


def _explained_piece(table: TableContext, piece: Piece, spots: list[Spot]) -> Button:
    """Return a link to the spots of a piece; without spots, a disabled button."""
    purpose, (words, cards) = table.say(f"coach.can.{piece}"), missing_cards(table, piece)
    if not spots:
        button = disabled_piece_button(table, piece)
        where = "" if button.caption == words else button.caption
        return replace(button, caption=purpose, explanation=where, shortfall=words, missing_cards=cards)
    return Button(
        table.say(f"ui.piece.{piece}"),
        href=panel_href(PageQuery(), "build", piece=piece),
        icon=piece,
        caption=purpose,
        cost=price_cards(piece),
        explanation=table.say("coach.can.spots", n=len(spots)),
        shortfall=spots[0].shortfall,
        missing_cards=cards,
    )


def _explained_trades(table: TableContext) -> list[Button]:
    best = min(bank_rates(table.panel_state, table.acting_seat, resource)[0] for resource in RESOURCES)
    shortfall = "" if _may_pay_bank(table) else table.say("coach.can.bank.short")
    bank = replace(_bank_trade_button(table), caption=table.say("coach.can.bank", n=best), shortfall=shortfall)
    if not can_offer(table.panel_state, table.acting_seat):
        return [bank]
    return [bank, replace(_offer_button(table), caption=table.say("coach.can.offer"))]


def _may_pay_bank(table: TableContext) -> bool:
    hand, state = table.known_hand, table.panel_state
    seat = table.acting_seat
    size = state.seats[seat].hand_size
    return any((hand.max_of(kind) if hand else size) >= bank_rates(state, seat, kind)[0] for kind in RESOURCES)


def offer_rows(table: TableContext, give: list[str], want: list[str]) -> tuple[Row, ...]:
    given = disable_missing_cards(table, _offer_cards(table, "give", give), give)
    return (
        Row(given, table.say("phone.offer.give"), look="cards"),
        Row(_offer_cards(table, "want", want), table.say("phone.offer.want"), look="cards"),
    )


def _offer_cards(table: TableContext, side: str, chosen: list[str]) -> tuple[Button, ...]:
    clear = Button(table.say("ui.clear"), href=href(table.query, **{side: None}), icon="cross")
    return (*adding_buttons(table, side, chosen), *((clear,) if chosen else ()))
