"""The languages: which there are, what each calls itself, and which comes nearest to one that is asked for."""

# Each in its own words, so that its readers find it. With a row here and its files in translations/, a language is
# there; tests/text/test_new_language.py adds one.
LANGUAGE_NAMES = {"th": "ไทย", "ru": "Русский", "es": "Español", "en": "English"}
LANGUAGES = tuple(LANGUAGE_NAMES)
LISTED = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"  # for those who type a code
FALLBACK = "en"


def nearest_language(*wanted: str | None) -> str:
    """The language that comes nearest to those asked for, the dearest first.

    >>> nearest_language("es-MX"), nearest_language("th_TH"), nearest_language("fi", "ru"), nearest_language("fi")
    ('es', 'th', 'ru', 'en')
    """
    return known_language(*wanted) or FALLBACK


def known_language(*wanted: str | None) -> str | None:
    """The same, if there is one. Babel would find it, too, but a start need not wait for that."""
    for code in wanted:
        whole = (code or "").lower().replace("_", "-")
        for name in (whole, whole.partition("-")[0]):
            if name in LANGUAGES:
                return name
    return None
