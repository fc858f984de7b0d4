"""People's names as they are typed: any script, but nothing that breaks a line or turns it round."""

import unicodedata

from narrator.core.message import Refused, impossible
from narrator.core.table.player_names import is_printable

LONGEST = 40
DRAWS_NOTHING = ("Cc", "Cf", "Cs", "Co", "Cn")
JOINERS = "\u200c\u200d"
"""Invisible, but some scripts need them inside a word."""
BLANKS = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Letters and marks by their kind, yet nothing to see: a name of them would be none."""


def clean_name(text: str) -> str:
    """
    >>> clean_name("  Ana\\u202e  María "), clean_name("บี"), clean_name("x" * 99) == "x" * 40
    ('Ana María', 'บี', True)
    """
    return clean_text(text, LONGEST)


def own_name(text: str) -> str:
    """The name that somebody gives themselves: as it is, or an answer why not. Empty where nothing is to be seen."""
    name = " ".join(text.split())
    if len(name) > LONGEST:
        raise Refused(impossible("seat.name_too_long", n=LONGEST))
    if name and not is_printable(name):
        raise Refused(impossible("seat.name"))
    return clean_name(name)


def clean_text(text: str, longest: int = 300) -> str:
    """A sentence that somebody typed, to be shown again as it is."""
    kept = "".join(letter for letter in text[:2000] if letter in JOINERS or not _draws_nothing(letter))
    return " ".join(kept.split())[:longest].strip(f" {JOINERS}")


def _draws_nothing(letter: str) -> bool:
    return letter in BLANKS or (unicodedata.category(letter) in DRAWS_NOTHING and not letter.isspace())
