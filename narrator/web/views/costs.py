"""What the pieces cost, as a phone's card shows it."""

from msgspec import Struct

from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.prices import PRICES
from narrator.web.request.table import Table


class Cost(Struct, frozen=True):
    """A piece and the cards it takes, one by one."""

    piece: str
    name: str
    cards: tuple[str, ...]


def costs(table: Table) -> tuple[Cost, ...]:
    with_cards = table.now.rules.development_cards == "on"
    return tuple(
        Cost(piece, table.say(f"phone.cost.{piece}"), _each(cards))
        for piece, cards in PRICES.items()
        if with_cards or piece != "development"
    )


def _each(cards: Cards) -> tuple[str, ...]:
    return tuple(resource for resource in RESOURCES for _ in range(cards.of(resource)))
