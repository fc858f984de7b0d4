"""The history of a game."""

from .source import N

SOURCES = [
    N("history.title", "History"),
    N("history.all", "Everybody"),
    N("history.pages", "Pages of the history"),
    N("history.newer", "Newer"),
    N("history.older", "Older"),
    N("history.empty", "Nothing has been entered yet."),
    N("history.back_to", "Undo to here"),
    N("history.amend", "Change"),
    N("history.remove", "Remove"),
    N("history.waived", "let stand"),
    N("history.late", "entered late"),
    N("history.left_out", "doesn't fit anymore"),
]
