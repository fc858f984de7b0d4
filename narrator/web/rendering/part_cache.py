"""A cache for parts of pages that stay the same from tap to tap: the costs card, the help on winning."""

from collections.abc import Callable, Hashable
from typing import Any

from cachetools import LRUCache
from flask import g
from markupsafe import Markup
from msgspec.structs import replace

from narrator.text.render import TableLocale
from narrator.web.rendering.template_helpers import page_locale, translator

MAX_PARTS = 1_000  # of a few kilobytes each

Macro = Callable[..., Markup]


class PartCache:
    """A template filter that renders a macro once for equal arguments, for all tables with the same words.

    `{{ costs_card|cached(costs) }}` renders the same as `{{ costs_card(costs) }}`. The macro must be imported without
    context: it may depend on its arguments and the page's words, and on nothing else. Neither may name a player or a
    game, so nothing of a game stays in the cache.
    """

    def __init__(self, max_parts: int = MAX_PARTS) -> None:
        self._parts: LRUCache[Hashable, Markup] = LRUCache(max_parts)
        self.misses = 0

    def __call__(self, macro: Macro, *args: Any) -> Markup:
        locale = replace(page_locale(), names=())
        key = (macro, locale, args)
        try:
            found = self._parts.get(key)
        except TypeError:  # an unhashable argument, such as a dict of cards
            return macro(*args)
        if found is None:
            self.misses += 1
            found = self._parts[key] = _render(macro, locale, args)
        return found


def _render(macro: Macro, locale: TableLocale, args: tuple[Any, ...]) -> Markup:
    before = g.get("locale"), g.get("t")
    g.locale, g.t = locale, translator(locale)
    try:
        return macro(*args)
    finally:
        g.locale, g.t = before
