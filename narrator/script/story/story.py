"""The story of a game: what was remarkable, in the order in which it happened, as a newspaper would choose it."""

from collections.abc import Sequence

from narrator.core.reading.night.model import Night
from narrator.core.reading.night.night import night_of
from narrator.core.record.snapshot import Snapshot

from .chance import find_chance
from .dealings import find_dealings
from .ending import find_ending
from .headline import find_headline
from .model import Find, Sentence, Story
from .opening import find_opening
from .race import find_race
from .robber import find_robber
from .titles import find_titles
from .wordings import WORDINGS, Wordings, number_of, seed_of

MOST = 14
"""Sentences: what is read aloud in two minutes."""
OPENING, ENDING = 3, 5
LONG_PARAGRAPH = 4
WORTH, ENOUGH = 0.7, 4
"""What is less is told only where there is little else."""
ALIKE = 2
"""So often a kind is told; a third drought is no news."""


def story_of(head: Snapshot, night: Night | None = None) -> Story | None:
    """None before the first round, and where nobody counts: there is nothing to tell."""
    night = night or night_of(head)
    if night.tracking == "script" or not any(one.number for one in night.rounds) or not night.dice.thrown:
        return None
    seed = seed_of(head)
    opening = _turned(_strongest(list(find_opening(head)), OPENING), seed)
    ending = _strongest(list(find_ending(night)), ENDING)
    body = _body(night, head, MOST - len(opening) - len(ending))
    words = Wordings(seed)
    headline = words.word(find_headline(night, [*ending, *body]))
    parts = [opening, *_split(body), ending]
    return Story(headline, tuple(_worded(part, words) for part in parts if part))


def _turned(opening: list[Find], seed: str) -> list[Find]:
    """Who is named first; then in half of all games the people, in the others the island."""
    first, *others = opening
    return [first, *(others if number_of(seed) % 2 else reversed(others))]


def _worded(part: Sequence[Find], words: Wordings) -> tuple[Sentence, ...]:
    return tuple(words.word(find) for find in part)


def _strongest(found: list[Find], most: int) -> list[Find]:
    """The strongest, in the order in which they were found."""
    kept = sorted(found, key=lambda find: -find.strength)[:most]
    return [find for find in found if find in kept]


def _body(night: Night, head: Snapshot, room: int) -> list[Find]:
    """What is told between: the strongest, none too often, and nobody all the time."""
    found = [
        *find_race(night, head),
        *find_titles(night, head),
        *find_robber(night),
        *find_chance(night, head),
        *find_dealings(night),
    ]
    chosen: list[Find] = []
    while found and len(chosen) < room:
        best = max(found, key=lambda find: (_worth(find, chosen), -find.when))
        if _worth(best, chosen) < WORTH and len(chosen) >= ENOUGH:
            break
        found.remove(best)
        if sum(find.kind == best.kind for find in chosen) < _most(best.kind):
            chosen.append(best)
    return sorted(chosen, key=lambda find: find.when)


def _most(kind: str) -> int:
    return min(ALIKE, WORDINGS[kind])


def _worth(find: Find, chosen: Sequence[Find]) -> float:
    """The strength, less where the same kind or the same player was told of."""
    kinds = sum(other.kind == find.kind for other in chosen)
    same = sum(other.params.get("seat", -1) == find.params.get("seat", -2) for other in chosen)
    return float(find.strength * 0.6**kinds * 0.9**same)


def _split(body: list[Find]) -> list[list[Find]]:
    """Paragraphs of about equal length, two or three."""
    count = min(3, -(-len(body) // LONG_PARAGRAPH))
    if not count:
        return []
    size = -(-len(body) // count)
    return [body[start : start + size] for start in range(0, len(body), size)]
