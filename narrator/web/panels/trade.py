"""Trades: with the bank in three taps, between players in five, or only that there was one."""

from narrator.core.play.trade import rates
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import BankTraded, PlayersTraded
from narrator.core.table.state import active_seats
from narrator.web.request.ask import href
from narrator.web.request.table import Table

from .panel import Button, Panel, Row


def bank_trade_panel(table: Table) -> Panel:
    """What is given, at the best rate; then what is taken, as far as the bank has it."""
    give = table.ask.pick("give")
    rows = [Row(tuple(_given(table, resource) for resource in _affordable(table)), table.say("ui.give"), look="cards")]
    if give in RESOURCES:
        taken = [_taken(table, resource) for resource in _in_stock(table) if resource != give]
        rows.append(Row(tuple(taken), table.say("ui.take"), look="cards"))
    notes = () if rows[0].buttons else (table.say("ui.bank_trade.nothing", seat=table.seat),)
    return Panel(tuple(rows), back=table.back, notes=notes)


def _affordable(table: Table) -> list[Resource]:
    """What the hand is large enough for; at another moment, anything."""
    hand = table.state.seats[table.seat].hand
    return [r for r in RESOURCES if table.is_elsewhere or rates(table.state, table.seat, r)[0] <= hand]


def _in_stock(table: Table) -> list[Resource]:
    unlimited = table.state.rules.bank_limit == "unlimited" or table.is_elsewhere
    return [resource for resource in RESOURCES if unlimited or table.state.bank.of(resource)]


def _given(table: Table, resource: Resource) -> Button:
    rate = rates(table.state, table.seat, resource)[0]
    picked = table.ask.pick("give") == resource
    label = table.say("ui.resource", resource=resource)
    return Button(label, href=href(table.ask, give=resource), icon=resource, caption=f"{rate}×", picked=picked)


def _taken(table: Table, resource: Resource) -> Button:
    give: Resource = table.ask.pick("give")  # type: ignore[assignment]
    trade = bank_trade(table, give, resource)
    return Button(table.say("ui.resource", resource=resource), table.entered(trade), icon=resource, caption="1×")


def bank_trade(table: Table, give: Resource, receive: Resource) -> BankTraded:
    return BankTraded(seat=table.seat, give={give: rates(table.state, table.seat, give)[0]}, receive={receive: 1})


def again_button(table: Table) -> Button | None:
    """The same bank trade once more, right after it."""
    last = table.head.fact
    if not isinstance(last, BankTraded) or last.seat != table.seat or table.is_elsewhere:
        return None
    trade = BankTraded(seat=table.seat, give=last.give, receive=last.receive)
    if not table.allows(trade):
        return None
    label = table.say("ui.bank_trade.again")
    (receive, _), *_ = last.receive.items()
    caption = table.say("ui.bank_trade.deal", give=dict(last.give), take=dict(last.receive))
    return Button(label, (trade,), icon=receive, caption=caption)


def player_trade_panel(table: Table) -> Panel:
    """With whom, what is given, what is taken."""
    others = [seat for seat in active_seats(table.state) if seat != table.seat]
    partner = table.ask.number("partner")
    if partner not in others:
        if len(others) != 1:
            return Panel(_partners(table, others), back=table.back)
        partner = others[0]
    give, take = table.ask.list("give"), table.ask.list("take")
    rows = [
        Row(_cards(table, "give", give, take, partner), table.say("ui.gives", seat=table.seat), table.seat, "cards"),
        Row(_cards(table, "take", take, give, partner), table.say("ui.gives", seat=partner), partner, "cards"),
    ]
    return Panel((*rows, Row(_endings(table, partner, give, take))), back=table.back)


def _partners(table: Table, others: list[int]) -> tuple[Row, ...]:
    named = [Button(table.name(seat), href=href(table.ask, partner=seat), icon="people", seat=seat) for seat in others]
    untold = [
        Button(table.name(seat), table.entered(_untold(table, seat)), icon="unsure", seat=seat) for seat in others
    ]
    return (
        Row(tuple(named), table.say("ui.trade.with")),
        Row(tuple(untold), table.say("ui.trade.untold_with")),
    )


def _untold(table: Table, partner: int) -> PlayersTraded:
    return PlayersTraded(seat=table.seat, partner=partner, give={}, receive={}, waived=True)


def _cards(table: Table, side: str, chosen: list[str], opposite: list[str], partner: int) -> tuple[Button, ...]:
    ask = table.ask
    found = []
    both_ways = table.state.rules.same_resource_trade == "allowed" or table.is_elsewhere
    for resource in RESOURCES:
        off = resource in opposite and not both_ways
        tapped = chosen.count(resource)
        link = href(ask, partner=partner, **{side: ".".join([*chosen, resource])})
        label = table.say("ui.resource", resource=resource)
        found.append(Button(label, href=link, icon=resource, caption=str(tapped or ""), picked=bool(tapped), off=off))
    clear = href(ask, partner=partner, **{side: None})
    found.append(Button(table.say("ui.clear"), href=clear, icon="cross", off=not chosen))
    return tuple(found)


def _endings(table: Table, partner: int, give: list[str], take: list[str]) -> tuple[Button, ...]:
    gift_ok = table.state.rules.gifts == "allowed"
    untold = Button(table.say("ui.trade.untold"), table.entered(_untold(table, partner)), icon="unsure")
    if not (give and take) and not (gift_ok and (give or take)):
        return (untold,)
    event = PlayersTraded(seat=table.seat, partner=partner, give=_counts(give), receive=_counts(take))
    return (untold, Button(table.say("ui.trade.done"), table.entered(event), icon="check", main=True))


def _counts(chosen: list[str]) -> dict[Resource, int]:
    return {resource: chosen.count(resource) for resource in RESOURCES if resource in chosen}
