"""A question at the table: the likeliest rulings for this moment, then the library, each with the table's own word."""

from typing import Any

from msgspec import Struct

from narrator.core.message import Refused
from narrator.core.reading.public_view import view_for
from narrator.core.table.state import GameState
from narrator.script.disputes import likely_topics, ruling_options
from narrator.script.library import Topic, everything
from narrator.session.table_session import Vote
from narrator.text.library import look_up
from narrator.text.render import TableLocale, say, say_question, say_refusal
from narrator.web.rendering.rulings import ruled
from narrator.web.rendering.table_context import TableContext

MOST_FOUND = 6


class Question(Struct, frozen=True):
    """One case with tonight's ruling, and the table's own where there is one."""

    id: str
    title: str
    lines: tuple[str, ...]
    ruled: str | None


class WayView(Struct, frozen=True):
    """A ruling that can be voted for, with who is for it."""

    id: str
    words: str
    seats: tuple[int, ...]
    is_mine: bool = False

    @property
    def can_be_decided(self) -> bool:
        """Some other way has to be put in words first."""
        return self.id != "otherwise"


class VoteView(Struct, frozen=True):
    """A question that the phones vote on."""

    number: int
    case: str
    title: str
    ways: tuple[WayView, ...]
    has_voted: bool = False


def dispute_page(table: TableContext, query: str, refused: Refused | None, vote: Vote | None) -> dict[str, Any]:
    state, locale = table.now, table.locale
    topics = {topic.id: topic for topic in everything(state)}
    found = [topics[entry.id] for entry in look_up(query, topics.values(), locale, MOST_FOUND)] if query else []
    likely = [topic for topic in likely_topics(view_for(table.head)) if topic not in found]
    return {
        "reasons": [say_refusal(reason, locale) for reason in refused.reasons] if refused else [],
        "seq": state.seq,
        "query": query,
        "likely": [question(topic, state, locale) for topic in likely],
        "found": [question(topic, state, locale) for topic in found],
        "vote": vote_view(vote, table),
        "how": state.rules.dispute,
        "theme": state.game.theme,
    }


def question(topic: Topic, state: GameState, locale: TableLocale) -> Question:
    own = ruled(state, topic.id, locale)
    lines = tuple(said for line in topic.lines if (said := say(line, locale)) != own)
    return Question(topic.id, say(topic.title, locale), lines, own)


def vote_view(vote: Vote | None, table: TableContext, seat: int | None = None) -> VoteView | None:
    """The open question as a device sees it, with its own answer where it has a seat."""
    if vote is None:
        return None
    mine = vote.ways.get(seat) if seat is not None else None
    found: dict[str, WayView] = {}
    for way in ruling_options(table.now, vote.case):
        words = say(way.words, table.locale)  # two values of a rule may come to the same ruling
        found.setdefault(words, WayView(way.id, words, tuple(vote.voters(way.id)), way.id == mine))
    ways = tuple(found.values())
    return VoteView(vote.number, vote.case, say_question(vote.case, table.locale), ways, mine is not None)
