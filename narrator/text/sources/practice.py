"""A practice turn before the first roll: nothing of it counts."""

from .source import N

SOURCES = [
    N("practice.title", "Practice turn"),
    N("practice.mark", "Practice: nothing of this counts"),
    N("practice.begin", "Begin"),
    N("practice.on", "Done, go on"),
    N("practice.back", "Back"),
    N("practice.stop", "Stop practicing"),
    N("practice.end", "Everything is back, begin"),
    N("practice.intro", "One turn to try it out"),
    N(
        "practice.intro.line",
        "Everybody lays their cards open. {seat} rolls, trades and builds. Then it all goes back.",
    ),
    N("practice.roll", "Pretend that {seat} rolled {n:digit}. Take these cards."),
    N("practice.borrow", "Only to practice, {seat} borrows these cards."),
    N("practice.trade", "{seat} trades them with the {bank}."),
    N("practice.road", "{seat} pays and lays {road:a} where it shines."),
    N("practice.return", "Now put everything back"),
    N("practice.return.line", "The {road} goes back too. Then the real game begins."),
]
