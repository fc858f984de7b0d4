"""The rules library: an index of questions, and articles with the answers."""

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, initial_state
from narrator.core.table.state import GameState
from narrator.script.helper_cards import helper_cards
from narrator.script.library import Shelf, Topic, all_topics, shelves
from narrator.text.render import TableLocale, say
from narrator.web.rendering.rulings import search_library

MAX_FOUND = 8


class Article(Struct, frozen=True):
    id: str
    title: str
    lines: tuple[str, ...]
    drawing: str | None


class QuestionLink(Struct, frozen=True):
    article: str
    words: str


class QuestionGroup(Struct, frozen=True):
    name: str
    asked: tuple[QuestionLink, ...]
    more: tuple[QuestionLink, ...]


@cache
def box_table() -> GameState:
    """A table with the rules of the box."""
    return initial_state(Setup([Player(colour, colour) for colour in COLOURS[:4]], tracking="script"))


def library_index(state: GameState, locale: TableLocale) -> list[QuestionGroup]:
    return [_group(shelf, locale) for shelf in shelves(all_topics(state))]


def search_articles(state: GameState, query: str, locale: TableLocale) -> list[Article]:
    topics = {topic.id: topic for topic in all_topics(state)}
    found = search_library(query, topics.values(), locale, MAX_FOUND)
    return [_article(state, topics[entry.id], locale) for entry in found]


def find_article(state: GameState, id: str, locale: TableLocale) -> tuple[Article, QuestionGroup] | None:
    for shelf in shelves(all_topics(state)):
        for topic in (*shelf.cards, *shelf.more):
            if topic.id == id:
                return _article(state, topic, locale), _group(shelf, locale, without=id)
    return None


def all_articles(state: GameState, locale: TableLocale) -> list[tuple[str, list[Article]]]:
    return [
        (shelf.name, [_article(state, topic, locale) for topic in (*shelf.cards, *shelf.more)])
        for shelf in shelves(all_topics(state))
    ]


def _article(state: GameState, topic: Topic, locale: TableLocale) -> Article:
    kind, _, name = topic.id.partition(".")
    drawing = helper_cards(state)[name].drawing if kind == "card" else None
    return Article(topic.id, say(topic.title, locale), tuple(say(line, locale) for line in topic.lines), drawing)


def _group(shelf: Shelf, locale: TableLocale, without: str = "") -> QuestionGroup:
    def questions(topics: Iterable[Topic]) -> tuple[QuestionLink, ...]:
        return tuple(QuestionLink(topic.id, say(topic.question, locale)) for topic in topics if topic.id != without)

    return QuestionGroup(shelf.name, questions(shelf.cards), questions(shelf.more))
