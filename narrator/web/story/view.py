"""The story of a game as sentences, and its picture: podium, points by round, and a few quotes. SVG does not break
lines, so text is laid out here, with widths estimated for the widest common fonts."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from narrator.core.reading.result import standings
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.core.table.state import GameState
from narrator.script.story.model import Sentence, Story
from narrator.script.story.story import story_of
from narrator.text.render import TableLocale
from narrator.text.word_breaks import BREAK, mark_breaks, strip_marks
from narrator.web.rendering.table_context import TableContext

MAX_QUOTES = 3  # sentences of the story on its picture
UNQUOTED = (  # what the picture shows anyway, or nobody would quote
    *("players", "after", "after_close", "after_far", "after_long", "next", "win", "win_near", "win_far"),
    *("half", "half_even", "half_while", "half_even_while", "contender", "within_reach"),
)
WIDTH, HEIGHT, MARGIN = 1080, 1350, 70
INSIDE = WIDTH - 2 * MARGIN
COLOURS = {  # of the pieces on the board, each with a legible text color
    **{"red": ("#a81e22", "#fff"), "blue": ("#1b4f9f", "#fff"), "white": ("#fbf7ee", "#1b1712")},
    **{"orange": ("#f28c1e", "#1f1306"), "green": ("#1c6434", "#fff"), "brown": ("#6b4226", "#fff")},
}
HEADLINE, QUOTE, LABEL = 64, 34, 24  # font sizes
MAX_HEADLINE_LINES = 3
LINE_HEIGHT = 1.3
LABELS_WIDTH = 150  # of the names at the right of the chart
PODIUM_HEIGHT, CHART_HEIGHT = 230, 300
BREAKS = re.compile(rf"(?<= )|{BREAK}")


class TextLine(Struct, frozen=True):
    words: str
    y: float


class PodiumColumn(Struct, frozen=True):
    name: str
    points: int
    place: int
    x: float
    y: float
    width: float
    height: float
    fill: str
    ink: str


class Curve(Struct, frozen=True):
    points: str
    end: tuple[float, float]
    fill: str
    name: str
    label: float  # y of its name


class GridLine(Struct, frozen=True):
    points: int
    y: float


class Picture(Struct, frozen=True):
    headline: tuple[TextLine, ...]
    headline_size: int
    columns: tuple[PodiumColumn, ...]
    curves: tuple[Curve, ...]
    grid: tuple[GridLine, ...]
    chart: float  # y of its top
    chart_end: float
    quotes: tuple[TextLine, ...]
    width: int = WIDTH
    height: int = HEIGHT


def picture_of(stats: GameStats, state: GameState, locale: TableLocale, headline: str, quotes: list[str]) -> Picture:
    head, size = _headline(headline, locale.names)
    podium = 180 + len(head) * size * LINE_HEIGHT + PODIUM_HEIGHT
    chart = podium + 100
    return Picture(
        headline=tuple(TextLine(words, 84 + (place + 1) * size * LINE_HEIGHT) for place, words in enumerate(head)),
        headline_size=size,
        columns=_columns(state, podium),
        curves=_curves(stats, state, chart),
        grid=tuple(GridLine(points, _height(points, stats, chart)) for points in range(0, _highest(stats) + 1, 2)),
        chart=chart,
        chart_end=chart + CHART_HEIGHT,
        quotes=tuple(_quotes(quotes, chart + CHART_HEIGHT + 80, locale.names)),
    )


def _quotes(quotes: Sequence[str], y: float, names: tuple[str, ...]) -> Iterator[TextLine]:
    for quote in quotes:
        found = wrap_lines(quote, QUOTE, INSIDE, names)
        if y + (len(found) - 1) * QUOTE * 1.4 > HEIGHT - 90:
            return
        yield from (TextLine(words, y + place * QUOTE * 1.4) for place, words in enumerate(found))
        y += (len(found) * 1.4 + 0.5) * QUOTE


def _headline(headline: str, names: tuple[str, ...]) -> tuple[list[str], int]:
    for size in range(HEADLINE, 30, -4):
        found = wrap_lines(headline, size, INSIDE, names)
        if len(found) <= MAX_HEADLINE_LINES:
            return found, size
    return found[:MAX_HEADLINE_LINES], size


def _columns(state: GameState, foot: float) -> tuple[PodiumColumn, ...]:
    placed = standings(state)
    width = min(200.0, INSIDE / len(placed))
    left = MARGIN + (INSIDE - width * len(placed)) / 2
    most = max([one.points for one in placed] + [1])
    found = []
    for number, one in enumerate(placed):
        seat = state.seats[one.seat]
        height = max(56.0, PODIUM_HEIGHT * one.points / most)
        fill, ink = COLOURS[seat.colour]
        name = shorten(seat.name, 28, width - 16)
        x = left + number * width
        found.append(PodiumColumn(name, one.points, one.place, x, foot - height, width - 12, height, fill, ink))
    return tuple(found)


def _curves(stats: GameStats, state: GameState, top: float) -> tuple[Curve, ...]:
    rounds = stats.rounds
    step = (INSIDE - LABELS_WIDTH) / max(1, len(rounds) - 1)
    ends = [_height(count, stats, top) for count in rounds[-1].points]
    labels = spread_labels_up(ends)
    found = []
    for number, seat in enumerate(state.seats):
        spots = [(MARGIN + n * step, _height(one.points[number], stats, top)) for n, one in enumerate(rounds)]
        words = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        name = shorten(seat.name, LABEL, LABELS_WIDTH - 24)
        found.append(Curve(words, spots[-1], COLOURS[seat.colour][0], name, labels[number]))
    return tuple(found)


def spread_labels_up(heights: Sequence[float], gap: float = LABEL * 1.2) -> list[float]:
    """Move labels up so that they do not overlap.

    >>> spread_labels_up([100, 100, 50], 20)
    [100, 80, 50]
    """
    found = list(heights)
    order = sorted(range(len(found)), key=lambda place: -found[place])
    for below, above in pairwise(order):
        found[above] = min(found[above], found[below] - gap)
    return found


def _highest(stats: GameStats) -> int:
    return max([stats.target, *(count for one in stats.rounds for count in one.points)])


def _height(points: int, stats: GameStats, top: float) -> float:
    return top + CHART_HEIGHT * (1 - points / _highest(stats))


def wrap_lines(text: str, size: float, room: float, names: tuple[str, ...] = ()) -> list[str]:
    found = [""]
    for word in BREAKS.split(mark_breaks(text, names)):
        if found[-1] and text_width(found[-1] + word.rstrip(), size) > room:
            found.append("")
        found[-1] += word
    return [strip_marks(line).strip() for line in found]


def shorten(name: str, size: float, room: float) -> str:
    """
    >>> shorten("Ana", 28, 100), shorten("Maximiliana Estefanía", 28, 150)
    ('Ana', 'Maximili…')
    """
    if text_width(name, size) <= room:
        return name
    while name and text_width(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in the widest common font."""
    return sum(map(_width, text)) * size


def _width(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Cf"):  # combining marks
        return 0
    if letter in " .,:;!'’|iljІ":
        return 0.32
    if letter in "mwMWЖШЩЮФжшщюф@…":
        return 0.95
    return 0.7 if letter.isupper() else 0.61


# The story


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
    headline = table.say_message(story.headline.message)
    quotes = [table.say_message(sentence.message) for sentence in _best_sentences(story)]
    return StoryView(
        headline,
        tuple(tuple(table.say_message(sentence.message) for sentence in paragraph) for paragraph in story.paragraphs),
        picture_of(stats, table.state, table.locale, headline, quotes),
    )


def _best_sentences(story: Story) -> list[Sentence]:
    """Return the strongest sentences, one of each kind, in the order of the story."""
    quotable = [one for one in story.sentences if one.kind not in UNQUOTED]
    of_kind = {one.kind: one for one in sorted(quotable, key=lambda one: one.strength)}
    best = sorted(of_kind.values(), key=lambda one: -one.strength)[:MAX_QUOTES]
    return [one for one in quotable if one in best]
