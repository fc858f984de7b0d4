"""Player names: any script, but no control characters and no look-alikes."""

import unicodedata

JOINERS = "\u200c\u200d"  # invisible, but required inside words of some scripts

# draw nothing, although Unicode does not class them as formatting
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Cyrillic, Greek and rare Latin letters that look like common Latin ones
UNPRINTABLE_KINDS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵёЁїЇΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιαρıɑɡ",
    "ABESIJKMHOPCTYXaesijopcyxhdqwvëËïÏABEZHIKMNOPTYXoviapiag",
)


def is_printable(name: str) -> bool:
    """Return whether a name has no characters that break or reverse a line."""
    kinds = (unicodedata.category(letter) for letter in name if letter not in JOINERS)
    return bool(name.strip()) and UNPRINTABLE_KINDS.isdisjoint(kinds)


def normalized_name(name: str) -> str:
    """Normalize case, spaces and Unicode form.

    >>> normalized_name(" ANA  maría ") == normalized_name("Ana Mar\\u0069\\u0301a")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def lookalike_key(name: str) -> str:
    """Return a key that is equal for names that look alike on a screen.

    >>> lookalike_key("Ana") == lookalike_key("An\u200da") == lookalike_key("\u0410na")
    True
    >>> lookalike_key("Анна") == lookalike_key("Anna")
    False
    """
    drawn = (
        letter
        for letter in unicodedata.normalize("NFKC", name)
        if letter not in INVISIBLE
        and unicodedata.category(letter) != "Cf"
        and not unicodedata.name(letter, "").startswith("VARIATION SELECTOR")
    )
    return normalized_name("".join(drawn).translate(LOOK_ALIKES))
