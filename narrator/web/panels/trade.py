"""Trades with the bank in three taps, and between players in four or without saying which cards."""

from msgspec.structs import replace

from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.trade import bank_rates
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import BankTraded, PlayersTraded
from narrator.core.table.state import active_seats
from narrator.web.panels.panel import Button, Panel, Row, adding_buttons, count_cards, resource_button
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext


def bank_trade_panel(table: TableContext) -> Panel:
    """Ask what is given, at the best rate, and what is taken, as far as the bank has it. Nothing moves between the
    taps, so that a double tap never hits a button that has just appeared."""
    affordable = _affordable(table)
    if not affordable:
        nothing = table.say("ui.bank_trade.nothing", seat=table.acting_seat)
        return Panel((), table.say("ui.ask.bank_give"), (nothing,), close_href=table.back)
    given = tuple(_given(table, resource, resource not in affordable) for resource in RESOURCES)
    taken = tuple(_taken(table, resource) for resource in RESOURCES)
    gives = table.say("ui.gives", seat=table.acting_seat)
    rows = (Row(given, gives, table.acting_seat, look="cards"), Row(taken, table.say("ui.take"), look="cards"))
    title = table.say("ui.ask.bank_take" if table.query.pick("give") in RESOURCES else "ui.ask.bank_give")
    return Panel(rows, title, close_href=table.back)


def _affordable(table: TableContext) -> list[Resource]:
    """Return what the hand is large enough for; for a past moment, everything."""
    hand, held = table.panel_state.seats[table.acting_seat].hand_size, table.known_hand if table.is_dealt else None

    def most(resource: Resource) -> int:
        return hand if held is None else held.max_of(resource)

    rates = {r: bank_rates(table.panel_state, table.acting_seat, r)[0] for r in RESOURCES}
    return [r for r in RESOURCES if table.is_about_past or rates[r] <= most(r)]


def _in_stock(table: TableContext, resource: Resource) -> bool:
    unlimited = table.panel_state.rules.bank_limit == "unlimited" or table.is_about_past
    return unlimited or bool(most_in_bank(table.panel_state).count_of(resource))


def _given(table: TableContext, resource: Resource, is_disabled: bool) -> Button:
    rate = bank_rates(table.panel_state, table.acting_seat, resource)[0]
    picked = table.query.pick("give") == resource
    link = None if is_disabled else href(table.query, give=resource)
    return resource_button(table, resource, href=link, caption=f"{rate}×", is_picked=picked, is_disabled=is_disabled)


def _taken(table: TableContext, resource: Resource) -> Button:
    give = table.query.pick("give")
    if give not in RESOURCES or give == resource or not _in_stock(table, resource):
        return resource_button(table, resource, caption="1×", is_disabled=True)
    given = {give: bank_rates(table.panel_state, table.acting_seat, give)[0]}
    trade = BankTraded(seat=table.acting_seat, give=given, receive={resource: 1})
    return resource_button(table, resource, table.mark_if_late(trade), caption="1×")


def repeat_trade_button(table: TableContext) -> Button | None:
    last = table.head.fact
    if not isinstance(last, BankTraded) or last.seat != table.acting_seat or table.is_about_past:
        return None
    trade = BankTraded(seat=table.acting_seat, give=last.give, receive=last.receive)
    if not table.allows(trade):
        return None
    label = table.say("ui.bank_trade.again")
    (receive, _), *_ = last.receive.items()
    caption = table.say("ui.bank_trade.deal", give=dict(last.give), take=dict(last.receive))
    return Button(label, (trade,), icon=receive, caption=caption)


def player_trade_panel(table: TableContext) -> Panel:
    """Ask what is given and what one of the others gives for it. A tap on a player's card also selects the player."""
    others = [seat for seat in active_seats(table.panel_state) if seat != table.acting_seat]
    if not others:
        return Panel((), table.say("ui.trade"), close_href=table.back)
    chosen = table.query.number("partner") if len(others) > 1 else others[0]
    partner = chosen if chosen in others else None
    give, take = table.query.list("give"), table.query.list("take")
    rows = [
        Row(_cards(table, "give", give, take), table.say("ui.gives", seat=table.acting_seat), table.acting_seat, "deal")
    ]
    for seat in others:
        title = table.say("ui.trade.for") if seat == others[0] else ""
        rows.append(Row(_partner_cards(table, seat, seat == partner), title, look="deal"))
    asked = table.say("ui.ask.trade") if partner is None else table.say("ui.ask.trade_with", other=partner)
    return Panel((*rows, Row(_endings(table, partner, give, take), look="wide")), asked, close_href=table.back)


def _partner_cards(table: TableContext, seat: int, is_partner: bool) -> tuple[Button, ...]:
    """Return a player's name and cards. A tap on another player's card replaces the partner."""
    give, take = table.query.list("give"), table.query.list("take")
    link = href(table.query, partner=seat, take=table.query.pick("take") if is_partner else None)
    name = Button(table.button_name(seat), href=link, seat=seat, is_picked=is_partner)
    return (name, *_cards(table, "take", take if is_partner else [], give, partner=seat))


def _cards(table: TableContext, side: str, chosen: list[str], others: list[str], **changes: int) -> tuple[Button, ...]:
    both_ways = table.panel_state.rules.same_resource_trade == "allowed" or table.is_about_past
    buttons = adding_buttons(table, side, chosen, **changes)
    return tuple(replace(button, is_disabled=button.icon in others and not both_ways) for button in buttons)


def _endings(table: TableContext, partner: int | None, give: list[str], take: list[str]) -> tuple[Button, ...]:
    again = href(table.query, partner=None, give=None, take=None)
    is_empty = not (give or take or table.query.pick("partner"))
    clear = Button(table.say("ui.clear"), href=again, icon="cross", is_disabled=is_empty)
    events: tuple[PlayersTraded, ...] = ()
    if partner is not None:
        events = (PlayersTraded(seat=table.acting_seat, partner=partner, give={}, receive={}, waived=True),)
    sent = table.mark_if_late(*events)
    unspecified = Button(table.say("ui.trade.untold"), sent, icon="unsure", is_disabled=not events)
    return (clear, unspecified, _deal(table, partner, give, take))


def _deal(table: TableContext, partner: int | None, give: list[str], take: list[str]) -> Button:
    is_complete = bool(give and take) or (table.panel_state.rules.gifts == "allowed" and bool(give or take))
    is_bot = partner in table.locale.face_up_seats  # it has not answered yet
    label = table.say("ui.trade.ask", other=partner) if is_bot else table.say("ui.trade.done")
    button = Button(label, icon="check", cost=tuple(give), receives=tuple(take))
    if partner is None or not is_complete:
        return replace(button, is_disabled=True)
    event = PlayersTraded(seat=table.acting_seat, partner=partner, give=count_cards(give), receive=count_cards(take))
    return replace(button, events=table.mark_if_late(event), is_primary=True)
