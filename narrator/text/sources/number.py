"""What each number on the table is called."""

from narrator.text.sources.source import N

SOURCES = [
    N("number.points", "{seat}'s points"),
    N("number.hand", "cards in {seat}'s hand"),
    N("number.road_length", "the length of {seat}'s {road}"),
    N("number.knights", "{seat}'s played {knight:pl}"),
    N("number.development_cards", "{seat}'s {development_card:pl} in hand"),
    N("number.revealed_points", "{points_card:pl} {seat} has shown"),
    N("number.roads_left", "{seat}'s remaining {road:pl}"),
    N("number.settlements_left", "{seat}'s remaining {settlement:pl}"),
    N("number.cities_left", "{seat}'s remaining {city:pl}"),
    N("number.bank", "{resource} in the {bank}"),
    N("number.deck", "cards in the deck"),
    N("number.longest_road", "{longest_road}"),
    N("number.largest_army", "{largest_army}"),
    N("number.winner", "the winner"),
    N("number.tokens", "{seat}'s trade tokens"),
]
