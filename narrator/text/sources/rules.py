"""The page of the house rules: its groups, saving and changing them."""

from narrator.text.sources.source import NN, N

SOURCES = [
    # groups
    N("rules.group.box", "The box and the board"),
    N("rules.group.turn", "Turns and {dice}"),
    N("rules.group.bank", "The {bank} and trading"),
    N("rules.group.robber", "Sevens and the {robber}"),
    N("rules.group.cards", "{development_card:Pl}"),
    N("rules.group.winning", "Winning"),
    N("rules.group.two", "Two players"),
    N("rules.group.five_six", "Five and six players"),
    N("rules.group.teaching", "Help and hints"),
    N("rules.group.record", "Records and fair play"),
    # the page
    N("rules.group.first", "Common rules"),
    N("rules.title", "House rules"),
    N("rules.all", "All house rules"),
    N("rules.done", "Done"),
    N("rules.box", "default"),
    N("rules.seconds", "{n:digit} s"),
    N("rules.minutes", "{n:digit} min"),
    NN("rules.differing", "{n:digit} rule differs from the box.", "{n:digit} rules differ from the box."),
    N("rules.same", "The same rules as in the box."),
    N("rules.own", "Saved on this device"),
    N("rules.save_as", "Save these rules as"),
    N("rules.save", "Save"),
    N("rules.export", "Save as a file"),
    N("rules.import", "Open a rules file"),
    N("rules.import.open", "Open"),
    N("rules.code", "Scan this to play with the same rules."),
    N("rules.dealt", "Narrator deals. The cards stay in the box, and everyone has their hand on their phone."),
    N("rules.in_play", "Changes count from now on, and everyone is asked to agree on their phone."),
    N("rules.locked", "This table agreed not to change rules after the first {settlement:pl}. You can allow it anyway."),
    N("rules.agreed", "Agreed: {names}."),
]
