"""Parts of a page that are ready before it: written once, with lines that break between words, and put in when the page
is whole. What a phone shows below the moment stays the same from tap to tap, and is most of what there is to write."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import g
from markupsafe import Markup

from .kept_words import plain_voice
from .line_breaks import names_here, with_line_breaks
from .words import page_voice, speaker

ROOM = 20_000
"""Parts that are kept, of a few kilobytes each: those of a thousand tables' phones."""
SLOT = re.compile("\0([0-9]+)\0")
"""Where a part belongs; nobody can type this into a page."""

Macro = Callable[..., Markup]
Words = Callable[..., str]


class ReadyParts:
    """The filters of one application: `menu|ready(game, device)` stands for what `menu(game, device)` writes. The macro
    must be imported without the page's context: all that it shows is given to it, but for the words. So a part is the
    same for all who are given the same, and for nobody else."""

    def __init__(self, room: int = ROOM) -> None:
        self._written = lru_cache(maxsize=room)(_written)

    @property
    def made(self) -> int:
        """How often a part had to be written so far."""
        return self._written.cache_info().misses

    def of_table(self, macro: Macro, *given: Any) -> Markup:
        """A part that may name who sits at this table."""
        return self._part(macro, g.t, names_here(), given)

    def of_all(self, macro: Macro, *given: Any) -> Markup:
        """A part that names nobody: one for all tables that speak alike."""
        return self._part(macro, speaker(plain_voice(page_voice())), (), given)

    def _part(self, macro: Macro, words: Words, names: tuple[str, ...], given: tuple[Any, ...]) -> Markup:
        return put_in(self._written(macro, words, names, given))


def put_in(part: str) -> Markup:
    """A part that is written already and in which no line breaks, such as a picture, to be put in in the end."""
    parts: list[str] = g.setdefault("parts", [])
    parts.append(part)
    return Markup(f"\0{len(parts) - 1}\0")


def _written(macro: Macro, words: Words, names: tuple[str, ...], given: tuple[Any, ...]) -> str:
    before, g.t = g.t, words
    try:
        return filled(with_line_breaks(macro(*given), names))
    finally:
        g.t = before


def filled(page: str) -> str:
    """The page with its parts in their places."""
    if "\0" not in page:
        return page
    parts: list[str] = g.get("parts", [])
    return SLOT.sub(lambda slot: parts[int(slot[1])] if int(slot[1]) < len(parts) else "", page)
