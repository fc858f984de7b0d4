"""Message catalogs. A checkout without compiled catalogs reads the .po files."""

import gettext
import io
from functools import cache

from narrator.folders import PACKAGE, folder
from narrator.text.sources.all import SOURCES
from narrator.text.sources.source import Source


@cache
def catalog(language: str) -> gettext.GNUTranslations:
    place = folder("translations") / language / "LC_MESSAGES"
    compiled, written = place / "messages.mo", place / "messages.po"
    is_installed = place.is_relative_to(PACKAGE)  # where nobody edits the .po files
    if compiled.exists() and (is_installed or compiled.stat().st_mtime >= written.stat().st_mtime):
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return _compile(written.read_bytes())


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
