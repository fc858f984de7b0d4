"""Rulings for a dispute: the likeliest ones for this moment, search results, and an open vote."""

from typing import Any

from msgspec import Struct

from narrator.core.message import Refused
from narrator.core.reading.public_view import public_view
from narrator.core.table.state import GameState
from narrator.script.disputes import likely_topics, ruling_options
from narrator.script.library import Topic, all_topics
from narrator.session.table_session import Vote
from narrator.text.render import TableLocale, say, say_question
from narrator.web.components.refusal import refusal_texts
from narrator.web.rendering.rulings import search_library, table_ruling
from narrator.web.rendering.table_context import TableContext

MAX_FOUND = 6


class RulingView(Struct, frozen=True):
    id: str
    title: str
    lines: tuple[str, ...]
    table_ruling: str | None


class OptionView(Struct, frozen=True):
    id: str
    words: str
    seats: tuple[int, ...]
    is_mine: bool = False

    @property
    def can_be_decided(self) -> bool:
        """Whether the host can decide for it; "otherwise" has no text yet."""
        return self.id != "otherwise"


class VoteView(Struct, frozen=True):
    number: int
    case: str
    title: str
    options: tuple[OptionView, ...]
    has_voted: bool = False


def dispute_variables(table: TableContext, query: str, refused: Refused | None, vote: Vote | None) -> dict[str, Any]:
    state, locale = table.state, table.locale
    topics = {topic.id: topic for topic in all_topics(state)}
    found = [topics[entry.id] for entry in search_library(query, topics.values(), locale, MAX_FOUND)] if query else []
    likely = [topic for topic in likely_topics(public_view(table.head)) if topic not in found]
    return {
        "reasons": refusal_texts(refused, locale),
        "last_entry": state.last_entry,
        "query": query,
        "likely": [_question(topic, state, locale) for topic in likely],
        "found": [_question(topic, state, locale) for topic in found],
        "vote": vote_view(vote, table),
        "how": state.rules.dispute,
        "theme": state.game.theme,
    }


def _question(topic: Topic, state: GameState, locale: TableLocale) -> RulingView:
    own = table_ruling(state, topic.id, locale)
    lines = tuple(said for line in topic.lines if (said := say(line, locale)) != own)
    return RulingView(topic.id, say(topic.title, locale), lines, own)


def vote_view(vote: Vote | None, table: TableContext, seat: int | None = None) -> VoteView | None:
    if vote is None:
        return None
    mine = vote.rulings.get(seat) if seat is not None else None
    found: dict[str, OptionView] = {}
    for option in ruling_options(table.state, vote.case):
        words = say(option.words, table.locale)  # two values of a rule may come to the same ruling
        found.setdefault(words, OptionView(option.id, words, tuple(vote.voters(option.id)), option.id == mine))
    return VoteView(
        vote.number, vote.case, say_question(vote.case, table.locale), tuple(found.values()), mine is not None
    )
