"""A question at the table: the likeliest rulings for this moment, then the library, each with the table's own word."""

from typing import Any

from msgspec import Struct

from narrator.core.message import Refused
from narrator.core.reading.public_view import view_for
from narrator.core.table.state import GameState
from narrator.script.disputes import likely_topics, ruling_on
from narrator.script.library import Topic, everything
from narrator.text.library import look_up
from narrator.text.render import Voice, say, say_refusal
from narrator.web.request.table import Table

MOST_FOUND = 6


class Question(Struct, frozen=True):
    """One case with tonight's ruling, and the table's own where there is one."""

    id: str
    title: str
    lines: tuple[str, ...]
    ruled: str | None


def dispute_page(table: Table, query: str, refused: Refused | None) -> dict[str, Any]:
    state, voice = table.now, table.voice
    topics = {topic.id: topic for topic in everything(state)}
    found = look_up(query, topics.values(), voice, MOST_FOUND) if query else []
    return {
        "reasons": [say_refusal(reason, voice) for reason in refused.reasons] if refused else [],
        "seq": state.seq,
        "query": query,
        "likely": [question(topic, state, voice) for topic in likely_topics(view_for(table.head))],
        "found": [question(topics[entry.id], state, voice) for entry in found],
        "how": state.rules.dispute,
        "theme": state.game.theme,
    }


def question(topic: Topic, state: GameState, voice: Voice) -> Question:
    lines = tuple(say(line, voice) for line in topic.lines)
    return Question(topic.id, say(topic.title, voice), lines, ruling_on(state, topic.id))
