"""A closed house, where a device needs a code to begin a game."""

from narrator.text.sources.source import N

SOURCES = [
    N("closed.title", "What's the house code?"),
    N("closed.code", "House code"),
    N("closed.go", "Continue"),
    N("closed.line", "You need the house code to start a game here. Narrator shows it on the computer where it's running, along with a code to scan."),
    N("closed.house", "Only the people of the house can see players, past games and backups. Narrator showed the code when it started: look at the window on the computer where it's running."),
    N("closed.club", "The list of all tables is for the club. Scan the club's code, or enter the house code from the terminal where Narrator is running."),
]
