"""What the server says in the terminal: where it is found, and why it can't be started."""

from .source import N

SOURCES = [
    N("serve.open", "Narrator is running. Scan the code or open this address:"),
    N("serve.closed", "Other devices need the house's code to begin a game: {code}. The code to scan brings it along."),
    N("serve.also", "It can also be opened here:"),
    N("serve.alone", "This device is on no network, so only it can open that address."),
    N("serve.next_port", "Port {taken} is taken, so Narrator uses port {port}."),
    N("serve.how_to_stop", "To stop, press Ctrl+C."),
    N("serve.goodbye", "Narrator has stopped. All games are saved."),
    N(
        "serve.goodbye_elsewhere",
        "Narrator has stopped. Its file was deleted or replaced, so all games are saved in {path} now. "
        "Next time name that file with --db.",
    ),
    N("serve.port_taken", "Another program uses port {port}. Choose another one with --port."),
    N("serve.no_port", "The ports from {lowest} to {highest} are all taken. Choose a free one with --port."),
    N("serve.port_forbidden", "You aren't allowed to use port {port}. Choose one above 1023 with --port."),
    N("serve.no_such_host", "This device has no address “{host}”. Leave --host out, or choose another one."),
]
