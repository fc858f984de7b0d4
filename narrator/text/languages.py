"""The languages: which there are, what each calls itself, and which comes nearest to one that is asked for."""

from functools import lru_cache

LANGUAGE_NAMES = {"th": "ไทย", "ru": "Русский", "es": "Español", "en": "English"}
"""Each in its own words, so that its readers find it. With a row here and its files in translations/, a language is
there; tests/text/test_new_language.py adds one."""
LANGUAGES = tuple(LANGUAGE_NAMES)
LISTED = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"
"""For those who type a code."""
FALLBACK = "en"
ASKED = 500
"""Wishes that are remembered: every request has one, and most browsers have the same."""


def nearest_language(*wanted: str | None) -> str:
    """The language that comes nearest to those asked for, the dearest first.

    >>> nearest_language("es-MX"), nearest_language("th_TH"), nearest_language("fi", "ru"), nearest_language("fi")
    ('es', 'th', 'ru', 'en')
    """
    return known_language(*wanted) or FALLBACK


@lru_cache(maxsize=ASKED)
def known_language(*wanted: str | None) -> str | None:
    """The same, if there is one."""
    from babel import negotiate_locale  # here, because importing it takes some 15 ms

    return negotiate_locale([code.lower().replace("_", "-") for code in wanted if code], LANGUAGES, sep="-")
