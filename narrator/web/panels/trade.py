"""Trades: with the bank in three taps, between players in four, or only that there was one."""

from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.trade import rates
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import BankTraded, PlayersTraded
from narrator.core.table.state import active_seats
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext


def bank_trade_panel(table: TableContext) -> Panel:
    """What is given, at the best rate; then what is taken, as far as the bank has it. Nothing moves between the taps: a
    finger that taps twice must not meet what was not there before."""
    affordable = _affordable(table)
    if not affordable:
        nothing = table.say("ui.bank_trade.nothing", seat=table.seat)
        return Panel((), table.say("ui.ask.bank_give"), (nothing,), back=table.back)
    given = tuple(_given(table, resource, resource not in affordable) for resource in RESOURCES)
    taken = tuple(_taken(table, resource) for resource in RESOURCES)
    gives = table.say("ui.gives", seat=table.seat)
    rows = (Row(given, gives, table.seat, look="cards"), Row(taken, table.say("ui.take"), look="cards"))
    title = table.say("ui.ask.bank_take" if table.query.pick("give") in RESOURCES else "ui.ask.bank_give")
    return Panel(rows, title, back=table.back)


def _affordable(table: TableContext) -> list[Resource]:
    """What the hand is large enough for; at another moment, anything."""
    hand, held = table.state.seats[table.seat].hand, table.held if table.is_dealt else None

    def most(resource: Resource) -> int:
        return hand if held is None else held.most(resource)

    return [r for r in RESOURCES if table.is_elsewhere or rates(table.state, table.seat, r)[0] <= most(r)]


def _in_stock(table: TableContext, resource: Resource) -> bool:
    unlimited = table.state.rules.bank_limit == "unlimited" or table.is_elsewhere
    return unlimited or bool(most_in_bank(table.state).of(resource))


def _given(table: TableContext, resource: Resource, off: bool) -> Button:
    rate = rates(table.state, table.seat, resource)[0]
    picked = table.query.pick("give") == resource
    label = table.say("ui.resource", resource=resource)
    link = None if off else href(table.query, give=resource)
    return Button(label, href=link, icon=resource, caption=f"{rate}×", picked=picked, off=off)


def _taken(table: TableContext, resource: Resource) -> Button:
    give, label = table.query.pick("give"), table.say("ui.resource", resource=resource)
    if give not in RESOURCES or give == resource or not _in_stock(table, resource):
        return Button(label, icon=resource, caption="1×", off=True)
    return Button(label, table.entered(bank_trade(table, give, resource)), icon=resource, caption="1×")


def bank_trade(table: TableContext, give: Resource, receive: Resource) -> BankTraded:
    return BankTraded(seat=table.seat, give={give: rates(table.state, table.seat, give)[0]}, receive={receive: 1})


def again_button(table: TableContext) -> Button | None:
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


def player_trade_panel(table: TableContext) -> Panel:
    """What is given, and what each of the others could give for it: a card of theirs says with whom. Everybody keeps
    their place, whoever was tapped."""
    others = [seat for seat in active_seats(table.state) if seat != table.seat]
    if not others:
        return Panel((), table.say("ui.trade"), back=table.back)
    chosen = table.query.number("partner") if len(others) > 1 else others[0]
    partner = chosen if chosen in others else None
    give, take = table.query.list("give"), table.query.list("take")
    rows = [Row(_cards(table, "give", give, take), table.say("ui.gives", seat=table.seat), table.seat, "deal")]
    for seat in others:
        title = table.say("ui.trade.for") if seat == others[0] else ""
        rows.append(Row(_partner_cards(table, seat, partner, give, take), title, look="deal"))
    asked = table.say("ui.ask.trade") if partner is None else table.say("ui.ask.trade_with", other=partner)
    return Panel((*rows, Row(_endings(table, partner, give, take), look="wide")), asked, back=table.back)


def _partner_cards(
    table: TableContext, seat: int, partner: int | None, give: list[str], take: list[str]
) -> tuple[Button, ...]:
    """A partner's name, then their cards. Whoever is tapped first is meant; a tap on another means the other."""
    is_meant = seat == partner
    link = href(table.query, partner=seat, take=table.query.pick("take") if is_meant else None)
    name = Button(table.called(seat), href=link, seat=seat, picked=is_meant)
    return (name, *_cards(table, "take", take if is_meant else [], give, seat))


def _cards(
    table: TableContext, side: str, chosen: list[str], opposite: list[str], partner: int | None = None
) -> tuple[Button, ...]:
    found = []
    both_ways = table.state.rules.same_resource_trade == "allowed" or table.is_elsewhere
    whose = {} if partner is None else {"partner": partner}
    for resource in RESOURCES:
        off = resource in opposite and not both_ways
        tapped = chosen.count(resource)
        link = href(table.query, **whose, **{side: ".".join([*chosen, resource])})
        label = table.say("ui.resource", resource=resource)
        found.append(Button(label, href=link, icon=resource, caption=str(tapped or ""), picked=bool(tapped), off=off))
    return tuple(found)


def _endings(table: TableContext, partner: int | None, give: list[str], take: list[str]) -> tuple[Button, ...]:
    """Begin again, only that there was a trade, or the deal as it stands."""
    again = href(table.query, partner=None, give=None, take=None)
    clear = Button(
        table.say("ui.clear"), href=again, icon="cross", off=not (give or take or table.query.pick("partner"))
    )
    untold = () if partner is None else table.entered(_untold(table, partner))
    note = Button(table.say("ui.trade.untold"), untold, icon="unsure", off=not untold)
    return (clear, note, _deal(table, partner, give, take))


def _untold(table: TableContext, partner: int) -> PlayersTraded:
    return PlayersTraded(seat=table.seat, partner=partner, give={}, receive={}, waived=True)


def _deal(table: TableContext, partner: int | None, give: list[str], take: list[str]) -> Button:
    gift_ok = table.state.rules.gifts == "allowed"
    is_whole = bool(give and take) or (gift_ok and bool(give or take))
    is_bots = partner in table.locale.open  # it has not answered yet
    label = table.say("ui.trade.ask", other=partner) if is_bots else table.say("ui.trade.done")
    goes, comes = tuple(give), tuple(take)
    if partner is None or not is_whole:
        return Button(label, icon="check", cost=goes, gets=comes, off=True)
    event = PlayersTraded(seat=table.seat, partner=partner, give=_counts(give), receive=_counts(take))
    return Button(label, table.entered(event), icon="check", cost=goes, gets=comes, main=True)


def _counts(chosen: list[str]) -> dict[Resource, int]:
    return {resource: chosen.count(resource) for resource in RESOURCES if resource in chosen}
