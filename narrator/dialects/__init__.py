"""Other rulebooks' words for what a program in a seat sees and does. Tables more than code; knows no web."""
