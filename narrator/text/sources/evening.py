"""The evening in figures."""

from .source import NN, N

SOURCES = [
    N("evening.title", "The game so far"),
    N("evening.title.over", "How the game went"),
    NN("evening.rounds", "{n:digit} round", "{n:digit} rounds"),
    NN("evening.rolls", "{n:digit} roll", "{n:digit} rolls"),
    N("evening.standings", "Standings"),
    NN("evening.settlements", "{n:digit} {settlement}", "{n:digit} {settlement:pl}"),
    NN("evening.cities", "{n:digit} {city}", "{n:digit} {city:pl}"),
    NN("evening.points_cards", "{n:digit} {points_card}", "{n:digit} {points_card:pl}"),
    N("evening.dice", "How the {dice} rolled"),
    N("evening.dice.line", "The thin lines show what you'd expect on average."),
    NN("evening.dice.count", "{total:digit}: {n:digit} time", "{total:digit}: {n:digit} times"),
    N("evening.dice.none", "Nobody has rolled yet."),
]
