"""A closed house, where a device needs a code to begin a game."""

from narrator.text.sources.source import N

SOURCES = [
    N("closed.title", "What's the house code?"),
    N("closed.code", "House code"),
    N("closed.go", "Continue"),
    N("closed.line", "You need the house code to start a game here. You'll find it in the terminal where Narrator is running, along with a code to scan."),
    N("closed.house", "You need the house code to see people, past games and backups. Enter it, or use the device that Narrator is running on: the code is in its terminal."),
    N("closed.club", "The list of all tables is for the club. Scan the club's code, or enter the house code from the terminal where Narrator is running."),
]
