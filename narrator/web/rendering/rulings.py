"""The table's own rulings, translated if they are among the suggested ones."""

from msgspec.structs import replace

from narrator.app.access.typed_input import clean_text
from narrator.core.table.state import GameState
from narrator.script.disputes import ruling_on, ruling_options
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say


def table_ruling(state: GameState, case: str, locale: TableLocale) -> str | None:
    text = ruling_on(state, case)
    return None if text is None else translate_ruling(state, case, text, locale)


def translate_ruling(state: GameState, case: str, text: str, locale: TableLocale) -> str:
    """Translate a ruling from the host's language if its text is one of ours in any language."""
    for way in ruling_options(state, case):
        if any(clean_text(say(way.words, replace(locale, language=language))) == text for language in LANGUAGES):
            return say(way.words, locale)
    return text
