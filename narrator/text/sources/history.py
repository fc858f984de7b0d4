"""The history of a game."""

from .source import N

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
    N("history.shown", "everyone's cards were shown"),
]
