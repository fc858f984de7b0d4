"""Ready-made sets of house rules."""

from .source import N

SOURCES = [
    N("preset.official_6e", "By the book, sixth edition"),
    N("preset.official_6e.line", "Everything as the box of the sixth edition has it."),
    N("preset.official_5e", "By the book, fifth edition"),
    N("preset.official_5e.line", "The box of the fifth edition: first trade, then build."),
    N("preset.family", "Family evening"),
    N(
        "preset.family.line",
        "A friendly {robber}, no sevens in the first two rounds, and hints for anyone who asks.",
    ),
    N("preset.short", "Short game"),
    N("preset.short.line", "Eight points win, and everything else is by the book."),
    N("preset.duel", "Duel for two"),
    N("preset.duel.line", "Two players race to fifteen points, with nine safe cards and a friendly {robber}."),
    N("preset.seed_000", "The Thai host's table"),
    N(
        "preset.seed_000.line",
        "First trade, then build; a short {bank} pays nobody, and a win counts at the end of the turn.",
    ),
    N("preset.seed_001", "The Clawtan table"),
    N(
        "preset.seed_001.line",
        "Played under the sea: discards are random, stealing is optional, and anyone can win on any turn.",
    ),
    N("preset.seed_002", "The Russian table"),
    N(
        "preset.seed_002.line",
        "The {bank} never runs out, any number of cards may be played after the roll, and players don't trade.",
    ),
    N("preset.seed_003", "The Spanish starter table"),
    N(
        "preset.seed_003.line",
        "Just roll, build and trade with the {bank}: no {robber}, no {harbour:pl}, no {development_card:pl}.",
    ),
    N("preset.seed_004", "The English table"),
    N(
        "preset.seed_004.line",
        "Roll, then trade, then build and play a card; a short {bank} pays nobody.",
    ),
]
