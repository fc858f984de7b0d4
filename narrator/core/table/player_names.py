"""Players' names: any script, but nothing that breaks a line or turns it round."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but some scripts need them inside a word."""


def is_plain(name: str) -> bool:
    """Whether a name can stand in a line: any script, but nothing that breaks it or turns it round."""
    return bool(name.strip()) and not any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in JOINERS for letter in name
    )
