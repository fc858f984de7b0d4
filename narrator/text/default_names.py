"""The default names of players."""

from functools import cache

from narrator.core.message import msg
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say

MAX_PLAYERS = 6


def default_names(language: str) -> list[str]:
    return [say(msg("player.name", n=number), TableLocale(language)) for number in range(1, MAX_PLAYERS + 1)]


@cache
def all_default_names() -> frozenset[str]:
    """Return the default names in all languages. Computed lazily, since reading all catalogs takes a while."""
    return frozenset(name for language in LANGUAGES for name in default_names(language))
