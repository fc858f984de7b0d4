"""Attacks on hidden cards over HTTP, by everybody who sits at the table, with each store."""
