"""How a table is spoken to, on a page or in a terminal."""

import re
from collections.abc import Sequence
from typing import Protocol

from narrator.text.render import TableLocale

LONG_NAME = 18  # so many letters everybody says
LONG_PART = re.compile(r"[^\s\u0e00-\u0e7f-]{16,}")
SYLLABLES = re.compile(r".{1,8}")
SOFT_HYPHEN = "\u00ad"


class Named(Protocol):
    """A seat, of which only the name is said."""

    @property
    def name(self) -> str: ...


class Themed(Protocol):
    @property
    def theme(self) -> str: ...
    @property
    def cards(self) -> str: ...


class Worded(Protocol):
    """House rules, as far as they choose words."""

    @property
    def words(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def th_particle(self) -> str: ...


class Listening(Protocol):
    """A table that can be spoken to; narrator/core/table/state.py has the real one."""

    @property
    def seats(self) -> Sequence[Named]: ...
    @property
    def game(self) -> Themed: ...
    @property
    def rules(self) -> Worded: ...


def called(names: tuple[str, ...]) -> tuple[str, ...]:
    """How people are called in a sentence: a long name by its first part, as at any table, where only one begins so.

    >>> called(("Ana", "Wilhelmina-Charlotte von Hohenlohe"))
    ('Ana', 'Wilhelmina-Charlotte')
    """
    first = [name.split()[0] if name.split() else name for name in names]
    return tuple(
        breakable(short if len(name) > LONG_NAME and first.count(short) == 1 else name)
        for name, short in zip(names, first, strict=True)
    )


def breakable(name: str) -> str:
    """A name with places to break a part of it that is too long for a line. Thai has them without being told.

    >>> breakable("Ana Maria") == "Ana Maria", breakable("Maximilianoaurelianofernandez").count(SOFT_HYPHEN)
    (True, 3)
    """
    return LONG_PART.sub(lambda part: SOFT_HYPHEN.join(SYLLABLES.findall(part[0])), name)


def table_locale(table: Listening, language: str, bots: frozenset[int] = frozenset()) -> TableLocale:
    """Return the locale of this table. The cards of `bots` lie open, unless the app deals."""
    rules = table.rules
    names = called(tuple(seat.name for seat in table.seats))
    dealt = table.game.cards == "app"
    open = frozenset() if dealt else bots
    return TableLocale(
        language, names, table.game.theme, rules.words, rules.edition, rules.th_particle, dealt, open, bots
    )
