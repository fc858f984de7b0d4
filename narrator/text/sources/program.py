"""The host lets programs in: an assistant that helps, a program that plays in a chair."""

from narrator.text.sources.source import N

SOURCES = [
    N("program.title", "Programs"),
    N("program.line", "Let an assistant help you host, or give a seat to a program."),
    N("program.assistant", "Let an assistant help"),
    N("program.assistant.line", "With a link, an assistant sees what you see: it can look things up, record what happens and undo it. You can remove its access here at any time."),
    N("program.make", "Make a link"),
    N("program.seats", "Let a program play"),
    N("program.seats.app", "Give a seat to a program. It sees what that player may see, and its moves count right away."),
    N("program.seats.table", "Give a seat to a program. It sees what that player may see, and its moves wait for your OK."),
    N("program.give", "Give it to a program that speaks:"),
    N("program.plays", "A program plays here ({dialect})."),
    N("program.phone", "Someone is playing this seat on a phone."),
    N("program.take_back", "Take the seat back"),
    N("program.take_back.seat", "Take {seat}'s seat back from the program"),
    N("program.why_not", "Why not {dialect}?"),
    N("program.for_assistant", "For the assistant"),
    N("program.for_seat", "For the program in {seat}'s seat"),
    N("program.once", "This is shown only once. Copy it into the program, and don't show it to anyone."),
    N("program.link", "The link, with the key in it:"),
    N("program.address", "The address:"),
    N("program.key", "The key:"),
    N("program.curl", "To try it in a terminal:"),
    N("program.mcp", "For an assistant that uses MCP:"),
    N("program.copy", "Copy"),
    N("program.copied", "Copied"),
    N("program.done", "Done, hide it"),
]
