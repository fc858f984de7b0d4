"""A hint for who asks: why a place is good."""

from .source import NN, N

SOURCES = [
    NN("hint.plain", "{place}: about one card in 36 rolls.", "{place}: about {n:digit} cards in 36 rolls."),
    NN(
        "hint.kinds",
        "{place}: about one card of three different kinds in 36 rolls.",
        "{place}: about {n:digit} cards of three different kinds in 36 rolls.",
    ),
    NN(
        "hint.harbour",
        "{place}: about one card in 36 rolls, right at {harbour:a}.",
        "{place}: about {n:digit} cards in 36 rolls, right at {harbour:a}.",
    ),
    NN(
        "hint.both",
        "{place}: about one card of three different kinds in 36 rolls, right at {harbour:a}.",
        "{place}: about {n:digit} cards of three different kinds in 36 rolls, right at {harbour:a}.",
    ),
    N("hint.tip.numbers", "Look for sixes and eights: after the seven, they come up most often."),
    N("hint.tip.kinds", "Three different resources take you further than three of the same."),
    N("hint.tip.road", "Point your {road} to where you want to build next."),
]
