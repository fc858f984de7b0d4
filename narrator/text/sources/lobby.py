"""The lobby: the code to scan, and who sits where."""

from .source import NN, N

SOURCES = [
    N("lobby.title", "Phones"),
    N("lobby.scan", "Scan the code with your phone, or open the address and type the six characters."),
    N("lobby.code", "Code"),
    N("lobby.rotate", "New code"),
    N(
        "lobby.rotate.line",
        "With a new code, people who are just watching have to join again. Players keep their seats.",
    ),
    N("lobby.addresses", "Phones can't open it? Try another address:"),
    N(
        "lobby.unreachable",
        "This address only works on this device. Connect it to Wi-Fi, then open this page again.",
    ),
    N("lobby.seats", "Around the table"),
    N("lobby.connected", "connected"),
    N("lobby.stale", "away"),
    N("lobby.no_phone", "no phone"),
    N("lobby.by_program", "a program plays"),
    N("lobby.agreed", "agreed"),
    N("lobby.up", "Move {seat} one seat forward"),
    N("lobby.co_host", "Co-host"),
    N("lobby.free", "Free up the seat"),
    N("lobby.free.seat", "Free up {seat}'s seat"),
    N("lobby.trust", "Record without asking"),
    N(
        "lobby.trust.line",
        "With “Record without asking”, whatever this player enters on their phone counts right away, as long as it's "
        "within the rules.",
    ),
    NN("lobby.watching", "{n:digit} more watching.", "{n:digit} more watching."),
    N("lobby.wifi", "A code for the Wi-Fi"),
    N("lobby.wifi.line", "The name and password stay on this page. They aren't stored anywhere."),
    N("lobby.wifi.name", "Network"),
    N("lobby.wifi.password", "Password"),
    N("lobby.wifi.show", "Show the code"),
    N("lobby.handover", "Another device for the host"),
    N("lobby.handover.why", "In case this battery runs out: another tablet or phone can take over at any time."),
    N("lobby.handover.make", "Show the host's code"),
    N(
        "lobby.handover.line",
        "Whoever scans this can record everything. It works once, for 15 minutes. Only show it to the next host.",
    ),
    N("lobby.become", "Become the host"),
    N("lobby.become.line", "You can then record everything for this table on this device."),
    N("lobby.become.do", "Host on this device"),
<<<<<<< HEAD
=======
    N("lobby.program", "A key for a program"),
    N(
        "lobby.program.why",
        "A program with this key can enter anything in this game until you remove its access above.",
    ),
    N("lobby.program.make", "Make a key"),
    N("lobby.program.link", "For an assistant, use this link instead. It already includes the key:"),
    N("lobby.program.line", "The key is only shown once. Copy it into the program, and don't show it to anyone."),
>>>>>>> main
    N("lobby.devices", "Devices with access"),
    N(
        "lobby.devices.line",
        "See a device you don't recognize? Remove its access. This device can only be removed from another host device.",
    ),
    N("lobby.device.host", "Host's device, since {since}"),
    N("lobby.device.co_host", "{seat}'s phone as co-host, since {since}"),
<<<<<<< HEAD
    N("lobby.device.link", "Code for the next host, unused since {since}"),
    N("lobby.device.program", "Assistant or program, since {since}"),
    N("lobby.device.seat_program", "Program in {seat}'s seat, since {since}"),
=======
    N("lobby.device.link", "Code for the next host, since {since}, not used yet"),
    N("lobby.device.program", "Program, since {since}"),
>>>>>>> main
    N("lobby.device.seat", "{seat}'s phone, since {since}"),
    N("lobby.device.own", "this device"),
    N("lobby.device.revoke", "Remove access"),
    N("lobby.tv", "TV or second tablet"),
    N("lobby.tv.how", "Open this address there, type the code and tap “This is a TV”."),
    N("lobby.tv.here", "Show it here"),
    N("lobby.table.line", "It shows the board and what happens, without buttons."),
]
