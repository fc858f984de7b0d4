"""Offers between phones."""

from narrator.text.sources.source import N

SOURCES = [
    N("offer.words", "{seat} offers {give} for {take}."),
    N("offer.words.gift", "{seat} offers {give} as a gift."),
    N("offer.words.asked", "{seat} asks for {take} as a gift."),
    N("offer.accept", "{seat} says yes."),
    N("offer.takes", "{seat} takes it"),
    N("offer.decline", "{seat} says no."),
    N("offer.counter", "{seat} would rather give {give} for {take}."),
    N("offer.counter.gift", "{seat} would rather give {give} as a gift."),
    N("offer.counter.asked", "{seat} would rather get {take} as a gift."),
    N("offer.settled.refused", "Everybody says no."),
    N("offer.settled.withdrawn", "{seat} takes the offer back."),
    N("offer.settled.proposed", "Both agree. Now the host decides."),
]
