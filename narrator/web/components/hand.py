"""A hand that the app has dealt, as its player sees it: every card, and which may be played."""

from msgspec import Struct

from narrator.core.message import msg
from narrator.core.play.development import playable_kinds
from narrator.core.reading.public_view import OwnCards, own_cards
from narrator.core.table.cards import DevelopmentKind
from narrator.core.table.events import CardStolen
from narrator.core.table.state import acting_seat
from narrator.web.components.scene import CardStack, card_stacks
from narrator.web.panels.development_cards import playable_card_buttons
from narrator.web.rendering.table_context import TableContext


class DevelopmentStack(Struct, frozen=True):
    kind: str
    name: str
    count: int
    words: str  # when they may be played
    is_open: bool  # whether that is now


class HandView(Struct, frozen=True):
    cards: tuple[CardStack, ...]
    development: tuple[DevelopmentStack, ...]
    stolen: str = ""  # the card that this seat has just stolen or lost


def hand_view(table: TableContext, seat: int | None) -> HandView | None:
    """Return the hand from the seat's own record; None if the app doesn't deal."""
    own = own_cards(table.state, seat)
    if own is None or seat is None:
        return None
    cards = tuple(card_stacks(own.hand.counts(), "held", table))
    return HandView(cards, tuple(_development(table, seat, own)), _stolen(table, seat))


def _development(table: TableContext, seat: int, own: OwnCards) -> list[DevelopmentStack]:
    playable: set[str | None] = set()
    if acting_seat(table.state) == seat and playable_kinds(table.state, seat):
        playable = {button.icon for button in playable_card_buttons(table)}
    kinds = list(dict.fromkeys((card.kind, card.bought_this_turn) for card in own.development if card.kind is not None))
    return [
        DevelopmentStack(
            kind,
            table.say(f"hand.card.{kind}"),
            sum((card.kind, card.bought_this_turn) == (kind, fresh) for card in own.development),
            table.say(_when_playable(kind, fresh, kind in playable)),
            kind in playable and not fresh,
        )
        for kind, fresh in kinds
    ]


def _when_playable(kind: DevelopmentKind, fresh: bool, is_playable: bool) -> str:
    if kind == "points":
        return "hand.when.points"
    if fresh:
        return "hand.when.fresh"
    return "hand.when.now" if is_playable else "hand.when.later"


def _stolen(table: TableContext, seat: int) -> str:
    """Name the card that was just stolen, to the thief and the victim only."""
    fact = table.head.fact
    if not isinstance(fact, CardStolen) or fact.resource is None or fact.victim is None:
        return ""
    if fact.seat == seat:
        return table.say_message(msg("hand.stolen", other=fact.victim, cards={fact.resource: 1}))
    return table.say_message(msg("hand.lost", other=fact.seat, cards={fact.resource: 1})) if fact.victim == seat else ""
