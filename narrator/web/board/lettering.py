"""Wrapped text and arrows for small drawings.

SVG can't wrap text, so its width is estimated here from typical widths of letters, a little generously, since fonts
differ between devices.
"""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import atan2, cos, sin
from unicodedata import category

from msgspec import Struct

NARROW, WIDE = frozenset("iljtfrI.,:;!|'’()-"), frozenset("mwMWшщжфюмыШЩЖФЮМЫДШ@")
BREAK = "|"  # a possible line break in languages without spaces; never shown
COUNTED = re.compile(r"(\d) ")
HEAD = 9.0  # length of an arrow's head


class TextLayout(Struct, frozen=True):
    size: float
    lines: tuple[str, ...]
    leading: float  # distance between lines


def fit_text(text: str, room: float, size: float, rows: int, language: str) -> TextLayout:
    """Fit text into a width on as few lines as possible, or smaller if `rows` lines are too wide.

    In Thai, a number stays with what it counts.
    """
    found: tuple[str, ...] = ()
    text = COUNTED.sub("\\1\u00a0", text) if language == "th" else text
    for count in range(1, rows + 1):
        found = min(_broken(text, count), key=_widest)
        if _widest(found) * size <= room:
            break
    size = min(size, room / max(_widest(found), 0.1))
    return TextLayout(round(size, 1), found, round(size * (1.5 if language == "th" else 1.2), 1))


def _broken(text: str, count: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to break a text into a number of lines."""
    places = [place for place, sign in enumerate(text) if sign in (" ", BREAK)]
    for chosen in combinations(places, min(count - 1, len(places))):
        ends = (-1, *chosen, len(text))
        yield tuple(text[a + 1 : b].replace(BREAK, "") for a, b in pairwise(ends))


def _widest(lines: tuple[str, ...]) -> float:
    return max(map(text_width, lines))


def text_width(text: str) -> float:
    """Estimate the width in multiples of the font size.

    >>> width("il") < width("no") < width("mw"), width("ที่") < width("ทอ")
    (True, True)
    """
    return sum(_width(sign) for sign in text)


def _width(sign: str) -> float:
    if category(sign) == "Mn":
        return 0
    if sign in " \u00a0":
        return 0.28
    return 0.38 if sign in NARROW else 0.93 if sign in WIDE else 0.7 if sign.isupper() else 0.62


def arrow_path(x1: float, y1: float, x2: float, y2: float, bend: float = 0) -> str:
    """Return an SVG path with an arrow head, bent to its left."""
    dx, dy = x2 - x1, y2 - y1
    length = (dx * dx + dy * dy) ** 0.5
    over = (x1 + x2) / 2 + dy / length * bend, (y1 + y2) / 2 - dx / length * bend
    way = atan2(y2 - over[1], x2 - over[0])
    ends = [(x2 - HEAD * cos(way + turn), y2 - HEAD * sin(way + turn)) for turn in (0.7, -0.7)]
    (ax, ay), (bx, by) = ends
    line = f"M{x1:g} {y1:g}Q{over[0]:.1f} {over[1]:.1f} {x2:g} {y2:g}"
    return f"{line}M{ax:.1f} {ay:.1f}L{x2:g} {y2:g}L{bx:.1f} {by:.1f}"
