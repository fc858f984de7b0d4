"""Development cards: buy one, play one, reveal points."""

from msgspec.structs import replace

from narrator.core.play.card_moves import most_in_bank
from narrator.core.table import events
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.state import active_seats
from narrator.web.panels.panel import Button, Panel, Row, count_cards, number_row, resource_button
from narrator.web.panels.purchases import missing_cards, possible_purchase, price_cards
from narrator.web.rendering.page_query import href, panel_href
from narrator.web.rendering.table_context import TableContext

FEW_CARDS = 5  # up to this many cards of a kind are one tap


def buy_buttons(table: TableContext) -> tuple[Button, ...]:
    """Return the button that buys a card. If the app deals, it is disabled while the hand can't pay."""
    button = Button(
        table.say("ui.buy"),
        icon="buy",
        caption=table.say("ui.left", n=table.panel_state.deck),
        cost=price_cards("development"),
    )
    words, cards = missing_cards(table, "development")
    if table.is_dealt and words and table.panel_state.deck:
        return (replace(button, shortfall=words, missing_cards=cards, is_disabled=True),)
    purchase = possible_purchase(table, events.DevelopmentBought(seat=table.acting_seat))
    if purchase is None:
        return ()
    button = replace(button, shortfall=purchase.shortfall, missing_cards=purchase.missing_cards)
    return (replace(button, events=(purchase.event,), shortcut="c"),)


def play_buttons(table: TableContext) -> tuple[Button, ...]:
    seat = table.acting_seat
    knight, roads = table.mark_if_late(events.KnightPlayed(seat=seat), events.RoadBuildingPlayed(seat=seat))
    return (
        Button(table.say("ui.card.knight"), (knight,), icon="knight", shortcut="k"),
        Button(table.say("ui.card.road_building"), (roads,), icon="road_building"),
        Button(table.say("ui.card.year_of_plenty"), href=panel_href(table.query, "plenty"), icon="year_of_plenty"),
        Button(table.say("ui.card.monopoly"), href=panel_href(table.query, "monopoly"), icon="monopoly"),
    )


def playable_card_buttons(table: TableContext) -> list[Button]:
    """Return the kinds that can be played now; not those of which all cards have been played."""
    seat, bank = table.acting_seat, most_in_bank(table.panel_state)
    two = [r for r in RESOURCES for _ in range(min(2, bank.count_of(r)))][:2] or [RESOURCES[0]] * 2
    tried: tuple[events.AnyFact, ...] = (
        events.KnightPlayed(seat=seat),
        events.RoadBuildingPlayed(seat=seat),
        _plenty(table, *two),
        events.MonopolyPlayed(seat=seat, resource=RESOURCES[0], taken={}),
    )
    return [button for button, event in zip(play_buttons(table), tried, strict=True) if table.allows(event)]


def plenty_panel(table: TableContext) -> Panel:
    """Ask for two cards from the bank; the second tap enters both, or the first if the bank has only one card."""
    first = table.query.pick("first")
    state = table.panel_state
    stock = [r for r in RESOURCES if most_in_bank(state).count_of(r) or state.rules.bank_limit == "unlimited"]
    rows = [Row(tuple(_first(table, resource) for resource in stock), table.say("ui.plenty.first"), look="cards")]
    if any(button.href for button in rows[0].buttons):  # there from the start, so that nothing moves
        seconds = tuple(_second(table, first if first in stock else "", resource) for resource in stock)
        rows.append(Row(seconds, table.say("ui.plenty.second"), look="cards"))
    return Panel(tuple(rows), table.say("ui.ask.plenty"), (table.say("card.year_of_plenty.1"),), close_href=table.back)


def _first(table: TableContext, resource: Resource) -> Button:
    only = _plenty(table, resource)
    if not table.is_about_past and table.allows(only):
        return resource_button(table, resource, (only,))
    picked = table.query.pick("first") == resource
    return resource_button(table, resource, href=href(table.query, first=resource), is_picked=picked)


def _second(table: TableContext, first: str, resource: Resource) -> Button:
    both = _plenty(table, first, resource)
    entered = table.mark_if_late(both) if first and table.allows(both) else ()
    return resource_button(table, resource, entered, is_disabled=not entered)


def _plenty(table: TableContext, *chosen: str) -> events.YearOfPlentyPlayed:
    return events.YearOfPlentyPlayed(seat=table.acting_seat, cards=count_cards(chosen))


def monopoly_panel(table: TableContext) -> Panel:
    """Ask for the resource, then how many cards each player hands over. Nothing is suggested from what the record knows
    of a hand: the host is a player, too."""
    resource = table.query.pick("kind")
    kinds = (resource_button(table, r, href=href(table.query, kind=r), is_picked=r == resource) for r in RESOURCES)
    rows = [Row(tuple(kinds), look="hand")]
    if resource not in RESOURCES:
        line = table.say("card.monopoly.1")
        return Panel(tuple(rows), table.say("ui.ask.monopoly"), (line,), close_href=table.back)
    most = table.panel_state.game.box.cards_per_resource
    others = [seat for seat in active_seats(table.panel_state) if seat != table.acting_seat]
    taken = {seat: min(table.query.number(f"n{seat}") or 0, most) for seat in others}
    rows += [_handover_row(table, seat, count) for seat, count in taken.items()]
    given = {seat: count for seat, count in taken.items() if count}
    event = events.MonopolyPlayed(seat=table.acting_seat, resource=resource, taken=given)
    total = sum(taken.values())
    done = Button(table.say("ui.monopoly.done", n=total), table.mark_if_late(event), icon="check", is_primary=True)
    return Panel((*rows, Row((done,), look="wide")), table.say("ui.ask.monopoly_many"), close_href=table.back)


def _handover_row(table: TableContext, seat: int, count: int) -> Row:
    """Return a button for each number of cards in the hand, and `+` because the record may lag behind."""
    hand = FEW_CARDS if table.is_about_past else table.panel_state.seats[seat].hand_size
    most = max(count, min(FEW_CARDS, hand))
    taps = [Button(str(n), href=href(table.query, **{f"n{seat}": n}), is_picked=n == count) for n in range(most + 1)]
    more = Button("+", href=href(table.query, **{f"n{seat}": most + 1}), icon="plus")
    title = table.say("ui.monopoly.gives", seat=seat, n=count)
    return Row((*taps, more), title, seat, look="few")


def points_panel(table: TableContext) -> Panel:
    counts = {event.count: table.mark_if_late(event)[0] for event in possible_reveals(table)}
    return Panel((number_row(counts, icon="points"),), table.say("ui.ask.points"), close_href=table.back)


def possible_reveals(table: TableContext) -> list[events.PointsRevealed]:
    """Return the numbers of points cards that can be revealed: at most as many as the player holds now."""
    most = table.panel_state.game.box.development["points"]
    if not table.is_about_past:
        most = min(most, table.panel_state.seats[table.acting_seat].development_cards)
    shown = [events.PointsRevealed(seat=table.acting_seat, count=count) for count in range(1, most + 1)]
    return [event for event in shown if table.allows(event)]
