"""Narrator knows what lies on the table and says what comes next."""

__version__ = "1.0.0"
