"""Players' names: any script, but nothing that breaks a line or turns it round."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but some scripts need them inside a word."""

INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that draw nothing, although Unicode does not class them as formatting."""
LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵёЁїЇΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιαρıɑɡ",
    "ABESIJKMHOPCTYXaesijopcyxhdqwvëËïÏABEZHIKMNOPTYXoviapiag",
)
"""Cyrillic, Greek and rare Latin letters, and the common Latin letters that they are drawn like."""


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


def looks_like(name: str) -> str:
    """What is the same for names that nobody could tell apart on a screen. Joiners belong to a name but draw nothing.

    >>> looks_like("Ana") == looks_like("An\u200da") == looks_like("\u0410na"), looks_like("Анна") == looks_like("Anna")
    (True, False)
    """
    drawn = (
        letter
        for letter in unicodedata.normalize("NFKC", name)
        if letter not in INVISIBLE
        and unicodedata.category(letter) != "Cf"
        and not unicodedata.name(letter, "").startswith("VARIATION SELECTOR")
    )
    return same_name("".join(drawn).translate(LOOK_ALIKES))
