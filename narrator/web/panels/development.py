"""Development cards: buying one, playing one, showing points."""

from narrator.core.play.card_moves import most_in_bank
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import (
    AnyFact,
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import active_seats
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.price import bought, cards_of, lacking
from narrator.web.rendering.page_query import fresh, href
from narrator.web.rendering.table_context import TableContext

COST = cards_of("development")
FEW = 5
"""So many cards of a kind are one tap."""


def buy_buttons(table: TableContext) -> tuple[Button, ...]:
    """A card from the deck, where there is one to buy."""
    left = table.say("ui.left", n=table.state.deck)
    shut = _not_paid(table, left)
    if shut is not None:
        return (shut,)
    return tuple(
        Button(
            table.say("ui.buy"),
            (one.event,),
            icon="buy",
            caption=left,
            cost=COST,
            dear=one.dear,
            lacks=one.lacks,
            key="c",
        )
        for one in bought(table, [DevelopmentBought(seat=table.seat)])
    )


def _not_paid(table: TableContext, left: str) -> Button | None:
    """Where the app deals, what the hand can't pay keeps its place and says what is missing."""
    words, cards = lacking(table, "development")
    if not table.is_dealt or not words or not table.state.deck:
        return None
    return Button(table.say("ui.buy"), icon="buy", caption=left, cost=COST, dear=words, lacks=cards, off=True)


def play_buttons(table: TableContext) -> tuple[Button, ...]:
    """The four kinds that are played."""
    knight = Button(table.say("ui.card.knight"), table.entered(KnightPlayed(seat=table.seat)), icon="knight", key="k")
    roads = Button(
        table.say("ui.card.road_building"), table.entered(RoadBuildingPlayed(seat=table.seat)), icon="road_building"
    )
    plenty = Button(table.say("ui.card.year_of_plenty"), href=fresh(table.query, "plenty"), icon="year_of_plenty")
    monopoly = Button(table.say("ui.card.monopoly"), href=fresh(table.query, "monopoly"), icon="monopoly")
    return (knight, roads, plenty, monopoly)


def regular_cards(table: TableContext) -> list[Button]:
    """Of the four kinds, those that can be played now: a kind of which all lie open is none of them."""
    seat, bank = table.seat, most_in_bank(table.state)
    two = [r for r in RESOURCES for _ in range(min(2, bank.of(r)))][:2] or [RESOURCES[0]] * 2
    tried: tuple[AnyFact, ...] = (
        KnightPlayed(seat=seat),
        RoadBuildingPlayed(seat=seat),
        _plenty(table, *two),
        MonopolyPlayed(seat=seat, resource=RESOURCES[0], taken={}),
    )
    return [button for button, event in zip(play_buttons(table), tried, strict=True) if table.allows(event)]


def plenty_panel(table: TableContext) -> Panel:
    """Two cards from the bank: the second tap enters both. Of a single card that the bank has left, the first does."""
    first = table.query.pick("first")
    stock = [r for r in RESOURCES if most_in_bank(table.state).of(r) or table.state.rules.bank_limit == "unlimited"]
    rows = [Row(tuple(_first(table, resource) for resource in stock), table.say("ui.plenty.first"), look="cards")]
    if any(button.href for button in rows[0].buttons):  # in its place from the start, so that nothing moves
        seconds = tuple(_second(table, first if first in stock else "", resource) for resource in stock)
        rows.append(Row(seconds, table.say("ui.plenty.second"), look="cards"))
    return Panel(tuple(rows), table.say("ui.ask.plenty"), (table.say("card.year_of_plenty.1"),), back=table.back)


def _second(table: TableContext, first: str, resource: Resource) -> Button:
    both = _plenty(table, first, resource)
    events = table.entered(both) if first and table.allows(both) else ()
    return Button(_resource(table, resource), events, icon=resource, off=not events)


def _resource(table: TableContext, resource: str) -> str:
    return table.say("ui.resource", resource=resource)


def _first(table: TableContext, resource: Resource) -> Button:
    picked = table.query.pick("first") == resource
    only = _plenty(table, resource)
    if not table.is_elsewhere and table.allows(only):
        return Button(_resource(table, resource), (only,), icon=resource)
    return Button(_resource(table, resource), href=href(table.query, first=resource), icon=resource, picked=picked)


def _plenty(table: TableContext, *chosen: str) -> YearOfPlentyPlayed:
    counts: dict[Resource, int] = {r: chosen.count(r) for r in RESOURCES if r in chosen}
    return YearOfPlentyPlayed(seat=table.seat, cards=counts)


def monopoly_panel(table: TableContext) -> Panel:
    """The kind, then how many each of the others hands over. A host plays, too: what a hand holds is never proposed."""
    resource = table.query.pick("kind")
    kinds = [
        Button(_resource(table, r), href=href(table.query, kind=r), icon=r, picked=r == resource) for r in RESOURCES
    ]
    rows = [Row(tuple(kinds), look="hand")]
    if resource not in RESOURCES:
        note = table.say("card.monopoly.1")
        return Panel(tuple(rows), table.say("ui.ask.monopoly"), (note,), back=table.back)
    taken = {seat: _handed_over(table, seat) for seat in active_seats(table.state) if seat != table.seat}
    rows += [_handover_row(table, seat, count) for seat, count in taken.items()]
    event = MonopolyPlayed(seat=table.seat, resource=resource, taken={s: n for s, n in taken.items() if n})
    total = sum(taken.values())
    done = Button(table.say("ui.monopoly.done", n=total), table.entered(event), icon="check", main=True)
    return Panel((*rows, Row((done,), look="wide")), table.say("ui.ask.monopoly_many"), back=table.back)


def _handed_over(table: TableContext, seat: int) -> int:
    """What was tapped; before that nothing."""
    return min(table.query.number(f"n{seat}") or 0, table.state.game.box.of_each_resource)


def _handover_row(table: TableContext, seat: int, count: int) -> Row:
    """One tap a player, for as many as the hand holds; where the record lags behind, there is more."""
    hand = FEW if table.is_elsewhere else table.state.seats[seat].hand
    most = max(count, min(FEW, hand))
    taps = [Button(str(n), href=href(table.query, **{f"n{seat}": n}), picked=n == count) for n in range(most + 1)]
    more = Button("+", href=href(table.query, **{f"n{seat}": most + 1}), icon="plus")
    title = table.say("ui.monopoly.gives", seat=seat, n=count)
    return Row((*taps, more), title, seat, look="few")


def points_panel(table: TableContext) -> Panel:
    """How many points cards lie open now."""
    counts = [Button(str(e.count), table.entered(e), icon="points") for e in points_to_show(table)]
    return Panel((Row(tuple(counts), look="numbers"),), table.say("ui.ask.points"), back=table.back)


def points_to_show(table: TableContext) -> list[PointsRevealed]:
    """As many as can be shown now: of the present it is known that nobody shows more cards than they hold."""
    most = table.state.game.box.development["points"]
    if not table.is_elsewhere:
        most = min(most, table.state.seats[table.seat].development_cards)
    shown = [PointsRevealed(seat=table.seat, count=count) for count in range(1, most + 1)]
    return [event for event in shown if table.allows(event)]
