"""What things cost: the one home of prices, for the rules, the helper card, the drawing and the phones' list."""

from typing import Literal, get_args

from narrator.core.table.cards import Cards

Purchase = Literal["road", "settlement", "city", "development"]
PURCHASES: tuple[Purchase, ...] = get_args(Purchase)

PRICES: dict[Purchase, Cards] = {
    "road": Cards(lumber=1, brick=1),
    "settlement": Cards(lumber=1, brick=1, wool=1, grain=1),
    "city": Cards(grain=2, ore=3),
    "development": Cards(wool=1, grain=1, ore=1),
}
