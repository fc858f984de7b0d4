"""The languages, the choice of the nearest one, and their TOML tables."""

import tomllib
from functools import cache
from typing import Any

from narrator.folders import folder

# A new language needs a row here and its files in translations/; see tests/text/test_new_language.py.
LANGUAGE_NAMES = {"th": "ไทย", "ru": "Русский", "es": "Español", "en": "English"}
LANGUAGES = tuple(LANGUAGE_NAMES)
LANGUAGE_LIST = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"  # for help texts
DEFAULT_LANGUAGE = "en"


def nearest_language(*wanted: str | None) -> str:
    """Return the best language for a list of preferences, the most preferred first.

    >>> nearest_language("es-MX"), nearest_language("th_TH"), nearest_language("fi", "ru"), nearest_language("fi")
    ('es', 'th', 'ru', 'en')
    """
    return known_language(*wanted) or DEFAULT_LANGUAGE


def known_language(*wanted: str | None) -> str | None:
    """Return the same, or None. Babel could do this, but importing it slows down the start."""
    for code in wanted:
        whole = (code or "").lower().replace("_", "-")
        for name in (whole, whole.partition("-")[0]):
            if name in LANGUAGES:
                return name
    return None


@cache
def language_file(language: str, name: str) -> dict[str, Any]:
    """Return a table of a language (`nouns`, `numbers`, `search`, `lines`), or {} if it has none."""
    path = folder("translations") / language / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
