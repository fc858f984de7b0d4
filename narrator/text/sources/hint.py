"""A hint for who asks: why a place is good."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("hint.odds", "{rolls:digit} of 36 rolls"),
    N("hint.kinds", "Three different resources: {resources}."),
    N("hint.few", "It gets you {resources}."),
    N("hint.harbour.any", "3:1 {harbour}: any three of a kind for one card."),
    N("hint.harbour.one", "2:1 {harbour}: two {resource} for one card."),
    NN("hint.onward", "Next, one {road} away: {place}.", "Next, {n} {road:pl} away: {place}."),
    N("hint.road", "One more {road} to {place}."),
    N("hint.road.there", "It reaches {place}."),
    N("hint.tip.numbers", "Look for sixes and eights: after the seven, they come up most often."),
    N("hint.tip.kinds", "Three different resources get you further than three of the same."),
    N("hint.tip.road", "Point your {road} toward where you want to build next."),
]
