"""The locale of a table: its language, names and words."""

import re

from narrator.core.table.state import GameState
from narrator.text.render import TableLocale

LONG_NAME = 18  # letters; longer names are shortened
LONG_PART = re.compile(r"[^\s\u0e00-\u0e7f-]{16,}")
SYLLABLES = re.compile(r".{1,8}")
SOFT_HYPHEN = "\u00ad"


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


def table_locale(state: GameState, language: str, bots: frozenset[int] = frozenset()) -> TableLocale:
    """Return the locale of this table. The cards of `bots` lie open, unless the app deals."""
    rules, game = state.rules, state.game
    names = short_names(tuple(seat.name for seat in state.seats))
    dealt = game.is_dealt
    open = frozenset() if dealt else bots
    return TableLocale(language, names, game.theme, rules.words, rules.edition, rules.th_particle, dealt, open, bots)
