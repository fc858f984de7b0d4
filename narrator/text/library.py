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


def entries(topics: Iterable[Topic], voice: TableLocale) -> list[Findable]:
    """The whole library in the reader's language, in its order; people may also ask in the words of other boxes."""
    others = [
        other
        for theme, words, edition in TONGUES
        if (other := replace(voice, theme=theme, words=words, edition=edition)) != voice
    ]
    return [_entry(topic, voice, others) for topic in topics]


def _entry(topic: Topic, voice: TableLocale, others: Sequence[TableLocale]) -> Findable:
    title, text = say(topic.title, voice), _text(topic, voice)
    titles = {say(topic.title, other) for other in others} - {title}
    texts = {_text(topic, other) for other in others} - {text}
    question = say(topic.question, voice) if topic.question != topic.title else ""
    others_said = ", ".join(sorted(titles)), " ".join(sorted(texts))
    return Findable(topic.id, title, text, say(topic.tags, voice), question, *others_said)


def _text(topic: Topic, voice: TableLocale) -> str:
    return " ".join(say(line, voice) for line in topic.lines)


def look_up(query: str, topics: Iterable[Topic], voice: TableLocale, most: int = 10) -> list[Findable]:
    """What answers a question, the best first."""
    shelf = entries(topics, voice)
    by_id = {entry.id: entry for entry in shelf}
    return [by_id[id] for id in search(query, shelf, voice.language, voice.names)[:most]]
