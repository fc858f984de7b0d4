"""Parts of a page that look the same from tap to tap, kept as they were written: the dice, a seat's numbers."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import g
from markupsafe import Markup

ROOM = 2_000
"""Parts that are kept, of a few kilobytes each: a stage has about ten."""

Macro = Callable[..., Markup]


def keeper() -> Callable[..., Markup]:
    """The filter of one application: `taps|kept(buttons, colours, base)` is what `taps(buttons, colours, base)` writes.
    The macro must be imported without the page's context, so that all it shows is given to it, but for the words."""

    @lru_cache(maxsize=ROOM)
    def written(macro: Macro, words: Callable[..., str], given: tuple[Any, ...]) -> Markup:
        return macro(*given)

    def kept(macro: Macro, *given: Any) -> Markup:
        try:
            return written(macro, g.t, given)
        except TypeError:  # no key, since there are counts of cards in it
            return macro(*given)

    return kept
