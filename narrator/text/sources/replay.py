"""A game that was played, step by step."""

from narrator.text.sources.source import N

SOURCES = [
    N("replay.title", "Replay"),
    N("replay.show", "Watch"),
    N("replay.leave", "Leave"),
    N("replay.scrub", "Move through the game"),
    N("replay.setup", "Start"),
    N("replay.round", "Round {n:digit}"),
    N("replay.where", "Round {round:digit}, step {n:digit} of {of:digit}"),
    N("replay.where.setup", "Start, step {n:digit} of {of:digit}"),
]
