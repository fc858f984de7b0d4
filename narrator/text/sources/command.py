"""What the commands say that are not the server: `narrator host`, and `--lang` where a language is not there."""

from .source import N

SOURCES = [
    # another language than the one asked for
    N("note.language", "There's no “{wanted}” yet, so this is in English."),
    N("note.nearest", "There's no “{wanted}” yet, so this is in “{language}”."),
    # a new host
    N("host.open", "Open this address on the host's device. It works only once, within 15 minutes:"),
    N("host.no_such_game", "There's no game called “{game}” here. Check the spelling."),
]
