"""The quiz of odd cases, for one alone and for the whole table."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("quiz.title", "Quiz"),
    N("quiz.question", "Question {n:digit} of {of:digit}"),
    N("quiz.box", "By the rules in the box"),
    N("quiz.tonight", "By tonight's rules"),
    N("quiz.yes", "Yes"),
    N("quiz.no", "No"),
    N("quiz.right", "Right!"),
    N("quiz.wrong", "Not quite"),
    N("quiz.next", "Next question"),
    N("quiz.finish", "See the score"),
    N("quiz.score", "{n:digit} of {of:digit} right"),
    N("quiz.score.all", "All {of:digit} right. You could host any table."),
    N("quiz.again", "Ten more"),
    N("quiz.stop", "Stop the quiz"),
    N("quiz.show", "Show the answer"),
    N("quiz.table", "Quiz for the table"),
    N("quiz.table.line", "Ten tricky cases. Every phone shows the question in its own language."),
    N("quiz.table.begin", "Start the quiz"),
    NN("quiz.answered", "{n:digit} phone has answered", "{n:digit} phones have answered"),
    N("quiz.answered.none", "No answers yet"),
    N("quiz.waiting", "Got it. Wait for the others."),
    N("quiz.missed", "You didn't answer"),
    N("quiz.scores", "Score"),
]
