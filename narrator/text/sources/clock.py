"""The clock: who has the turn, how long, and whose the time was."""

from narrator.text.sources.source import N

SOURCES = [
    N("clock.soon", "{seat}, please finish your turn soon."),
    N("clock.up.soft", "{seat}, time's up. Please pass the {dice}."),
    N("clock.up.reminder", "{seat}, everyone's waiting for you."),
    N("clock.up.hard", "{seat}, time's up. No more trading or building."),
    N("clock.report", "Where the time went"),
    N("clock.owner.seat", "{seat}"),
    N("clock.owner.trading", "Trading"),
    N("clock.owner.host", "Recording and questions"),
    N("clock.owner.break", "Breaks"),
]
