"""Players' names: any script, but nothing that breaks a line or turns it round."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but some scripts need them inside a word."""


def is_plain(name: str) -> bool:
    """Whether a name can stand in a line: any script, but nothing that breaks it or turns it round."""
    return bool(name.strip()) and not any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in JOINERS for letter in name
    )


def same_name(name: str) -> str:
    """What is the same for one name, however it is written.

    >>> same_name(" ANA  maría ") == same_name("Ana Mar\\u0069\\u0301a"), same_name("Ana") == same_name("Anna")
    (True, False)
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
