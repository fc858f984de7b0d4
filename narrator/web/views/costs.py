"""What things cost, in cards: for the phones' list and for the drawing of a cost card."""

from functools import lru_cache

from msgspec import Struct

from narrator.core.table.prices import PURCHASES
from narrator.text.render import Voice
from narrator.web.panels.price import cards_of
from narrator.web.request.kept_words import plain_voice, say_key
from narrator.web.request.table import Table


class Cost(Struct, frozen=True):
    """A piece and the cards it takes, one by one."""

    piece: str
    name: str
    cards: tuple[str, ...]


def costs(table: Table) -> tuple[Cost, ...]:
    return _costs(table.now.rules.development_cards == "on", plain_voice(table.voice))


@lru_cache(maxsize=200)
def _costs(with_cards: bool, voice: Voice) -> tuple[Cost, ...]:
    return tuple(
        Cost(purchase, say_key(f"phone.cost.{purchase}", voice), cards_of(purchase))
        for purchase in PURCHASES
        if with_cards or purchase != "development"
    )
