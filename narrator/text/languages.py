"""The languages, their own names, and the choice of the nearest one."""

# Each in its own words, so that its readers find it. With a row here and its files in translations/, a language is
# there; tests/text/test_new_language.py adds one.
LANGUAGE_NAMES = {"th": "ไทย", "ru": "Русский", "es": "Español", "en": "English"}
LANGUAGES = tuple(LANGUAGE_NAMES)
LISTED = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"  # for those who type a code
FALLBACK = "en"


def nearest_language(*wanted: str | None) -> str:
    """Return the best language for a list of preferences, the most preferred first.

    >>> nearest_language("es-MX"), nearest_language("th_TH"), nearest_language("fi", "ru"), nearest_language("fi")
    ('es', 'th', 'ru', 'en')
    """
    return known_language(*wanted) or FALLBACK


def known_language(*wanted: str | None) -> str | None:
    """Return the same, or None. Babel could do this, but importing it slows down the start."""
    for code in wanted:
        whole = (code or "").lower().replace("_", "-")
        for name in (whole, whole.partition("-")[0]):
            if name in LANGUAGES:
                return name
    return None
