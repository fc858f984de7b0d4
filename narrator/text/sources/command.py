"""Messages of the commands `narrator host`, `backup`, `restore`, `copy`, `key`, `doctor`, `replay` and `script`, and of `--lang`."""

from narrator.text.sources.source import NN, N

SOURCES = [
    # another language than the one asked for
    N("note.language", "Narrator doesn't speak “{wanted}” yet, so this is in English."),
    N("note.nearest", "Narrator doesn't speak “{wanted}” yet, so this is in “{language}”."),
    # a game file that was refused
    N("note.refused_entry", "Game {game:digit} stopped at entry {number:digit}. {why}"),
    N("note.refused_game", "Game {game:digit} can't be opened. {why}"),
    # house rules of a script
    N("script.rule_form", "“{found}” isn't a house rule. Write it like this: {example}"),
    N("script.no_such_rule", "There's no house rule called “{key}”. Choose from {allowed}."),
    # a new host
    N("host.open", "Open this address on the host's device. It works only once, within 15 minutes:"),
    N("host.no_such_game", "There's no game called “{game}” here. Check the spelling."),
    # copies
    N("backup.made", "All games were copied to {path}."),
    N("backup.kept", "Narrator makes one copy a day and keeps those from the last {n:digit} days on which something changed."),
    N("backup.in_the_way", "There's another file at {path}, so nothing was copied. Choose another name."),
    N("backup.itself", "{path} is the games file itself. Choose another name for the copy."),
    N("restore.none", "There are no copies in {path} yet. Name the file to go back to: {command}"),
    N("restore.which", "Name the copy to go back to, for example: {command}"),
    N("restore.itself", "{path} is the games file that's already in use. Name a copy instead."),
    N("restore.in_use", "Narrator is still running and using {path}. Stop it with Ctrl+C, then try again."),
    NN("restore.done",
       "Done: {path} now has the one game from the copy.",
       "Done: {path} now has the {n:digit} games from the copy."),
    N("restore.aside", "What was there before is kept in {path}."),
    N("restore.server", "Narrator doesn't overwrite a database. Stop Narrator, create an empty database called {name}, and enter: {command}"),
    N("restore.switch", "From then on, use it with --db or {variable}: {address}"),
    # to another store
    NN("copy.done", "Done: {n:digit} game copied and checked.", "Done: {n:digit} games copied and checked."),
    NN("copy.there", "{n:digit} game was there already.", "{n:digit} games were there already."),
    N("copy.so_far", "{n:digit} of {total:digit} games."),
    N("copy.itself", "{path} is where the games already are. Choose another place to copy them to."),
    N("copy.differs", "Game {game} wasn't copied: there's a different one over there with the same name or code. Copy to an empty place instead."),
    N("copy.refused", "Game {game} wasn't copied: something in it is damaged. To find out what, enter: {command}"),
    N("copy.person", "The name {name} belongs to someone else over there and was left as it is."),
    N("copy.key", "The key that locks the hands of saved games stays in {path}. If the other Narrator needs it, take it along: {command}"),
    # the house's key
    N("key.where", "The key that locks the hands of saved games is in {path}. Keep it to yourself."),
    N("key.why", "To continue one of those games on another Narrator, take the key with you: {command}"),
    N("key.copied", "The key has been copied to {path}. Anyone with this file can read every hand, so delete it once the other Narrator has the key."),
    N("key.taken", "Done. Games saved with the key in {path} can now be continued here."),
    N("key.known", "This Narrator already had the key in {path}."),
    # looking for what is wrong
    N("doctor.file_good", "The games file is fine: {path}."),
    N("doctor.file_bad", "The games file is damaged: {path}."),
    N("doctor.flaw", "SQLite says: {why}"),
    NN("doctor.checked", "{n:digit} game checked, entry by entry.", "{n:digit} games checked, entry by entry."),
    N("doctor.all_good", "Everything is in order."),
    N("doctor.setup", "Game {game} ({who}): its setup is damaged, so it can't be opened."),
    N("doctor.entry", "Game {game} ({who}): entry {number:digit} is damaged. Open the game on the host's device to save everything before it."),
    N("doctor.note", "Game {game} ({who}): note {number:digit} from a phone is damaged. Open the game on the host's device to save every entry."),
    N("doctor.changed_setup", "Game {game} ({who}): its setup isn't what Narrator saved."),
    N("doctor.changed_entry", "Game {game} ({who}): entry {number:digit} isn't what Narrator saved. Check it in the history."),
    N("doctor.result", "Game {game} ({who}): its result was wrong in the records. It's corrected now."),
    N("doctor.copy", "A good copy was made on {day}. To go back to it, stop Narrator and enter: {command}"),
    NN("doctor.missing",
       "{n:digit} game is missing here, but the copy from {day} still has it. If you don't need it, delete that copy. To get it back, stop Narrator and enter: {command}",
       "{n:digit} games are missing here, but the copy from {day} still has them. If you don't need them, delete that copy. To get them back, stop Narrator and enter: {command}"),
    N("doctor.closed", "Other users of this device could read {path}. Now only you can."),
    N("doctor.open", "Other users of this device can read {path}, and Narrator can't change that. Enter: {command}"),
    N("doctor.no_copy", "There's no good copy of it. Keep the file as it is, so nothing more gets lost."),
]
