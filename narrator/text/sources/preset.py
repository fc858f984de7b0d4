"""Ready-made sets of house rules."""

from narrator.text.sources.source import N

SOURCES = [
    N("preset.official_6e", "By the book, sixth edition"),
    N("preset.official_6e.line", "Everything as in the sixth edition."),
    N("preset.official_5e", "By the book, fifth edition"),
    N("preset.official_5e.line", "As in the fifth edition: trade first, then build."),
    N("preset.family", "Family night"),
    N("preset.family.line", "A friendly {robber}, no sevens in the first two rounds, and hints for anyone who asks."),
    N("preset.short", "Short game"),
    N("preset.short.line", "First to eight points wins. Everything else is by the book."),
    N("preset.duel", "Duel for two"),
    N("preset.duel.line", "A two-player race to fifteen points. Nine cards are safe on a seven, and the {robber} is friendly."),
    N("preset.seed_000", "Win at the end of a turn"),
    N("preset.seed_000.line", "Trade first, then build. If the {bank} runs short of a resource, nobody gets it. You win only at the end of a turn."),
    N("preset.seed_001", "Clawtan with random discards"),
    N("preset.seed_001.line", "Under the sea: discards are random, stealing is optional, and anyone can win on any turn."),
    N("preset.seed_002", "Unlimited cards, {bank} trades only"),
    N("preset.seed_002.line", "The {bank} never runs out, you can play any number of cards after the roll, and players don't trade with each other."),
    N("preset.seed_003", "Starter game without the {robber}"),
    N("preset.seed_003.line", "Just roll, build and trade with the {bank}: no {robber}, no {harbour:pl}, no {development_card:pl}."),
    N("preset.seed_004", "Fixed order: roll, trade, build"),
    N("preset.seed_004.line", "Roll, then trade, then build and play a card. If the {bank} runs short, nobody gets any."),
]
