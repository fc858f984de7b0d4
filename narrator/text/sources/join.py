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
    N("join.away", "the phone is away, so the host is asked"),
    N("join.asked", "Waiting for {seat}'s seat"),
    N(
        "join.asked.line",
        "Another phone has had this seat, so the host is asked. When the host says yes, it goes on here by itself.",
    ),
    N("join.asked.look", "Look again"),
    N("join.watch", "I'm just watching"),
    N("join.television", "This is a television"),
]
