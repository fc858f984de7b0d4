"""The game in figures: pages one leafs through, each with a picture and its numbers."""
