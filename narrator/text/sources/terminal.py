"""What the commands say in the terminal: where the server is found, and why something can't be started."""

from .source import N

SOURCES = [
    # the server
    N("serve.open", "Narrator is running. Scan the code or open this address:"),
    N("serve.also", "It can also be opened here:"),
    N("serve.alone", "This device is on no network, so only it can open that address."),
    N("serve.next_port", "Port {taken} is taken, so Narrator uses port {port}."),
    N("serve.how_to_stop", "To stop, press Ctrl+C."),
    N("serve.goodbye", "Narrator has stopped. All games are saved."),
    N("serve.port_taken", "Another program uses port {port}. Choose another one with --port."),
    N("serve.no_port", "The ports from {lowest} to {highest} are all taken. Choose a free one with --port."),
    N("serve.port_forbidden", "You aren't allowed to use port {port}. Choose one above 1023 with --port."),
    N("serve.no_such_host", "This device has no address “{host}”. Leave --host out, or choose another one."),
    # a new host
    N("host.open", "Whoever opens this address becomes the host. Scan the code or open it:"),
    N("host.no_such_game", "There's no game “{game}” here. Check how it's spelled."),
    # the file with the games
    N(
        "store.damaged",
        "The file with the games is damaged: {path}. Put a backup copy in its place, or choose another with --db.",
    ),
    N(
        "store.read_only",
        "Nothing can be written to the file with the games: {path}. Allow it, or choose another with --db.",
    ),
    N("store.cannot_open", "The file for the games can't be opened: {path}. Choose another one with --db."),
    N("store.no_folder", "The folder for the games can't be made: {path}. Choose another place with --db."),
    N("store.full", "The disk is full, so nothing can be saved in {path}. Make some room and try again."),
    N("store.busy", "Another program is holding the file with the games: {path}. Close that program and try again."),
    N("store.newer", "The games in {path} were saved by a newer Narrator. Update this one."),
    N("store.foreign", "The file {path} belongs to another program. Choose another one with --db."),
    N("store.unreadable", "The file with the games can't be read: {path}, {why}. Choose another one with --db."),
    N("store.unknown_kind", "Narrator can't keep games in “{url}”. Write --db sqlite:///path/to/file.db"),
]
