"""The story of a game as sentences, and its picture."""

from msgspec import Struct

from narrator.core.reading.stats.game_stats import game_stats
from narrator.script.story.model import Sentence, Story
from narrator.script.story.story import story_of
from narrator.web.rendering.table_context import TableContext
from narrator.web.story.picture import Picture, picture_of

MAX_QUOTES = 3  # sentences of the story on its picture
UNQUOTED = (  # what the picture shows anyway, or nobody would quote
    *("players", "after", "after_close", "after_far", "after_long", "next", "win", "win_near", "win_far"),
    *("half", "half_even", "half_while", "half_even_while", "contender", "within_reach"),
)


class StoryView(Struct, frozen=True):
    """A story; without a headline there is nothing to tell yet."""

    headline: str = ""
    paragraphs: tuple[tuple[str, ...], ...] = ()
    picture: Picture | None = None
    is_counted: bool = True


def story_view(table: TableContext) -> StoryView:
    stats = game_stats(table.head)
    story = story_of(table.head, stats)
    if story is None:
        return StoryView(is_counted=stats.tracking != "script")
    headline = table.tell(story.headline.message)
    return StoryView(
        headline,
        tuple(tuple(table.tell(sentence.message) for sentence in paragraph) for paragraph in story.paragraphs),
        picture_of(stats, table.now, table.locale, headline, [table.tell(one.message) for one in _quotes(story)]),
    )


def _quotes(story: Story) -> list[Sentence]:
    """Return the strongest sentences, one of each kind, in the order of the story."""
    quotable = [one for one in story.sentences if one.kind not in UNQUOTED]
    of_kind = {one.kind: one for one in sorted(quotable, key=lambda one: one.strength)}
    best = sorted(of_kind.values(), key=lambda one: -one.strength)[:MAX_QUOTES]
    return [one for one in quotable if one in best]
