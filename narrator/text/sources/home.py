"""The first page."""

from .source import NN, N

SOURCES = [
    N("home.line", "Put the tablet on the table. It says what comes next and keeps the count."),
    N("home.new", "New game"),
    N("home.continue", "Continue"),
    NN("home.continue.line", "{names}, one entry", "{names}, {n:digit} entries"),
    N("home.over", "{names}, finished"),
    N("home.damaged", "A damaged game"),
    N("home.damaged.line", "See what's wrong with it, and what can be saved."),
    N("home.sample", "Try it out"),
    N("home.sample.line", "A game in full swing, only for you. Tap anything, nothing can break."),
    N("home.demo", "Watch a game"),
    N("home.demo.line", "A short game that plays itself, step by step. Practice before the guests come."),
    N("home.quiz", "Quiz"),
    N("home.quiz.line", "Ten odd cases. How would you rule?"),
    N("home.library", "Cards and rules"),
    N("home.library.line", "Every helper card and “what if?”, to look up and to print."),
    N("home.import", "Open a game file"),
    N("home.import.line", "A game saved on this or another device goes on here."),
    N("home.import.open", "Open"),
    N("home.import.choose", "Game file"),
    N("home.join", "Join a game"),
    N("home.join.line", "With the code on the host's screen."),
    N("home.joined", "Back to the table"),
    N("home.copy", "A game is kept on this device"),
    N("home.copy.line", "Go on with it here if the host's device is gone."),
]
