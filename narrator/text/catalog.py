"""Message catalogs. A checkout without compiled catalogs reads the .po files."""

import gettext
import io
from functools import cache
from pathlib import Path

from narrator.folders import PACKAGE, folder
from narrator.text.sources.all import SOURCES
from narrator.text.sources.source import Source


@cache
def catalog(language: str) -> gettext.GNUTranslations:
    place = folder("translations") / language / "LC_MESSAGES"
    compiled, written = place / "messages.mo", place / "messages.po"
    if compiled.exists() and (is_installed(place) or compiled.stat().st_mtime >= written.stat().st_mtime):
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return _compile(written.read_bytes())


def is_installed(place: Path) -> bool:
    """Return whether the catalogs are inside the package, where nobody edits the .po files."""
    return place.is_relative_to(PACKAGE)


def _compile(text: bytes) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(text)))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def message_text(key: str, language: str, n: int | None = None) -> str:
    """Return the text of a message in the plural form for `n`; zero may have its own message."""
    if n == 0 and has_message(f"{key}.zero"):
        return message_text(f"{key}.zero", language)
    source: Source = SOURCES[key]
    if source.plural is None:
        return catalog(language).pgettext(key, source.text)
    return catalog(language).npgettext(key, source.text, source.plural, 1 if n is None else n)


def has_message(key: str) -> bool:
    return key in SOURCES
