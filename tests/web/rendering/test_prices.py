"""A price is drawn and listed as it is asked."""

import pytest

from narrator.core.table.cards import PRICES, RESOURCES, Cards
from narrator.web.components.explanations import drawing, render_drawing
from narrator.web.panels.purchases import price_cards
from tests.support.html import parse
from tests.support.web import House


def drawn_cards(house: House) -> list[str]:
    render_drawing.cache_clear()
    with house.app.test_request_context():
        house.app.preprocess_request()
        cards = [one.get("data-card") for one in parse(drawing("costs")).with_attribute("data-card")]
        found: list[str] = [card for card in cards if card in RESOURCES]
    render_drawing.cache_clear()
    return found


def test_the_drawing_of_costs_has_every_card_of_every_price(house: House) -> None:
    assert drawn_cards(house) == [
        *("lumber", "brick"),
        *("lumber", "brick", "wool", "grain"),
        *("grain", "grain", "ore", "ore", "ore"),
        *("wool", "grain", "ore"),
    ]


def test_a_house_price_is_drawn_and_listed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRICES, "road", Cards(wool=2))
    assert drawn_cards(house)[:3] == ["wool", "wool", "lumber"]
    assert price_cards("road") == ("wool", "wool")
