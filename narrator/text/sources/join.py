"""Joining a game with a phone."""

from narrator.text.sources.source import N

SOURCES = [
    N("join.title", "Join a game"),
    N("join.code", "Code"),
    N("join.go", "Join"),
    N("join.line", "The host's screen shows a code of six letters and digits, and a QR code to scan."),
    N("join.who", "Who are you?"),
    N("join.take", "That's me"),
    N("join.taken", "has a phone"),
    N("join.away", "phone not connected, so the host decides"),
    N("join.away.dealt", "phone not connected, so the other players decide"),
    N("join.asked", "Waiting for {seat}'s seat"),
    N("join.asked.line", "Another phone had this seat, so the host decides. If the host says yes, this page opens by itself."),
    N("join.asked.line.dealt", "This seat has cards, so the host or the other players decide. If they say yes, this page opens by itself."),
    N("join.asked.bot", "A bot is playing in this seat, so the host decides. If the host says yes, this page opens by itself."),
    N("join.asked.hand", "This seat has cards, so the host or the other players decide. If they say yes, this page opens by itself."),
    N("join.asked.look", "Check again"),
    N("join.watch", "I'm just watching"),
    N("join.television", "This is a TV"),
]
