"""What the server says in the terminal: where it is found, and why it can't be started."""

from narrator.text.sources.source import N

SOURCES = [
    N("serve.open", "Narrator is running. Scan the code or open this address:"),
    N("serve.closed", "Other devices need the house code to start a game: {code}. The QR code already includes it."),
    N("serve.house", "House code for players' records, backups and deleting games: {code}."),
    N("serve.here", "On this device you don't need the code if you open {address}"),
    N("serve.also", "You can also open it here:"),
    N("serve.alone", "This device isn't on a network, so nothing else can open that address."),
    N("serve.next_port", "Port {taken} is taken, so Narrator uses port {port}."),
    N("serve.how_to_stop", "To stop, press Ctrl+C."),
    N("serve.goodbye", "Narrator has stopped. All games are saved."),
    N("serve.goodbye_elsewhere", "Narrator has stopped. Its file was deleted or replaced, so all games are now saved in {path}. Next time, use that file with --db."),
    N("serve.no_workers", "This system can't share a port between processes. Leave --workers out."),
    N("serve.port_taken", "Another program is using port {port}. Choose another one with --port."),
    N("serve.no_port", "The ports from {lowest} to {highest} are all taken. Choose a free one with --port."),
    N("serve.port_forbidden", "You aren't allowed to use port {port}. Choose one above 1023 with --port."),
    N("serve.no_such_host", "This device has no address “{host}”. Leave --host out, or choose another one."),
]
