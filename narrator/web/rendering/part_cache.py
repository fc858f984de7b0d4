"""A cache for parts of pages that stay the same from tap to tap: the costs card, the help on winning."""

from collections.abc import Callable, Hashable
from typing import Any

from cachetools import LRUCache
from flask import g
from markupsafe import Markup
from msgspec.structs import replace

from narrator.text.render import TableLocale
from narrator.web.rendering.words import page_locale, speaker

MAX_PARTS = 1_000  # of a few kilobytes each

Macro = Callable[..., Markup]


class PartCache:
    """A template filter that renders a macro once for equal arguments, for all tables that speak alike.

    `{{ costs_card|cached(costs) }}` writes what `{{ costs_card(costs) }}` writes. The macro must be imported without
    the page's context: it may depend on its arguments and the page's words, and on nothing else. It can name nobody,
    and its arguments name no game, so that nothing of a game is kept here.
    """

    def __init__(self, max_parts: int = MAX_PARTS) -> None:
        self._parts: LRUCache[Hashable, Markup] = LRUCache(max_parts)
        self.misses = 0

    def __call__(self, macro: Macro, *args: Any) -> Markup:
        locale = replace(page_locale(), names=())
        key = (macro, locale, args)
        try:
            found = self._parts.get(key)
        except TypeError:  # an argument has no hash, such as a count of cards
            return macro(*args)
        if found is None:
            self.misses += 1
            found = self._parts[key] = _rendered(macro, locale, args)
        return found


def _rendered(macro: Macro, locale: TableLocale, args: tuple[Any, ...]) -> Markup:
    before = g.get("locale"), g.get("t")
    g.locale, g.t = locale, speaker(locale)
    try:
        return macro(*args)
    finally:
        g.locale, g.t = before
