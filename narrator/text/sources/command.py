"""What the commands say that are not the server: `narrator host`, and `--lang` where a language is not there."""

from .source import N

SOURCES = [
    # another language than the one asked for
    N("note.language", "There are no words in “{wanted}” yet, so this is in English."),
    N("note.nearest", "“{wanted}” is told in the nearest language, “{language}”."),
    # a new host
    N("host.open", "Whoever opens this address becomes the host. Scan the code or open it:"),
    N("host.no_such_game", "There's no game “{game}” here. Check how it's spelled."),
]
