"""A closed house, where a device needs a code to begin a game."""

from .source import N

SOURCES = [
    N("closed.title", "This house is closed"),
    N("closed.code", "The house's code"),
    N("closed.go", "Go on"),
    N(
        "closed.line",
        "Only those who have the house's code can begin a game here. The terminal in which Narrator runs shows it, with another code to scan.",
    ),
]
