"""The locale of a table: its language, names and words."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from narrator.core.message import msg
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say

LONG_NAME = 18  # letters; longer names are shortened
LONG_PART = re.compile(r"[^\s\u0e00-\u0e7f-]{16,}")
SYLLABLES = re.compile(r".{1,8}")
SOFT_HYPHEN = "\u00ad"


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Themed(Protocol):
    @property
    def theme(self) -> str: ...
    @property
    def cards(self) -> str: ...


class Worded(Protocol):
    @property
    def words(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def th_particle(self) -> str: ...


class Table(Protocol):
    """The part of narrator.core.table.state.GameState that matters here."""

    @property
    def seats(self) -> Sequence[Named]: ...
    @property
    def game(self) -> Themed: ...
    @property
    def rules(self) -> Worded: ...


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Shorten long names to their first part, if that is unambiguous.

    >>> short_names(("Ana", "Wilhelmina-Charlotte von Hohenlohe"))
    ('Ana', 'Wilhelmina-Charlotte')
    """
    first = [name.split()[0] if name.split() else name for name in names]
    return tuple(
        add_soft_hyphens(short if len(name) > LONG_NAME and first.count(short) == 1 else name)
        for name, short in zip(names, first, strict=True)
    )


def add_soft_hyphens(name: str) -> str:
    """Add soft hyphens to parts of a name that are too long for a line; Thai does not need them.

    >>> add_soft_hyphens("Ana Maria Maximilianoaurelianofernandez").count(SOFT_HYPHEN)
    3
    """
    return LONG_PART.sub(lambda part: SOFT_HYPHEN.join(SYLLABLES.findall(part[0])), name)


def table_locale(table: Table, language: str, bots: frozenset[int] = frozenset()) -> TableLocale:
    """Return the locale of this table. The cards of `bots` lie open, unless the app deals."""
    rules = table.rules
    names = short_names(tuple(seat.name for seat in table.seats))
    dealt = table.game.cards == "app"
    open = frozenset() if dealt else bots
    return TableLocale(
        language, names, table.game.theme, rules.words, rules.edition, rules.th_particle, dealt, open, bots
    )


MAX_PLAYERS = 6


def default_names(language: str) -> list[str]:
    """Return the default names, from the first seat on."""
    return [say(msg("player.name", n=number), TableLocale(language)) for number in range(1, MAX_PLAYERS + 1)]


@cache
def all_default_names() -> frozenset[str]:
    """Return the default names in all languages. Computed lazily, since reading all catalogs takes a while."""
    return frozenset(name for language in LANGUAGES for name in default_names(language))
