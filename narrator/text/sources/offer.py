"""Offers between phones."""

from .source import N

SOURCES = [
    N("offer.words", "{seat} gives {give} and wants {take}."),
    N("offer.accept", "{seat} says yes."),
    N("offer.takes", "{seat} takes it"),
    N("offer.decline", "{seat} says no."),
    N("offer.counter", "{seat} gives {give} and wants {take} instead."),
]
