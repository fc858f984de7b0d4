"""What the table decided about a case, in the reader's language wherever it chose one of our own rulings."""

from msgspec.structs import replace

from narrator.app.access.typed_input import clean_text
from narrator.core.table.state import GameState
from narrator.script.disputes import ruling_on, ruling_options
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say


def ruled(state: GameState, case: str, locale: TableLocale) -> str | None:
    """This table's own ruling on a case, if there is one."""
    text = ruling_on(state, case)
    return None if text is None else in_words(state, case, text, locale)


def in_words(state: GameState, case: str, text: str, locale: TableLocale) -> str:
    """A ruling is written in the host's language. One of ours is known by its words and said in the reader's."""
    for way in ruling_options(state, case):
        if any(clean_text(say(way.words, replace(locale, language=language))) == text for language in LANGUAGES):
            return say(way.words, locale)
    return text
