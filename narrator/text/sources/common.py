"""Small parts that lines are made with: lists and counted cards."""

from .source import NN, N

SOURCES = [
    N("list.nothing", "nothing"),
    N("list.more", "{a}, {b}"),
    N("list.last", "{a} and {b}"),
    NN("cards.first", "{n} {resource}", "{n} {resource}"),
    NN("cards.more", "{n} {resource}", "{n} {resource}"),
]
