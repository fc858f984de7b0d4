"""Trades: with the bank in three taps, between players in four, or only that there was one."""

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
    given = tuple(_given(table, resource) for resource in _affordable(table))
    rows = [Row(given, table.say("ui.gives", seat=table.seat), table.seat, look="cards")]
    if give in RESOURCES:
        taken = [_taken(table, resource) for resource in _in_stock(table) if resource != give]
        rows.append(Row(tuple(taken), table.say("ui.take"), look="cards"))
    notes = () if rows[0].buttons else (table.say("ui.bank_trade.nothing", seat=table.seat),)
    title = table.say("ui.ask.bank_take" if give in RESOURCES else "ui.ask.bank_give")
    return Panel(tuple(rows), title, notes, back=table.back)


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
    """What is given, and what each of the others could give for it: a card of theirs says with whom."""
    others = [seat for seat in active_seats(table.state) if seat != table.seat]
    if not others:
        return Panel((), table.say("ui.trade"), back=table.back)
    partner = table.ask.number("partner") if len(others) > 1 else others[0]
    give, take = table.ask.list("give"), table.ask.list("take")
    shown = [partner] if partner in others else others
    rows = [Row(_cards(table, "give", give, take), table.say("ui.gives", seat=table.seat), table.seat, "hand")]
    rows += [_partner_row(table, seat, give, take) for seat in shown if seat is not None]
    others_again = Button(table.say("ui.trade.others"), href=href(table.ask, partner=None, take=None), icon="people")
    ends = (others_again,) if shown != others else ()
    title = table.say("ui.ask.trade") if shown == others else table.say("ui.ask.trade_with", other=partner)
    return Panel((*rows, Row((*ends, *_deal(table, partner, give, take)), look="wide")), title, back=table.back)


def _partner_row(table: Table, partner: int, give: list[str], take: list[str]) -> Row:
    """Their cards; or only that there was a trade, where nobody says what."""
    untold = Button(table.say("ui.trade.untold"), table.entered(_untold(table, partner)), icon="unsure")
    cards = _cards(table, "take", take, give, partner=partner)
    return Row(cards if take else (*cards, untold), table.say("ui.gives", seat=partner), partner, "hand")


def _untold(table: Table, partner: int) -> PlayersTraded:
    return PlayersTraded(seat=table.seat, partner=partner, give={}, receive={}, waived=True)


def _cards(
    table: Table, side: str, chosen: list[str], opposite: list[str], partner: int | None = None
) -> tuple[Button, ...]:
    found = []
    both_ways = table.state.rules.same_resource_trade == "allowed" or table.is_elsewhere
    for resource in RESOURCES:
        off = resource in opposite and not both_ways
        tapped = chosen.count(resource)
        link = _with(table, partner, **{side: ".".join([*chosen, resource])})
        label = table.say("ui.resource", resource=resource)
        found.append(Button(label, href=link, icon=resource, caption=str(tapped or ""), picked=bool(tapped), off=off))
    if chosen:
        clear = _with(table, partner, **{side: None})
        found.append(Button(table.say("ui.clear"), href=clear, icon="cross"))
    return tuple(found)


def _with(table: Table, partner: int | None, **picks: str | None) -> str:
    """The same trade with a card more or less; a partner's card says that it is them."""
    return href(table.ask, **({} if partner is None else {"partner": partner}), **picks)


def _deal(table: Table, partner: int | None, give: list[str], take: list[str]) -> tuple[Button, ...]:
    gift_ok = table.state.rules.gifts == "allowed"
    if partner is None or (not (give and take) and not (gift_ok and (give or take))):
        return ()
    event = PlayersTraded(seat=table.seat, partner=partner, give=_counts(give), receive=_counts(take))
    return (Button(table.say("ui.trade.done"), table.entered(event), icon="check", main=True),)


def _counts(chosen: list[str]) -> dict[Resource, int]:
    return {resource: chosen.count(resource) for resource in RESOURCES if resource in chosen}
