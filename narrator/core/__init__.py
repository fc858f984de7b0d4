"""The rules of the table: events in, state out. Pure: no clock, no randomness, no input or output, no words."""
