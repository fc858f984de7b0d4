"""What a story is made of. Every sentence knows the entries that it stands on; words are chosen elsewhere."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from narrator.core.message import Msg
from narrator.core.reading.stats.model import GameStats

USUAL_ROLLS = 70  # an evening of three or four; in a longer one there is more of everything


def length_of(stats: GameStats) -> float:
    """How many usual evenings a game was long, at least one."""
    return max(1.0, stats.dice.thrown / USUAL_ROLLS)


class Find(Struct, frozen=True):
    """Something that could be told. Words: `story.<kind>.<wording>`."""

    kind: str
    entries: tuple[int, ...]  # what it stands on, oldest first; none where it stands on the set-up or on the whole game
    params: Mapping[str, Any] = field(default_factory=dict)
    strength: float = 1  # how remarkable: 1 is what a table talks about
    when: int = 0  # the entry that it is told at, among the others of its part


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
