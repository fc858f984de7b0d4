"""What things cost is said and listed from one place: a house price would be one field."""

import pytest

from narrator.core.table.cards import PRICES, PURCHASES, RESOURCES, Cards, Purchase
from narrator.script.helper_cards import _cards, helper_cards
from narrator.text.render import TableLocale, say, say_price
from tests.support.games import new_game


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A city costs one wool and five ore."),
        ("es", "Una ciudad cuesta una lana y cinco minerales."),
        ("ru", "Город: карта шерсти и пять карт руды."),
        ("th", "เมือง 1 เมือง จ่ายขนแกะ 1 ใบ แร่ 5 ใบ"),
    ],
)
def test_the_helper_card_says_the_price_that_is_asked(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRICES, "city", Cards(wool=1, ore=5))
    _cards.cache_clear()
    lines = [say(line, TableLocale(language)) for line in helper_cards(new_game(3))["costs"].lines]
    _cards.cache_clear()
    assert lines[2] == said


@pytest.mark.parametrize("language", ["en", "es", "ru", "th"])
@pytest.mark.parametrize("purchase", PURCHASES)
def test_every_price_is_said_with_each_of_its_kinds(language: str, purchase: Purchase) -> None:
    price: dict[str, int] = dict(zip(RESOURCES, PRICES[purchase], strict=True))
    words = say_price(price, TableLocale(language))
    kinds = [say_price({kind: 1}, TableLocale(language)) for kind in PRICES[purchase].resources()]
    assert all(kind.split()[-1 if language != "th" else 0] in words for kind in kinds), (words, kinds)
