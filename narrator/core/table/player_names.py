"""Player names: any script, but no control characters."""

import unicodedata

JOINERS = "\u200c\u200d"  # invisible, but required inside words of some scripts
UNPRINTABLE_KINDS = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def is_printable(name: str) -> bool:
    """Return whether a name has no characters that break or reverse a line."""
    kinds = (unicodedata.category(letter) for letter in name if letter not in JOINERS)
    return bool(name.strip()) and UNPRINTABLE_KINDS.isdisjoint(kinds)


def normalized_name(name: str) -> str:
    """Normalize case, spaces and Unicode form.

    >>> normalized_name(" ANA  mar\\u00eda ") == normalized_name("Ana Mar\\u0069\\u0301a")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
