"""What a seat is called that has no name of its own, in each language: nobody's name."""

from functools import cache

from narrator.core.message import msg
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say

MOST_PLAYERS = 6


def default_names(language: str) -> list[str]:
    """From the first seat on."""
    return [say(msg("player.name", n=number), TableLocale(language)) for number in range(1, MOST_PLAYERS + 1)]


@cache
def all_default_names() -> frozenset[str]:
    """Looked up when they are needed: the catalogs of all languages take a while to read."""
    return frozenset(name for language in LANGUAGES for name in default_names(language))
