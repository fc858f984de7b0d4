"""The page of the house rules: its groups, saving and changing them."""

from .source import NN, N

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
    N("rules.group.clock", "The clock"),
    N("rules.group.teaching", "Help and hints"),
    N("rules.group.record", "The record and fair play"),
    # the page
    N("rules.group.first", "What every table asks first"),
    N("rules.title", "House rules"),
    N("rules.all", "All house rules"),
    N("rules.done", "Done"),
    N("rules.box", "the box's rule"),
    N("rules.seconds", "{n:digit} s"),
    N("rules.minutes", "{n:digit} min"),
    NN("rules.differing", "One rule differs from the box.", "{n:digit} rules differ from the box."),
    N("rules.same", "Everything is as in the box."),
    N("rules.own", "Saved on this device"),
    N("rules.save_as", "Save under a name"),
    N("rules.save", "Save"),
    N("rules.export", "Save as a file"),
    N("rules.import", "Open a file of rules"),
    N("rules.import.open", "Open"),
    N("rules.code", "Scan this to play by the same rules."),
    N("rules.in_play", "A change counts from now on, and every phone is asked to agree."),
    N(
        "rules.locked",
        "This table wanted no changes after the first {settlement:pl}. You can still let a change stand.",
    ),
    N("rules.agreed", "Agreed: {names}."),
]
