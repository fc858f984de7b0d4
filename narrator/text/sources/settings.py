"""House rules on their page, the dispute button, the clock: what a host sets and settles."""

from .source import NN, N

SOURCES = [
    N("rules.group.first", "What every table asks first"),
    N("rules.title", "House rules"),
    N("rules.all", "All house rules"),
    N("rules.done", "Done"),
    N("rules.box", "the box's rule"),
    NN("rules.differing", "One rule differs from the box.", "{n:digit} rules differ from the box."),
    N("rules.same", "Everything is as in the box."),
    N("rules.presets", "Start from"),
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
        "This table wanted to change nothing after the first {settlement:pl}. You can still let a change stand.",
    ),
    N("rules.agreed", "Agreed: {names}."),
    N("refusal.rules.contradiction", "“{rule}” and “{other_rule}” don't go together. Change one of them."),
    N(
        "refusal.rules.format",
        "This file says “{found}”, and Narrator reads “{expected}”. Save the rules anew with this version.",
    ),
    N("ui.rules", "House rules"),
    N("ui.dispute", "Settle a question"),
    N("dispute.title", "What is in question?"),
    N("dispute.likely", "Perhaps this:"),
    N("dispute.search", "Or look it up"),
    N("dispute.ruled", "The table decides otherwise"),
    N("dispute.words", "What did you decide?"),
    N("dispute.record", "Write it down"),
    N("dispute.tonight", "At this table: {text}"),
    N("dispute.how.rulebook_then_vote", "The booklet first, then a vote; in a tie the host decides."),
    N("dispute.how.host_decides", "The host decides."),
    N("dispute.how.vote", "The table votes."),
]
