"""Dialects: other rulebooks' vocabulary for programs that play a seat. Independent of the web layer."""
