"""What goes wrong on a page, and what to do about it."""

from .source import N

SOURCES = [
    N("error.home", "To the home page"),
    N("error.404.title", "There's nothing here"),
    N("error.404.text", "The address may be mistyped. Go to the home page and try from there."),
    N("error.game.title", "There's no such game"),
    N("error.game.text", "The address may be mistyped, or the game is on another server. Ask the host for the code."),
    N("error.403.title", "Only the host's device can open this"),
    N("error.403.text", "Open it on the host's device, or scan the host's code again."),
    N("error.secret.title", "This link for the host doesn't work"),
    N("error.secret.text", "It works only once and for 15 minutes, or it was cut off. Ask the host for a new one."),
    N("error.405.title", "That can't be done here"),
    N("error.405.text", "Go back and use the buttons on the page."),
    N("error.413.title", "That's too large"),
    N("error.413.text", "Narrator takes files up to one megabyte. Nothing was changed."),
    N("error.host.title", "Narrator doesn't know this address"),
    N(
        "error.host.text",
        "Open the address that the host's lobby or the terminal shows. If this name is meant for Narrator, start it with --allow-host and the name.",
    ),
    N("error.429.title", "That was too much at once"),
    N("error.429.text", "Nothing was changed. Wait a minute, then go back and try again."),
    N("error.500.title", "Narrator made a mistake"),
    N("error.500.text", "Load the page again, and look whether your last tap is there."),
    N("error.store.title", "The games can't be read or saved now"),
    N(
        "error.store.text",
        "The disk may be full or write-protected. Your last tap wasn't entered. Fix that and tap again.",
    ),
    N("error.store_busy.title", "Another program is holding the games"),
    N("error.store_busy.text", "Your last tap wasn't entered. Close that program and tap again."),
    N("error.store_gone.title", "The file with the games is gone"),
    N(
        "error.store_gone.text",
        "It was deleted or replaced while Narrator was running, so your last tap wasn't entered. The host can write "
        "everything before it to a new file.",
    ),
    N("error.store_gone.save", "Write everything to a new file"),
    N("error.saved.title", "All games are in a new file"),
    N("error.saved.text", "From now on they're kept in {path}. Next time, start Narrator with --db and that file."),
    N("error.damaged.title", "This game is damaged"),
    N("error.damaged.text", "Something that was kept of it is broken. Ask the host; other games go on."),
    N("error.damaged.setup", "Its setup is broken, so nothing can be counted. The file was left as it is."),
    N(
        "error.damaged.entry",
        "Entry {number:digit} is broken. Everything before it can be saved; what follows can't be counted.",
    ),
    N("error.damaged.note", "Note {number:digit} from a phone is broken. All entries can be saved."),
    N("error.damaged.save", "Save that as a file"),
    N("error.damaged.begin", "Go on from there in a new game"),
    N("error.other.title", "That didn't work"),
    N("error.other.text", "Nothing was changed. Go back and try again."),
]
