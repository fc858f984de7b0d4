"""The house's pages: people, their evenings, deleting for good, copies."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("people.title", "People and past games"),
    N("people.none", "No game has been finished here yet. Once one is, everyone who played shows up here."),
    N("people.name", "Name"),
    N("people.games", "Games"),
    N("people.wins", "Wins"),
    N("people.points", "Average points"),
    N("people.time", "Turn time per game"),
    N("people.evenings", "Recent games"),
    N("people.winner", "Winner:"),
    N("people.all_games", "All games"),
    N("people.newer", "Newer"),
    N("people.older", "Older"),
    # one of them
    N("people.corners", "Favorite starting spots"),
    N("people.corners.line", "The hexes they start next to, and in how many games."),
    NN(
        "people.corner", "{resource} on {number:digit}: {n:digit} game", "{resource} on {number:digit}: {n:digit} games"
    ),
    N("people.against", "Head to head"),
    N("people.against.games", "Games together"),
    N("people.against.wins", "{name} won"),
    N("people.against.losses", "Opponent won"),
    N("people.against.ahead", "{name} finished ahead"),
    N("people.merge", "One person, two spellings?"),
    N("people.merge.line", "{name} is also:"),
    N("people.merge.go", "Merge"),
    N("people.also", "Also spelled {name}"),
    N("people.part", "Separate again"),
    N("people.delete", "Delete {name} for good"),
    N("people.delete.ask", "Delete {name} for good?"),
    N(
        "people.delete.line",
        "The name {name} is removed from every game, the records and the backup copies. The games stay for the others, with a name like “{nobody}” instead.",
    ),
    N(
        "people.delete.rest",
        "You can't undo this. Files and notes that people wrote or saved themselves stay as they are.",
    ),
    N("people.delete.go", "Yes, delete {name}"),
    N("people.keep", "No, go back"),
    N("people.deleted", "Deleted for good"),
    N("people.deleted.person", "{name} is gone from the games, the records and the backup copies."),
    N("people.deleted.game", "The game is gone from here, the records and the backup copies."),
    N("people.deleted.still", "These copies couldn't be changed and still have it. Please delete them yourself:"),
    # a game
    N("people.game", "Game on {day}"),
    N("people.game.open", "This game isn't finished, so nothing is counted yet."),
    NN("people.game.unfinished", "not finished, {n:digit} entry", "not finished, {n:digit} entries"),
    N("people.game.sample", "just for trying out"),
    N("people.game.delete", "Delete this game for good"),
    N("people.game.delete.ask", "Delete this game for good?"),
    N(
        "people.game.delete.line",
        "Everything about it is deleted: its entries, its result and its copies in the backups.",
    ),
    N("people.rematch.line", "A rematch keeps the same people and rules, and {name} starts."),
    # copies
    N("people.copies", "Backup copies"),
    NN(
        "people.copies.line",
        "There's {n:digit} copy, from {day}.",
        "There are {n:digit} copies, the newest from {day}.",
    ),
    N("people.copies.none", "There's no copy yet. Narrator makes one as soon as there's something to keep."),
    N(
        "people.copies.how",
        "One copy a day, for the last {n:digit} days you played. To go back to one: narrator restore",
    ),
    N(
        "people.copies.server",
        "The games are on a database server, so Narrator makes no copies by itself. To make one, enter: narrator backup",
    ),
    N("people.copies.make", "Make a copy now"),
    N("people.copies.made", "Done: all games are copied."),
    N("people.copies.trouble", "The last backup copy couldn't be made. Is the disk full?"),
]
