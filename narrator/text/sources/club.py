"""A house with many tables: the club's list, and the tables that call for help."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("club.title", "All tables"),
    N("club.none", "No one is playing right now. Start a table above. Every game that starts here shows up by itself."),
    N("club.none.closed", "No closed tables."),
    N("club.none.found", "No table goes by that name."),
    # a new table
    N("club.new", "New table: how many players?"),
    N("club.code", "Table {place}: scan this with the table's tablet"),
    N(
        "club.code.line",
        "The first device that opens this becomes the host's device. The code works only once, and only for 15 minutes.",
    ),
    N("club.code.again", "Show a new code"),
    N("club.code.taken", "This table already has its host's device."),
    N("club.back", "Back to all tables"),
    # the list
    N("club.find", "Find a table"),
    N("club.find.go", "Find"),
    N("club.table", "Table"),
    N("club.seats", "Players"),
    N("club.stands", "Progress"),
    N("club.turn", "Turn"),
    N("club.ahead", "In the lead"),
    N("club.quiet", "Last entry"),
    N("club.just_now", "just now"),
    N("club.do", "Actions"),
    N("club.setup", "Setting up"),
    N("club.placement", "First settlements"),
    N("club.round", "Round {n:digit}"),
    N("club.over", "Finished"),
    N("club.pages", "Pages"),
    N("club.page", "Page {n:digit} of {last:digit}"),
    N("club.previous", "Previous"),
    N("club.next", "Next"),
    # help
    NN("club.waiting", "{n:digit} table needs help", "{n:digit} tables need help"),
    N("club.calls", "Needs help"),
    N("club.come", "I'm coming"),
    N("club.going", "Someone is on the way"),
    N("club.done", "Done"),
    # old ones
    N("club.close", "Close"),
    N("club.closed", "Closed tables"),
    N("club.closed.one", "The table is closed. Nothing was deleted, and it comes back if anyone keeps playing there."),
    NN("club.closed.many", "{n:digit} table closed.", "{n:digit} tables closed."),
    N("club.reopen", "Reopen"),
    NN(
        "club.close_quiet",
        "Close {n:digit} table with no entries for {hours:digit} hours",
        "Close {n:digit} tables with no entries for {hours:digit} hours",
    ),
    # who may look
    N("club.address", "Devices for the club"),
    N("club.address.show", "Show the code"),
    N(
        "club.address.line",
        "Anyone who opens this address can see all tables, start new ones and answer calls for help. They can't see "
        "hands or host a game. A new address shuts out everyone who has the old one.",
    ),
    N(
        "club.address.none",
        "Once the club has an address, other devices can open this list, and tables can call for help.",
    ),
    N("club.address.make", "Make an address"),
    N("club.address.again", "Make a new address"),
    # at a table
    N("club.help", "Help at the table"),
    N("club.help.line", "Call someone from the club to your table."),
    N("club.help.none", "No one would hear you: this Narrator isn't set up for a club."),
    N("club.call", "Call for help"),
    N("club.called", "You called for help {time} ago"),
    N("club.called.short", "You've called for help"),
    N("club.coming", "Help is on the way"),
    N("club.cancel", "We don't need help anymore"),
    N("club.card", "On the club's list"),
    N(
        "club.card.line",
        "The club sees your colors, round and points, but never your cards. It sees your names only if you allow it.",
    ),
    N("club.place", "Where you're sitting, such as a table number"),
    N("club.names", "The club may see our names"),
    N("club.save", "Save"),
    # in the terminal
    N("club.open", "Open this address on the club's device. Anyone who has it sees all tables, so keep it private:"),
]
