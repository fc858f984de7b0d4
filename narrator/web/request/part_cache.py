"""A cache for parts of pages that stay the same from tap to tap: the menu, the costs card, a seat's row."""

from collections.abc import Callable, Hashable
from typing import Any

from cachetools import LRUCache
from flask import g
from markupsafe import Markup
from msgspec.structs import replace

from narrator.text.render import Voice

from .words import page_voice, speaker

MAX_PARTS = 4_000  # of a few kilobytes each

Macro = Callable[..., Markup]


class PartCache:
    """Template filters that render a macro once for equal arguments.

    `{{ menu|cached(game, device) }}` writes what `{{ menu(game, device) }}` writes. The macro must be imported without
    the page's context: it may depend on its arguments and the page's words, and on nothing else.
    """

    def __init__(self, max_parts: int = MAX_PARTS) -> None:
        self._parts: LRUCache[Hashable, Markup] = LRUCache(max_parts)
        self.misses = 0

    def cached(self, macro: Macro, *args: Any) -> Markup:
        """Render a part that may name the people at this table."""
        return self._part(macro, page_voice(), args)

    def cached_for_all(self, macro: Macro, *args: Any) -> Markup:
        """Render a part that names nobody: tables that speak alike share it."""
        return self._part(macro, replace(page_voice(), names=()), args)

    def _part(self, macro: Macro, voice: Voice, args: tuple[Any, ...]) -> Markup:
        key = (macro, voice, args)
        try:
            found = self._parts.get(key)
        except TypeError:  # an argument has no hash, such as a count of cards
            return macro(*args)
        if found is None:
            self.misses += 1
            found = self._parts[key] = _rendered(macro, voice, args)
        return found


def _rendered(macro: Macro, voice: Voice, args: tuple[Any, ...]) -> Markup:
    before = g.get("voice"), g.get("t")
    g.voice, g.t = voice, speaker(voice)
    try:
        return macro(*args)
    finally:
        g.voice, g.t = before
