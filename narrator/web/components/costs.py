"""What things cost, in cards: for the phones' list and for the drawing of a cost card."""

from msgspec import Struct

from narrator.core.table.cards import PURCHASES
from narrator.web.panels.price import cards_of
from narrator.web.rendering.table_context import TableContext


class Cost(Struct, frozen=True):
    """A piece and the cards it takes, one by one."""

    piece: str
    name: str
    cards: tuple[str, ...]


def costs(table: TableContext) -> tuple[Cost, ...]:
    with_cards = table.now.rules.development_cards == "on"
    return tuple(
        Cost(purchase, table.say(f"phone.cost.{purchase}"), cards_of(purchase))
        for purchase in PURCHASES
        if with_cards or purchase != "development"
    )
