"""The rules library in the reader's language, and its search."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from narrator.script.library import Topic
from narrator.text.render import TableLocale, say
from narrator.text.search import SearchEntry, search

# Theme, words and edition that a reader may know besides those of this table.
VOCABULARIES = (("classic", "box", "6e"), ("classic", "box", "5e"), ("classic", "table", "6e"))


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
