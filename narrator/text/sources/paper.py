"""What goes to paper."""

from narrator.text.sources.source import N

SOURCES = [
    N("paper.title", "Print"),
    N("paper.line", "Pages ready to print, with the rules in the box."),
    N("paper.line.game", "Pages ready to print, with tonight's rules and names."),
    N("paper.cards", "Cards to cut out"),
    N("paper.cards.line", "Every helper card with its picture, four on a page."),
    N("paper.script", "Host's script"),
    N("paper.script.line", "Everything a host says, from setup to the winner."),
    N("paper.rules", "Tonight's rules"),
    N("paper.rules.line", "Every rule at this table in one sentence."),
    N("paper.score", "Score sheet"),
    N("paper.score.line", "Points for several games, and a tally of the {dice}."),
    N("paper.score.date", "Date:"),
    N("paper.score.game", "Game {n:digit}"),
    N("paper.score.total", "Total"),
    N("paper.size.a4", "A4"),
    N("paper.size.letter", "Letter"),
]
