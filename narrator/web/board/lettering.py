"""Wrapped text and arrows for small drawings. SVG can't wrap text, so its width is estimated here from typical widths
of letters, a little generously, since fonts differ between devices."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import atan2, cos, sin
from unicodedata import category

from msgspec import Struct

NARROW, WIDE = frozenset("iljtfrI.,:;!|'’()-"), frozenset("mwMWшщжфюмыШЩЖФЮМЫДШ@")
BREAK = "|"  # a possible line break in languages without spaces; never shown
NUMBER_AND_SPACE = re.compile(r"(\d) ")
ARROW_HEAD = 9.0


class TextLayout(Struct, frozen=True):
    size: float
    lines: tuple[str, ...]
    leading: float  # distance between lines


def fit_text(text: str, width: float, size: float, max_lines: int, language: str) -> TextLayout:
    """Fit text into a width on as few lines as possible, or smaller; in Thai, a number stays with what it counts."""
    lines: tuple[str, ...] = ()
    text = NUMBER_AND_SPACE.sub("\\1\u00a0", text) if language == "th" else text
    for count in range(1, max_lines + 1):
        lines = min(_line_breaks(text, count), key=_max_width)
        if _max_width(lines) * size <= width:
            break
    size = min(size, width / max(_max_width(lines), 0.1))
    return TextLayout(round(size, 1), lines, round(size * (1.5 if language == "th" else 1.2), 1))


def _line_breaks(text: str, count: int) -> Iterator[tuple[str, ...]]:
    places = [place for place, letter in enumerate(text) if letter in (" ", BREAK)]
    for chosen in combinations(places, min(count - 1, len(places))):
        ends = (-1, *chosen, len(text))
        yield tuple(text[a + 1 : b].replace(BREAK, "") for a, b in pairwise(ends))


def _max_width(lines: tuple[str, ...]) -> float:
    return max(map(text_width, lines))


def text_width(text: str) -> float:
    """Estimate the width in multiples of the font size.

    >>> text_width("il") < text_width("no") < text_width("mw"), text_width("ที่") < text_width("ทอ")
    (True, True)
    """
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if category(letter) == "Mn":
        return 0
    if letter in " \u00a0":
        return 0.28
    return 0.38 if letter in NARROW else 0.93 if letter in WIDE else 0.7 if letter.isupper() else 0.62


def arrow_path(x1: float, y1: float, x2: float, y2: float, bend: float = 0) -> str:
    dx, dy = x2 - x1, y2 - y1
    length = (dx * dx + dy * dy) ** 0.5
    over = (x1 + x2) / 2 + dy / length * bend, (y1 + y2) / 2 - dx / length * bend
    way = atan2(y2 - over[1], x2 - over[0])
    ends = [(x2 - ARROW_HEAD * cos(way + turn), y2 - ARROW_HEAD * sin(way + turn)) for turn in (0.7, -0.7)]
    (ax, ay), (bx, by) = ends
    line = f"M{x1:g} {y1:g}Q{over[0]:.1f} {over[1]:.1f} {x2:g} {y2:g}"
    return f"{line}M{ax:.1f} {ay:.1f}L{x2:g} {y2:g}L{bx:.1f} {by:.1f}"
