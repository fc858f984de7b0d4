"""A game out of here and in elsewhere: files, tables, codes to photograph."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("carry.title", "Save and share"),
    N("carry.elsewhere", "Play on another device"),
    N(
        "carry.elsewhere.line",
        "The file opens on any Narrator. The codes do too: just photograph them, no network or cable needed.",
    ),
    N("carry.sheet", "For a spreadsheet"),
    N("carry.sheet.line", "Tables for Excel, Google Sheets and the like. They don't show anyone's hidden cards."),
    N("carry.results", "Results (CSV)"),
    N("carry.events", "Everything that happened (CSV)"),
    N(
        "carry.bg_stats.line",
        "Add this game to your BG Stats app: scan the code, or tap the button on the phone that has the app.",
    ),
    N(
        "carry.bg_stats.long",
        "Add this game to your BG Stats app: open this page on the phone that has it, and tap the button.",
    ),
    N("carry.bg_stats.open", "Open in BG Stats"),
    N("carry.codes", "The game as QR codes"),
    N("carry.codes.show", "Show as QR codes"),
    NN(
        "carry.codes.how",
        "Photograph the code up close. Then on the other device tap “Open a game from photos” on the first page.",
        "Photograph the {n:digit} codes up close. Several fit in one photo. Then on the other device tap “Open a "
        "game from photos” on the first page.",
    ),
    N("carry.codes.part", "{number:digit} of {total:digit}"),
    N("carry.codes.earlier", "Earlier codes"),
    N("carry.codes.later", "More codes"),
    N(
        "carry.read.how",
        "On the other device, open the game's menu, tap “Save and share” and show the QR codes. Take sharp photos of them, up close.",
    ),
    N("carry.read.take", "Take a photo"),
    N("carry.read.choose", "Choose photos"),
    N("carry.read.send", "Read the codes"),
    NN("carry.read.found", "{n:digit} of {total:digit} codes read.", "{n:digit} of {total:digit} codes read."),
    NN(
        "carry.read.missing",
        "Code {names} is still missing. Take a sharp photo of it, up close.",
        "Codes {names} are still missing. Take sharp photos of them, up close.",
    ),
    N("carry.read.again", "Start over"),
    N("carry.read.paste", "Paste the text of a code"),
    N(
        "carry.read.paste.line",
        "If your phone's camera shows a code as text, copy it and paste it here, one code after another.",
    ),
    N("carry.read.extra", "This Narrator can't read photos yet. Whoever runs it can add that with this command:"),
]
