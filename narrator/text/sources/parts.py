"""Small parts that lines are made with: lists, counted cards, a player without a name."""

from narrator.text.sources.source import NN, N

SOURCES = [
    # lists
    N("list.nothing", "nothing"),
    N("list.more", "{a}, {b}"),
    N("list.last", "{a} and {b}"),
    N("list.last.like", "{a} and {b}"),
    N("list.names_more", "{a}, {b}"),
    N("list.names_last", "{a} and {b}"),
    # counted cards
    NN("cards.first", "{n} {resource:one}", "{n} {resource}"),
    NN("cards.more", "{n} {resource:one}", "{n} {resource}"),
    NN("cards.terse", "{resource:one}", "{n} {resource}"),
    # somebody without a name
    N("player.name", "Player {n:digit}"),
]
