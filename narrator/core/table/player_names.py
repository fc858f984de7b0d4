"""Player names: any script, but no control characters and no look-alikes."""

import unicodedata

JOINERS = "\u200c\u200d"  # invisible, but required inside words of some scripts

# draw nothing, although Unicode does not class them as formatting
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Cyrillic, Greek and rare Latin letters that look like common Latin ones
LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵёЁїЇΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιαρıɑɡ",
    "ABESIJKMHOPCTYXaesijopcyxhdqwvëËïÏABEZHIKMNOPTYXoviapiag",
)


def is_plain(name: str) -> bool:
    """Return whether a name has no characters that break or reverse a line."""
    return bool(name.strip()) and not any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in JOINERS for letter in name
    )


def same_name(name: str) -> str:
    """Normalize case, spaces and Unicode form.

    >>> same_name(" ANA  maría ") == same_name("Ana Mar\\u0069\\u0301a"), same_name("Ana") == same_name("Anna")
    (True, False)
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def looks_like(name: str) -> str:
    """Return a key that is equal for names that look alike on a screen.

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
