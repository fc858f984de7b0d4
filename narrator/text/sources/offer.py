"""Offers between phones."""

from .source import N

SOURCES = [
    N("offer.words", "{seat} offers {give} for {take}."),
    N("offer.words.open", "{seat} offers {give}. What would you give for it?"),
    N("offer.words.asked", "{seat} wants {take}. What would you like for it?"),
    N("offer.accept", "{seat} says yes."),
    N("offer.decline", "{seat} says no."),
    N("offer.counter", "{seat} would rather give {give} for {take}."),
    N("offer.counter.open", "{seat} would give {give}. What for?"),
    N("offer.counter.asked", "{seat} wants {take} instead. What would you like for it?"),
]
