"""What the commands say that are not the server: `narrator host`, and `--lang` where a language is not there."""

from .source import N

SOURCES = [
    # another language than the one asked for
    N("note.language", "There are no words in “{wanted}” yet, so this is in English."),
    N("note.nearest", "“{wanted}” is told in the nearest language, “{language}”."),
    # a new host
    N("host.open", "The first device to open this address becomes the host's. It works once, within 15 minutes:"),
    N("host.no_such_game", "There's no game “{game}” here. Check how it's spelled."),
]
