"""What people read of the server for assistants: in the terminal, in an assistant's menu, and when nobody answers."""

from narrator.text.sources.source import N

SOURCES = [
    N("mcp.help_me_host", "Help me host"),
    N("mcp.play_this_seat", "Play this seat"),
    N("mcp.no_link", "The link to the game is missing or incomplete. Give it with --link: the game's address, then # and the key that the host made."),
    N("mcp.missing", "Assistants need more packages. To install them, enter: {command}"),
    N("mcp.open", "Assistants on this device can connect here: {address}"),
    N("mcp.unreachable", "Narrator isn't answering at {address}. Check that it's running, then try again."),
]
