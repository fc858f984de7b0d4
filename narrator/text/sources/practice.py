"""A practice turn before the first roll: nothing of it counts."""

from narrator.text.sources.source import N

SOURCES = [
    N("practice.title", "Practice turn"),
    N("practice.mark", "Practice: none of this counts"),
    N("practice.begin", "Start"),
    N("practice.on", "Done, next"),
    N("practice.back", "Back"),
    N("practice.stop", "Stop practicing"),
    N("practice.end", "Everything's back. Let's start!"),
    N("practice.intro", "One turn to try it out"),
    N("practice.intro.line", "Everyone puts their cards face up. {seat} rolls, trades and builds. Then it all goes back."),
    N("practice.roll", "Let's pretend {seat} rolled {n:digit}. Take these cards."),
    N("practice.borrow", "Just for practice, {seat} borrows these cards."),
    N("practice.trade", "{seat} trades them with the {bank}."),
    N("practice.road", "{seat} pays and places {road:a} on the highlighted spot."),
    N("practice.return", "Now put everything back"),
    N("practice.return.line", "Take the {road} back too. Then the real game starts."),
]
