"""The story of a night in a reader's words, and what its picture shows."""

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.stats.game_stats import game_stats
from narrator.script.story.model import Sentence, Story
from narrator.script.story.story import story_of
from narrator.web.rendering.table_context import TableContext
from narrator.web.story.picture import Picture, picture_of

QUOTED = 3
"""Sentences of the story on its picture."""
PLAIN = (
    *("players", "after", "after_close", "after_far", "after_long", "next", "win", "win_near", "win_far"),
    *("half", "half_even", "half_while", "half_even_while", "contender", "within_reach"),
)
"""What the picture shows anyway, or nobody would quote."""


class Told(Struct, frozen=True):
    """A story for a page; without a headline there is none to tell yet."""

    headline: str = ""
    paragraphs: tuple[tuple[str, ...], ...] = ()
    picture: Picture | None = None
    is_counted: bool = True


def story_view(table: TableContext) -> Told:
    stats = game_stats(table.head)
    story = story_of(table.head, stats)
    if story is None:
        return Told(is_counted=stats.tracking != "script")
    headline = _say(table, story.headline.message)
    return Told(
        headline,
        tuple(tuple(_say(table, sentence.message) for sentence in paragraph) for paragraph in story.paragraphs),
        picture_of(stats, table.now, table.locale, headline, [_say(table, one.message) for one in quoted(story)]),
    )


def quoted(story: Story) -> list[Sentence]:
    """The strongest sentences, one of a kind, in the order of the story."""
    told = [one for one in story.sentences if one.kind not in PLAIN]
    of_kind = {one.kind: one for one in sorted(told, key=lambda one: one.strength)}
    best = sorted(of_kind.values(), key=lambda one: -one.strength)[:QUOTED]
    return [one for one in told if one in best]


def _say(table: TableContext, message: Msg) -> str:
    return table.tell(message)
