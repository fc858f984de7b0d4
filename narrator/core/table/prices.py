"""What things cost: the one home of prices, for the rules, the helper card, the drawing and the phones."""

from .cards import Cards

ROAD_COST = Cards(lumber=1, brick=1)
SETTLEMENT_COST = Cards(lumber=1, brick=1, wool=1, grain=1)
CITY_COST = Cards(grain=2, ore=3)
DEVELOPMENT_COST = Cards(wool=1, grain=1, ore=1)
