"""A game in figures and its awards, read off the record in one pass: `night_of`, `awards`. No words."""
