"""How a table is spoken to, on a page or in a terminal."""

from collections.abc import Sequence
from typing import Protocol

from .render import Voice


class Named(Protocol):
    """A seat, of which only the name is said."""

    @property
    def name(self) -> str: ...


class Themed(Protocol):
    @property
    def theme(self) -> str: ...


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


def voice_of(table: Listening, language: str) -> Voice:
    """The voice for this table: its names, theme and words."""
    rules = table.rules
    names = tuple(seat.name for seat in table.seats)
    return Voice(language, names, table.game.theme, rules.words, rules.edition, rules.th_particle)
