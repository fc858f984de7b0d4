"""The library: every helper card and what-if in words, under the rules of a table or of the box."""

from functools import cache

from msgspec import Struct

from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, start
from narrator.core.table.state import GameState
from narrator.script.helper_cards import helper_cards
from narrator.script.library import everything
from narrator.text.library import look_up
from narrator.text.render import Voice, say

SHELVES = ("card", "prompt", "what_if")
MOST_FOUND = 12


class Found(Struct, frozen=True):
    """Something on the shelf."""

    id: str
    shelf: str
    title: str
    lines: tuple[str, ...]
    drawing: str | None


@cache
def box_table() -> GameState:
    """A table of nobody in particular, by the book."""
    return start(Setup([Player(colour, colour) for colour in COLOURS[:4]], tracking="script"))


def shelf(state: GameState, query: str, voice: Voice) -> list[Found]:
    """What answers a question best; without one, everything."""
    topics = {topic.id: topic for topic in everything(state)}
    ids = [entry.id for entry in look_up(query, topics.values(), voice, MOST_FOUND)] if query else list(topics)
    cards = helper_cards(state)
    return [
        Found(
            id=id,
            shelf=id.partition(".")[0],
            title=say(topics[id].title, voice),
            lines=tuple(say(line, voice) for line in topics[id].lines),
            drawing=cards[id.partition(".")[2]].drawing if id.startswith("card.") else None,
        )
        for id in ids
    ]
