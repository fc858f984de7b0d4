"""Game statistics and awards, computed from the record in one pass. No text."""
