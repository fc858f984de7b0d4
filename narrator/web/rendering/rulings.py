"""The table's own rulings, translated if they are among the suggested ones, and a search in the rules library."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from narrator.app.access.typed_input import clean_text
from narrator.core.table.state import GameState
from narrator.script.disputes import ruling_on, ruling_options
from narrator.script.library import Topic
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.text.search import SearchEntry, search

# Theme, words and edition that a reader may know besides those of this table.
VOCABULARIES = (("classic", "box", "6e"), ("classic", "box", "5e"), ("classic", "table", "6e"))


def table_ruling(state: GameState, case: str, locale: TableLocale) -> str | None:
    text = ruling_on(state, case)
    return None if text is None else translate_ruling(state, case, text, locale)


def translate_ruling(state: GameState, case: str, text: str, locale: TableLocale) -> str:
    """Translate a ruling from the host's language if its text is one of ours in any language."""
    for way in ruling_options(state, case):
        if any(clean_text(say(way.words, replace(locale, language=language))) == text for language in LANGUAGES):
            return say(way.words, locale)
    return text


def search_entries(topics: Iterable[Topic], locale: TableLocale) -> list[SearchEntry]:
    """Return the library in the reader's language; it can also be searched with the words of other editions."""
    others = [
        other
        for theme, words, edition in VOCABULARIES
        if (other := replace(locale, theme=theme, word_set=words, edition=edition)) != locale
    ]
    return [_entry(topic, locale, others) for topic in topics]


def _entry(topic: Topic, locale: TableLocale, others: Sequence[TableLocale]) -> SearchEntry:
    title, text = say(topic.title, locale), _text(topic, locale)
    titles = {say(topic.title, other) for other in others} - {title}
    texts = {_text(topic, other) for other in others} - {text}
    question = say(topic.question, locale) if topic.question != topic.title else ""
    others_said = ", ".join(sorted(titles)), " ".join(sorted(texts))
    return SearchEntry(topic.id, title, text, say(topic.tags, locale), question, *others_said)


def _text(topic: Topic, locale: TableLocale) -> str:
    return " ".join(say(line, locale) for line in topic.lines)


def search_library(query: str, topics: Iterable[Topic], locale: TableLocale, most: int = 10) -> list[SearchEntry]:
    shelf = search_entries(topics, locale)
    by_id = {entry.id: entry for entry in shelf}
    return [by_id[id] for id in search(query, shelf, locale.language, locale.names)[:most]]
