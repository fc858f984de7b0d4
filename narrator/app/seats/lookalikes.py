"""Names that look alike on a screen although they are spelled differently."""

import unicodedata

from narrator.core.table.player_names import normalized_name

# draw nothing, although Unicode does not class them as formatting
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Cyrillic, Greek and rare Latin letters that look like common Latin ones
LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵёЁїЇΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιαρıɑɡ",
    "ABESIJKMHOPCTYXaesijopcyxhdqwvëËïÏABEZHIKMNOPTYXoviapiag",
)


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
