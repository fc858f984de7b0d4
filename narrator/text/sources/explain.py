"""How a number came about: its name, the entries that made it, and what they come to."""

from narrator.text.sources.source import NN, N

SOURCES = [
    # what made the number
    N("explain.start", "At the start: {n}."),
    N("explain.start.zero", "At the start: none."),
    N("explain.total", "That makes {n}."),
    N("explain.total.zero", "That leaves none."),
    N("explain.title.moves", "{title:Sg} goes from {giver} to {taker}."),
    N("explain.title.taken", "{taker} takes {title}."),
    N("explain.title.lost", "{giver} loses {title}. Nobody has it now."),
    N("explain.winner.moves", "The win passes from {giver} to {taker}."),
    N("explain.winner.taken", "{taker} wins the game."),
    N("explain.winner.lost", "{giver} hasn't won after all."),
    NN("explain.road",
       "{seat}'s longest line is just this {road}.",
       "{seat}'s longest line follows these {n} {road:pl}, in this order."),
    # the page
    N("explain.points", "{seat}'s points"),
    N("explain.hand", "Cards in {seat}'s hand"),
    N("explain.road_length", "{seat}'s longest {road}"),
    N("explain.knights", "{seat}'s {knight:pl}"),
    N("explain.development_cards", "{seat}'s {development_card:pl}"),
    N("explain.revealed_points", "{seat}'s {points_card:pl}"),
    N("explain.roads_left", "{seat}'s remaining {road:pl}"),
    N("explain.settlements_left", "{seat}'s remaining {settlement:pl}"),
    N("explain.cities_left", "{seat}'s remaining {city:pl}"),
    N("explain.bank", "{bank:Sg}: {resource}"),
    N("explain.deck", "Development deck"),
    N("explain.begin", "At the start"),
    N("explain.sum", "Now"),
    N("explain.slip", "Something doesn't add up. One of these may be wrong:"),
]
