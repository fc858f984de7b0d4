"""The history of a game."""

from narrator.text.sources.source import N

SOURCES = [
    N("history.title", "History"),
    N("history.all", "Everyone"),
    N("history.pages", "Pages of the history"),
    N("history.newer", "Newer"),
    N("history.older", "Older"),
    N("history.empty", "Nothing recorded yet."),
    N("history.talk", "Offers"),
    N("history.reason", "Why the program did it"),
    N("history.back_to", "Undo to here"),
    N("history.amend", "Change"),
    N("history.remove", "Remove"),
    N("history.waived", "allowed"),
    N("history.late", "added late"),
    N("history.left_out", "doesn't fit anymore"),
    N("history.hand.freed", "The host freed {seat}'s seat."),
    N("history.hand.own", "{seat}'s own phone has the seat again."),
    N("history.hand.phone", "{seat}'s cards are on another phone now."),
    N("history.hand.tablet", "{seat}'s cards can be seen on the tablet now."),
    N("history.hand.program", "A program has {seat}'s cards now."),
    N("history.shown", "everyone's cards were shown"),
]
