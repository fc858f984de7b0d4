"""A code as somebody types it, on whatever keyboard: our letters, letters that look like them, or the keys that they
lie on."""

import unicodedata

from narrator.app.access.credentials import ALPHABET
from narrator.core.message import Refused, impossible
from narrator.core.table.player_names import is_plain

SIMILAR = "АВЕКМНРСТУХЗЅЈҮҺԚԜ" + "ΑΒΕΗΚΜΝΡΤΥΧΖ" + "๒๓๔๕๖๗๘๙"
LOOKS = dict(zip(SIMILAR, "ABEKMHPCTYX3SJYHQW" + "ABEHKMNPTYXZ" + "23456789", strict=True))
"""Cyrillic and Greek capitals, and Thai digits, by what they look like or mean."""
LATIN = "QWERTYUIOPASDFGHJKLZXCVBNM"
RUSSIAN = "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"
THAI = "ๆไำพะัีรนยฟหกดเ้่าสผปแอิืท"
THAI_SHIFTED = '๐"ฎฑธํ๊ณฯญฤฆฏโฌ็๋ษศ()ฉฮฺ์?'
THAI_DIGITS = dict(zip("/-ภถุึคต", "23456789", strict=True))
KEYS = {
    letter: latin
    for layout in (RUSSIAN, THAI_SHIFTED, THAI)
    for letter, latin in zip(layout, LATIN, strict=True)
    if letter.isalpha() or unicodedata.combining(letter) or letter not in '"()?'
}
"""Letters of the Russian and the Thai keyboard, by the key that they lie on."""


def as_code(typed: str) -> str:
    """What somebody most likely means.

    >>> as_code(" k7m-2p9 "), as_code("к7м-2р9"), as_code("л7ь2з9"), as_code("าึท/ยต")
    ('K7M2P9', 'K7M2P9', 'K7M2P9', 'K7M2P9')
    """
    return readings(typed)[0]


def readings(typed: str) -> tuple[str, ...]:
    """What it may mean, the likeliest first: by what the letters look like where all of them look like ours, else by
    the keys that were pressed."""
    letters = [_plain(letter) for letter in typed.upper()]
    is_thai = any("\u0e01" <= letter <= "\u0e4e" for letter in letters)
    looks = [LOOKS.get(letter, letter) for letter in letters]
    keys = [KEYS.get(letter, THAI_DIGITS.get(letter, letter) if is_thai else letter) for letter in letters]
    is_clear = all(letter in ALPHABET for letter in looks if letter.isalnum() or unicodedata.combining(letter))
    found = (looks, keys) if is_clear and not is_thai else (keys, looks)
    return tuple(dict.fromkeys("".join(letter for letter in letters if letter in ALPHABET) for letters in found))


def _plain(letter: str) -> str:
    """Letters of full width are ours; Thai vowels are not taken apart."""
    return unicodedata.normalize("NFKC", letter) if "\uff01" <= letter <= "\uff5e" else letter


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
    if name and not is_plain(name):
        raise Refused(impossible("seat.name"))
    return clean_name(name)


def clean_text(text: str, longest: int = 300) -> str:
    """A sentence that somebody typed, to be shown again as it is."""
    kept = "".join(letter for letter in text[:2000] if letter in JOINERS or not _draws_nothing(letter))
    return " ".join(kept.split())[:longest].strip(f" {JOINERS}")


def _draws_nothing(letter: str) -> bool:
    return letter in BLANKS or (unicodedata.category(letter) in DRAWS_NOTHING and not letter.isspace())
