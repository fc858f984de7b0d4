"""The "what if…?" library in words: what the reader sees, and what is found when they ask."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.text.render import TableLocale, say
from narrator.text.search import Findable, search

# Themes, words and editions of which a reader may know one that is not tonight's.
TONGUES = (("classic", "box", "6e"), ("classic", "box", "5e"), ("classic", "table", "6e"))


class Topic(Protocol):
    """Anything that can be looked up, before it has words; narrator/script/library.py lists them all."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> Msg: ...
    @property
    def lines(self) -> tuple[Msg, ...]: ...
    @property
    def tags(self) -> Msg: ...
    @property
    def question(self) -> Msg: ...


def entries(topics: Iterable[Topic], locale: TableLocale) -> list[Findable]:
    """The whole library in the reader's language, in its order; people may also ask in the words of other boxes."""
    others = [
        other
        for theme, words, edition in TONGUES
        if (other := replace(locale, theme=theme, words=words, edition=edition)) != locale
    ]
    return [_entry(topic, locale, others) for topic in topics]


def _entry(topic: Topic, locale: TableLocale, others: Sequence[TableLocale]) -> Findable:
    title, text = say(topic.title, locale), _text(topic, locale)
    titles = {say(topic.title, other) for other in others} - {title}
    texts = {_text(topic, other) for other in others} - {text}
    question = say(topic.question, locale) if topic.question != topic.title else ""
    others_said = ", ".join(sorted(titles)), " ".join(sorted(texts))
    return Findable(topic.id, title, text, say(topic.tags, locale), question, *others_said)


def _text(topic: Topic, locale: TableLocale) -> str:
    return " ".join(say(line, locale) for line in topic.lines)


def look_up(query: str, topics: Iterable[Topic], locale: TableLocale, most: int = 10) -> list[Findable]:
    """What answers a question, the best first."""
    shelf = entries(topics, locale)
    by_id = {entry.id: entry for entry in shelf}
    return [by_id[id] for id in search(query, shelf, locale.language, locale.names)[:most]]
