"""The languages: which there are, what each calls itself, and which comes nearest to one that is asked for."""

LANGUAGES = ("th", "ru", "es", "en")
LANGUAGE_NAMES = {"th": "ไทย", "ru": "Русский", "es": "Español", "en": "English"}
"""Each in its own words, so that its readers find it."""
FALLBACK = "en"


def nearest_language(wanted: str | None) -> str:
    """The language that comes nearest to the one asked for.

    >>> nearest_language("es-MX"), nearest_language("th_TH"), nearest_language("fi")
    ('es', 'th', 'en')
    """
    code = (wanted or "").replace("_", "-").split("-")[0].lower()
    return code if code in LANGUAGES else FALLBACK
