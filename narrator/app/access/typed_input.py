"""Codes and names as people type them, on any keyboard and in any script."""

import unicodedata

from narrator.app.access.credentials import ALPHABET
from narrator.core.message import Refused, impossible
from narrator.core.table.player_names import is_printable

SIMILAR = "АВЕКМНРСТУХЗЅЈҮҺԚԜ" + "ΑΒΕΗΚΜΝΡΤΥΧΖ" + "๒๓๔๕๖๗๘๙"  # Cyrillic and Greek capitals, Thai digits
LOOKS = dict(zip(SIMILAR, "ABEKMHPCTYX3SJYHQW" + "ABEHKMNPTYXZ" + "23456789", strict=True))
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
}  # Russian and Thai letters by their key


def as_code(typed: str) -> str:
    """Return the most likely reading.

    >>> as_code(" k7m-2p9 "), as_code("к7м-2р9"), as_code("л7ь2з9"), as_code("าึท/ยต")
    ('K7M2P9', 'K7M2P9', 'K7M2P9', 'K7M2P9')
    """
    return readings(typed)[0]


def readings(typed: str) -> tuple[str, ...]:
    """Return possible readings, likeliest first: by look if all letters look like ours, else by the pressed keys."""
    letters = [_plain(letter) for letter in typed.upper()]
    is_thai = any("\u0e01" <= letter <= "\u0e4e" for letter in letters)
    looks = [LOOKS.get(letter, letter) for letter in letters]
    keys = [KEYS.get(letter, THAI_DIGITS.get(letter, letter) if is_thai else letter) for letter in letters]
    is_clear = all(letter in ALPHABET for letter in looks if letter.isalnum() or unicodedata.combining(letter))
    found = (looks, keys) if is_clear and not is_thai else (keys, looks)
    return tuple(dict.fromkeys("".join(letter for letter in letters if letter in ALPHABET) for letters in found))


def _plain(letter: str) -> str:
    """Normalize full-width letters; leave Thai vowels alone."""
    return unicodedata.normalize("NFKC", letter) if "\uff01" <= letter <= "\uff5e" else letter


MAX_NAME_LENGTH = 40
INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn")
JOINERS = "\u200c\u200d"  # invisible, but needed inside words of some scripts
BLANKS = "\u034f\u115f\u1160\u2800\u3164\uffa0"  # letters by category, but blank


def clean_name(text: str) -> str:
    """
    >>> clean_name("  Ana\\u202e  María "), clean_name("บี"), clean_name("x" * 99) == "x" * 40
    ('Ana María', 'บี', True)
    """
    return clean_text(text, MAX_NAME_LENGTH)


def own_name(text: str) -> str:
    """Return a player's name, or raise `Refused`; empty if it has no visible characters."""
    name = " ".join(text.split())
    if len(name) > MAX_NAME_LENGTH:
        raise Refused(impossible("seat.name_too_long", n=MAX_NAME_LENGTH))
    if name and not is_printable(name):
        raise Refused(impossible("seat.name"))
    return clean_name(name)


def clean_text(text: str, longest: int = 300) -> str:
    """Remove invisible characters and limit the length."""
    kept = "".join(letter for letter in text[:2000] if letter in JOINERS or not _is_invisible(letter))
    return " ".join(kept.split())[:longest].strip(f" {JOINERS}")


def _is_invisible(letter: str) -> bool:
    return letter in BLANKS or (unicodedata.category(letter) in INVISIBLE_CATEGORIES and not letter.isspace())
