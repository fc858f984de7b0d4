"""The clock: who has the turn, how long, and whose the time was."""

from .source import N

SOURCES = [
    N("clock.soon", "{seat}, please finish your turn soon."),
    N("clock.up.soft", "{seat}, your time is up. Please pass the {dice} on."),
    N("clock.up.reminder", "{seat}, the others are waiting for you."),
    N("clock.up.hard", "{seat}, your time is up. Trading and building are closed."),
    N("clock.report", "Where the time went"),
    N("clock.owner.seat", "{seat}"),
    N("clock.owner.trading", "Trading"),
    N("clock.owner.host", "Entering and questions"),
    N("clock.owner.break", "Breaks"),
]
