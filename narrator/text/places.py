"""Where the words are: beside the code in a checkout, inside the package when it is installed."""

from pathlib import Path

PACKAGE = Path(__file__).parent.parent
LANGUAGES = ("th", "ru", "es", "en")
LANGUAGE_NAMES = {"th": "ไทย", "ru": "Русский", "es": "Español", "en": "English"}
"""Each in its own words, so that its readers find it."""
FALLBACK = "en"


def folder(name: str) -> Path:
    """`translations` or `templates`, wherever this copy keeps them."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def nearest_language(wanted: str | None) -> str:
    """The language that comes nearest to the one asked for.

    >>> nearest_language("es-MX"), nearest_language("th_TH"), nearest_language("fi")
    ('es', 'th', 'en')
    """
    code = (wanted or "").replace("_", "-").split("-")[0].lower()
    return code if code in LANGUAGES else FALLBACK
