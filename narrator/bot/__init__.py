"""Bots: a seat's observation in, events out. Pure, and without text."""
