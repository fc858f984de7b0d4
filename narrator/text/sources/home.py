"""The first page."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("home.line", "Put the tablet on the table. It says what comes next and keeps count."),
    N("home.new", "New game"),
    N("home.continue", "Continue"),
    NN("home.continue.line", "{names}, {n:digit} entry", "{names}, {n:digit} entries"),
    N("home.over", "{names}, finished"),
    N("home.damaged", "A damaged game"),
    N("home.damaged.line", "See what's wrong and what can be saved."),
    N("home.sample", "Try it out"),
    N("home.sample.line", "A game in full swing, just for you. Tap anything. You can't break it."),
    N("home.demo", "Demo"),
    N("home.demo.line", "A short game that plays itself, step by step. Practice before your guests arrive."),
    N("home.quiz", "Quiz"),
    N("home.quiz.line", "Ten tricky cases. How would you rule?"),
    N("home.library", "Cards and rules"),
    N("home.library.line", "Every helper card and “what if?”, to look up or print."),
    N("home.people", "People and past games"),
    N("home.people.line", "Wins, head-to-head records, rematches, backups."),
    N("home.import", "Open a game file"),
    N("home.import.line", "Continue a game saved on this or another device."),
    N("home.import.open", "Open"),
    N("home.import.watch", "Just watch"),
    N("home.photos", "Open a game from photos"),
    N("home.photos.line", "Photos of the QR codes on another device."),
    N("home.join", "Join a game"),
    N("home.join.line", "With the code on the host's screen."),
    N("home.joined", "Back to the table"),
    N("home.copy", "There's a game saved on this device"),
    N("home.copy.line", "Continue it here if the host's device is gone. If Narrator was dealing, take your cards from the box."),
]
