"""Changing an entry of the history, with what that would do."""

from narrator.text.sources.source import N

SOURCES = [
    N("amend.title", "What really happened?"),
    N("amend.none", "This kind of entry can only be removed and recorded again."),
    N("amend.preview", "This would change:"),
    N("amend.puts_back", "{seat} puts back {cards}, if still in hand."),
    N("amend.nothing", "Nothing else would change."),
    N("amend.remove", "Entry {entry:digit} would be removed."),
    N("amend.instead", "Instead of: {deed}"),
    N("amend.irregular", "Then this would break the rules:"),
    N("amend.impossible", "That's not possible:"),
    N("amend.enter", "Yes, change it"),
]
