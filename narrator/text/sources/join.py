"""Joining a game with a phone."""

from .source import N

SOURCES = [
    N("join.title", "Join a game"),
    N("join.code", "Code"),
    N("join.go", "Join"),
    N("join.line", "The host's screen shows a code of six letters and digits, and another one to scan."),
    N("join.who", "Who are you?"),
    N("join.take", "That's me"),
    N("join.taken", "has a phone"),
    N("join.watch", "I'm just watching"),
]
