"""What goes wrong on a page, and what to do about it."""

from narrator.text.sources.source import N

SOURCES = [
    N("error.number", "If it keeps happening, tell whoever runs Narrator this number: {number}"),
    N("error.home", "Go to the home page"),
    N("error.again", "Try again"),
    N("error.404.title", "There's nothing here"),
    N("error.404.text", "The address may be wrong. Go to the home page and try from there."),
    N("error.game.title", "There's no such game"),
    N("error.game.text", "The address may be wrong, or the game is on another server. Ask the host for the code."),
    N("error.film.title", "This replay isn't here anymore"),
    N(
        "error.film.text",
        "Narrator only keeps a replay for a while. Go to the home page and open the file again.",
    ),
    N("error.403.title", "Only the host's device can open this"),
    N("error.403.text", "Open it on the host's device, or scan the host's code again."),
    N("error.secret.title", "This host link doesn't work"),
    N(
        "error.secret.text",
        "A host link works only once, and only for 15 minutes. This one was used, has expired, or is incomplete. "
        "Ask the host for a new one.",
    ),
    N("error.405.title", "You can't do that here"),
    N("error.405.text", "Go back and use the buttons on the page."),
    N("error.413.title", "That file is too large"),
    N("error.413.text", "Narrator takes files up to one megabyte. Nothing changed."),
    N("error.host.title", "Narrator doesn't know this address"),
    N(
        "error.host.text",
        "Open the address shown in the host's lobby or the terminal. If Narrator should answer to this name, "
        "start it with --allow-host and the name.",
    ),
    N("error.429.title", "Too many things at once"),
    N("error.429.text", "Nothing changed. Wait a minute, then go back and try again."),
    N("error.500.title", "Narrator made a mistake"),
    N("error.500.text", "Reload the page and check whether your last tap was recorded."),
    N("error.store.title", "The games can't be read or saved right now"),
    N(
        "error.store.text",
        "The disk may be full or write-protected. Your last tap wasn't recorded. Once it's fixed, tap again.",
    ),
    N("error.store_away.title", "The database isn't answering"),
    N(
        "error.store_away.text",
        "Your last tap wasn't recorded. Once the database is back, just tap again.",
    ),
    N("error.store_full.title", "The disk is full"),
    N(
        "error.store_full.text",
        "Your last tap wasn't recorded, but everything before it was. Make some room where the games are kept, then tap again.",
    ),
    N("error.store_read_only.title", "Narrator can't save the game"),
    N(
        "error.store_read_only.text",
        "Your last tap wasn't recorded, but everything before it was. Allow writing where the games are kept, then tap again.",
    ),
    N("error.store_unsure.title", "The connection to the database was lost"),
    N(
        "error.store_unsure.text",
        "Your last tap may or may not have been recorded. Look at the game before you tap again.",
    ),
    N("error.store_busy.title", "Another program is using the games file"),
    N("error.store_busy.text", "Your last tap wasn't recorded. Close that program and tap again."),
    N("error.store_gone.title", "The games file is gone"),
    N(
        "error.store_gone.text",
        "It was deleted or replaced while Narrator was running, so your last tap wasn't recorded. The host can save "
        "everything before that to a new file.",
    ),
    N("error.store_gone.save", "Save everything to a new file"),
    N("error.saved.title", "All games are in a new file"),
    N("error.saved.text", "From now on they're saved in {path}. Next time, start Narrator with --db and that file."),
    N("error.damaged.title", "This game is damaged"),
    N("error.damaged.text", "Part of this saved game is damaged. Ask the host. Other games are fine."),
    N("error.damaged.setup", "We can't read this game's setup, so we can't keep count. The file wasn't changed."),
    N(
        "error.damaged.entry",
        "Entry {number:digit} is damaged. Everything before it can be saved, but not what comes after.",
    ),
    N("error.damaged.note", "Note {number:digit} from a phone is damaged. All the entries can still be saved."),
    N("error.damaged.save", "Save that as a file"),
    N("error.damaged.begin", "Continue from there in a new game"),
    N("error.other.title", "That didn't work"),
    N("error.other.text", "Nothing changed. Go back and try again."),
]
