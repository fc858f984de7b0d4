"""The lobby: the code to scan, and who sits where."""

from .source import NN, N

SOURCES = [
    N("lobby.title", "Phones"),
    N("lobby.scan", "Scan the code with your phone, or open the address and type the six characters."),
    N("lobby.code", "Code"),
    N("lobby.rotate", "New code"),
    N("lobby.addresses", "Phones can't open it? Try another address:"),
    N(
        "lobby.unreachable",
        "This address only works on this device. Connect it to the Wi-Fi, then open this page again.",
    ),
    N("lobby.seats", "Round the table"),
    N("lobby.connected", "connected"),
    N("lobby.stale", "away"),
    N("lobby.no_phone", "no phone"),
    N("lobby.agreed", "agreed"),
    N("lobby.up", "Move {seat} one seat forward"),
    N("lobby.co_host", "Co-host"),
    N("lobby.free", "Free up the seat"),
    N("lobby.free.seat", "Free up {seat}'s seat"),
    N("lobby.trust", "Enter without asking"),
    N(
        "lobby.trust.line",
        "With “Enter without asking”, what this player's phone says is entered directly, as long as it's by the rules.",
    ),
    NN("lobby.watching", "One more is watching.", "{n:digit} more are watching."),
    N("lobby.wifi", "A code for the Wi-Fi"),
    N("lobby.wifi.line", "Name and password stay on this page and are stored nowhere."),
    N("lobby.wifi.name", "Network"),
    N("lobby.wifi.password", "Password"),
    N("lobby.wifi.show", "Show the code"),
    N("lobby.handover", "Another device for the host"),
    N("lobby.handover.why", "In case this battery doesn't last: another tablet or phone can take over at any time."),
    N("lobby.handover.make", "Show the host's code"),
    N("lobby.handover.line", "Whoever scans this can enter everything. Show it only to the next host."),
    N("lobby.table.line", "The same lines without buttons, for a television or a second tablet."),
]
