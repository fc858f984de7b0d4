"""A game that plays itself, and the buttons of any replay."""

from narrator.text.sources.source import N

SOURCES = [
    N("demo.title", "Demo"),
    N("demo.play", "Play"),
    N("demo.pause", "Pause"),
    N("demo.back", "Back"),
    N("demo.on", "Next"),
    N("demo.again", "Watch again"),
    N("demo.pace", "Speed"),
    N("demo.moments", "Jump to a moment"),
]
