"""What is bought: what it costs, what is missing, and the event that one tap enters all the same.

Only the size of a hand speaks here: what is in it is nobody's business, but on the phone of whom it belongs to. And the
record may lag behind the table: so what can't be paid is marked and asked about once, never forbidden. Where the record
can't vouch for the hand, it is let stand by the same tap.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Refusal
from narrator.core.play.turns import has_target
from narrator.core.record.rules import apply, refusals
from narrator.core.table.cards import PRICES, RESOURCES, Purchase
from narrator.core.table.events import AnyFact, CityBuilt, DevelopmentBought, RoadBuilt, SettlementBuilt
from narrator.core.table.state import points
from narrator.web.panels.panel import Button
from narrator.web.rendering.table_context import TableContext

SHORT = "hand.too_few"
Piece = Literal["road", "settlement", "city"]
PIECES: tuple[Piece, ...] = get_args(Piece)
LEFT: dict[Piece, str] = {"road": "roads_left", "settlement": "settlements_left", "city": "cities_left"}

PURCHASED: dict[type, Purchase] = {
    RoadBuilt: "road",
    SettlementBuilt: "settlement",
    CityBuilt: "city",
    DevelopmentBought: "development",
}
MOST_AT_ONCE = 3
"""Points that one build can bring: its own, and a title."""


class Bought(Struct, frozen=True):
    """Something that could be bought now."""

    event: AnyFact
    """As a tap enters it."""
    dear: str = ""
    """What is missing to pay for it, in words; empty where it can be paid."""
    lacks: tuple[str, ...] = ()
    """The same as cards, where it is known which."""


def bought(table: TableContext, wanted: Iterable[AnyFact]) -> Iterator[Bought]:
    """Of what somebody might buy, all that nothing speaks against but the hand."""
    for event in wanted:
        (entered,) = table.entered(event)
        reasons = refusals(table.state, entered)
        words, cards = lacking(table, PURCHASED[type(event)])
        if not reasons:
            yield Bought(entered, words, cards)
        elif all(reason.code == SHORT for reason in reasons):
            yield Bought(let_stand(table, entered), words or missing(table, reasons[0]), cards)


def at_any_price(table: TableContext, event: AnyFact) -> tuple[AnyFact, ...]:
    """The event as a tap enters it, even where the hand is too small for it."""
    found = [one.event for one in bought(table, [event])]
    return tuple(found) or table.entered(event)


def let_stand(table: TableContext, event: AnyFact) -> AnyFact:
    """Of a hand that is in doubt nothing is asked, but for what would win the game. A phone only reports it."""
    is_sure = f"hand.{table.seat}" not in table.state.unsure
    return event if is_sure or table.is_reported or _wins(table, event) else replace(event, waived=True)


def _wins(table: TableContext, event: AnyFact) -> bool:
    seat, state = table.seat, table.state
    if points(state, seat) + MOST_AT_ONCE < state.rules.target_vp or has_target(state, seat):
        return False
    return has_target(apply(state, replace(event, waived=True)), seat)


def missing(table: TableContext, reason: Refusal) -> str:
    return table.say("ui.dear", n=reason.params["need"] - reason.params["have"])


def lacking(table: TableContext, purchase: Purchase) -> tuple[str, tuple[str, ...]]:
    """Which cards are missing, in words and one by one; nothing where it may be enough or nobody can say."""
    lack = table.held.lacks(purchase) if table.held is not None else None
    if lack is None or not lack.kinds:
        return "", ()
    key = "coach.missing.more" if lack.others else "coach.missing"
    cards = tuple(kind for kind, count in lack.kinds.items() for _ in range(count))
    return table.say(key, cards=lack.kinds, n=lack.others), cards


def cards_of(purchase: Purchase) -> tuple[str, ...]:
    """The cards of a price, one by one."""
    return tuple(resource for resource in RESOURCES for _ in range(PRICES[purchase].of(resource)))


def pieces_left(table: TableContext, piece: Piece) -> int:
    left: int = getattr(table.state.seats[table.seat], LEFT[piece])
    return left


def has_left(table: TableContext, piece: Piece) -> bool:
    return pieces_left(table, piece) > 0


def why_not(table: TableContext, piece: Piece) -> str:
    """Why none of this kind can be built. Where the app deals it is known that cards are missing."""
    if table.is_dealt and (words := lacking(table, piece)[0]):
        return words
    return table.say(f"ui.build.no_{piece}" if has_left(table, piece) else "ui.build.none_left")


def shut_button(table: TableContext, piece: Piece) -> Button:
    """A piece that keeps its place on the page, and says why it can't be built."""
    label, why = table.say(f"ui.piece.{piece}"), why_not(table, piece)
    return Button(label, icon=piece, caption=why, cost=cards_of(piece), off=True)
