"""A hand that the app has dealt, as its own player sees it: every card a picture, and which may be played."""

from msgspec import Struct

from narrator.core.message import msg
from narrator.core.play.development import playable_kinds
from narrator.core.reading.public_view import Own, own_cards
from narrator.core.table.cards import DevelopmentKind
from narrator.core.table.events import CardStolen
from narrator.core.table.state import acting_seat
from narrator.web.components.scene import Cards, stacks
from narrator.web.panels.development import regular_cards
from narrator.web.rendering.table_context import TableContext


class Development(Struct, frozen=True):
    """Development cards of one kind and one age."""

    kind: str
    name: str
    count: int
    words: str
    """When they may be played."""
    is_open: bool
    """Whether that is now."""


class Hand(Struct, frozen=True):
    cards: tuple[Cards, ...]
    development: tuple[Development, ...]
    stolen: str = ""
    """The last card that this seat stole or lost, while it is news."""


def hand_view(table: TableContext, seat: int | None) -> Hand | None:
    """Made from this seat's own record; none where the cards lie on the table."""
    own = own_cards(table.now, seat)
    if own is None or seat is None:
        return None
    return Hand(
        tuple(stacks(own.hand.counts(), "held", table)),
        tuple(_development(table, seat, own)),
        _stolen(table, seat),
    )


def _development(table: TableContext, seat: int, own: Own) -> list[Development]:
    open_now = _open_now(table, seat)
    kinds = list(dict.fromkeys((card.kind, card.fresh) for card in own.development if card.kind is not None))
    return [
        Development(
            kind,
            table.say(f"hand.card.{kind}"),
            sum((card.kind, card.fresh) == (kind, fresh) for card in own.development),
            table.say(_when(kind, fresh, kind in open_now)),
            kind in open_now and not fresh,
        )
        for kind, fresh in kinds
    ]


def _open_now(table: TableContext, seat: int) -> set[str]:
    if acting_seat(table.now) != seat or not playable_kinds(table.now, seat):
        return set()
    return {button.icon for button in regular_cards(table) if button.icon is not None}


def _when(kind: DevelopmentKind, fresh: bool, is_open: bool) -> str:
    if kind == "points":
        return "hand.when.points"
    if fresh:
        return "hand.when.fresh"
    return "hand.when.now" if is_open else "hand.when.later"


def _stolen(table: TableContext, seat: int) -> str:
    """What only the two of them see."""
    fact = table.head.fact
    if not isinstance(fact, CardStolen) or fact.resource is None or fact.victim is None:
        return ""
    if fact.seat == seat:
        return table.tell(msg("hand.stolen", other=fact.victim, cards={fact.resource: 1}))
    return table.tell(msg("hand.lost", other=fact.seat, cards={fact.resource: 1})) if fact.victim == seat else ""
