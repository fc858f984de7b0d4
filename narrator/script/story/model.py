"""The parts of a story. Every sentence refers to the entries that it is based on."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from narrator.core.message import Msg
from narrator.core.reading.stats.model import GameStats

USUAL_ROLLS = 70  # of a game of three or four


def relative_length(stats: GameStats) -> float:
    """Return the length of a game compared to the usual one, at least 1."""
    return max(1.0, stats.dice.roll_count / USUAL_ROLLS)


class Find(Struct, frozen=True):
    """Something remarkable. Its words are `story.<kind>.<wording>`."""

    kind: str
    entries: tuple[int, ...]  # what it is based on, oldest first; none for the set-up or the whole game
    params: Mapping[str, Any] = field(default_factory=dict)
    strength: float = 1  # how remarkable; 1 is what a table talks about
    sort_entry: int = 0  # the entry by which it is sorted


class Sentence(Struct, frozen=True):
    kind: str
    message: Msg
    entries: tuple[int, ...]
    strength: float


class Story(Struct, frozen=True):
    headline: Sentence
    paragraphs: tuple[tuple[Sentence, ...], ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)
