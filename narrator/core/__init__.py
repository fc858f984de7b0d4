"""Rules of the game as pure functions: events in, state out. No clock, no randomness, no I/O, no text."""
