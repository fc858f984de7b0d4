"""A game in figures and its awards, read off the record in one pass: `game_stats`, `awards`. No words."""
