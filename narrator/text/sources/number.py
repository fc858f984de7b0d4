"""What each number on the table is called."""

from .source import N

SOURCES = [
    N("number.points", "{seat}'s points"),
    N("number.hand", "cards in {seat}'s hand"),
    N("number.road_length", "length of {seat}'s {road}"),
    N("number.knights", "{knight:pl} that {seat} has played"),
    N("number.development_cards", "{seat}'s {development_card:pl} in hand"),
    N("number.revealed_points", "{points_card:pl} that {seat} has shown"),
    N("number.roads_left", "{road:pl} that {seat} has left"),
    N("number.settlements_left", "{settlement:pl} that {seat} has left"),
    N("number.cities_left", "{city:pl} that {seat} has left"),
    N("number.bank", "{resource} in the {bank}"),
    N("number.deck", "cards in the deck"),
    N("number.longest_road", "{longest_road}"),
    N("number.largest_army", "{largest_army}"),
    N("number.winner", "the winner"),
    N("number.tokens", "{seat}'s trade tokens"),
]
