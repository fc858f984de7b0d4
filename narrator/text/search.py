"""Finding entries by what a beginner types: pure, over texts that are already in the reader's language.

Accents, case and word forms don't matter; a word may be unfinished or, when it is long, have one wrong letter. Scripts
without spaces, as Thai, are compared by runs of three letters instead of by words.
"""

import math
import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from .language_file import language_file
from .languages import LANGUAGES, known_language


class Findable(NamedTuple):
    id: str
    title: str
    text: str
    tags: str
    other_titles: str = ""
    """The title again, in words that other tables use; they are found, but not shown."""
    other_texts: str = ""


FIELDS = (("title", 5.0), ("other_titles", 4.5), ("tags", 3.0), ("text", 1.0), ("other_texts", 0.9))
"""What a match is worth in each field, the best first."""
SHORT_TITLE, SHORT_UNSPACED = 1, 6
"""The longest title, in words or in letters without spaces, that says what its whole entry is about: a match there is
worth twice as much."""
EXACT, PREFIX, TYPO = 1.0, 0.8, 0.6
"""What a match is worth by its closeness."""
SHORTEST_STEM, SHORTEST_PREFIX, SHORTEST_ROOT, SHORTEST_TYPO = 3, 3, 4, 5
GRAM = 3
GRAM_WORTH = 0.25
"""About four runs of letters make a Thai word."""
GRAM_SHARE = 0.2
"""How much of such a query must be found: a run or two are found in anything."""
TAIL = 0.1
"""Entries that score less than this share of the best one's are left out."""

LOST_MARKS = re.compile("[\u0300-\u036f\u0e48-\u0e4b\u200b-\u200d]")
"""Accents, Thai tone marks and the invisible marks between words; Thai vowels stay."""
UNSPACED_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
"""Thai and Lao, Burmese, Khmer, Japanese, Chinese."""
UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]+")
WORD = re.compile(f"[^\\W_{UNSPACED_LETTERS}]+")
LAST_LETTER = "\uffff"

Scores = dict[int, float]
"""What entries are worth, by their numbers."""


def fold(text: str) -> str:
    """Text without case, accents and tone marks: "Ladrón" and "ёж" become "ladron" and "еж"."""
    return LOST_MARKS.sub("", unicodedata.normalize("NFKD", text.casefold()))


class Habits(NamedTuple):
    """What a language brings along in its search.toml, folded."""

    endings: frozenset[str]
    longest_ending: int
    stops: frozenset[str]
    """Words that every question has."""
    respelled: Mapping[str, str]


@cache
def habits(language: str) -> Habits:
    written = language_file(language, "search")
    endings, stops = (frozenset(fold(written.get(name, "")).split()) for name in ("endings", "stops"))
    return Habits(endings, max(map(len, endings), default=0), stops, written.get("respelled", {}))


@cache
def _unspaced_stops() -> re.Pattern[str]:
    """What every question has, in scripts without spaces. The letters tell the language, whatever the reader's is."""
    phrases = [phrase for language in LANGUAGES for phrase in language_file(language, "search").get("phrases", ())]
    return re.compile("|".join(map(fold, phrases)) or "(?!)")


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """A folded word without its ending.

    >>> stem("cities", "en"), stem("ladrones", "es"), stem("рыцареи", "ru")
    ('citi', 'ladron', 'рыцар')
    """
    known = habits(language)
    for pattern, letters in known.respelled.items():
        word = re.sub(pattern, letters, word)
    for start in range(max(SHORTEST_STEM, len(word) - known.longest_ending), len(word)):
        if word[start:] in known.endings:
            return word[:start]
    return word


class Index(NamedTuple):
    """Entries, taken apart: by number, what each is worth to a stem; and their text without spaces with its worth."""

    size: int
    stems: Mapping[str, Scores]
    sorted: Sequence[str]
    unspaced: Sequence[Sequence[tuple[str, float]]]


@lru_cache(maxsize=32)
def _index(entries: tuple[Findable, ...], language: str) -> Index:
    stems: dict[str, Scores] = defaultdict(dict)
    unspaced: list[list[tuple[str, float]]] = []
    stops = habits(language).stops
    for number, entry in enumerate(entries):
        unspaced.append([])
        gain, unspaced_gain = _gains(fold(entry.title), stops)
        for name, worth in FIELDS:
            text = fold(getattr(entry, name))
            in_title = name.endswith(("title", "titles"))
            for word in set(WORD.findall(text)) - stops:
                # The best field comes first.
                stems[stem(word, language)].setdefault(number, worth * gain if in_title else worth)
            # In one piece: where a writer put a space, a reader may not.
            unspaced[number].append(("".join(UNSPACED.findall(text)), worth * unspaced_gain if in_title else worth))
    return Index(len(entries), stems, sorted(stems), unspaced)


def _gains(title: str, stops: frozenset[str]) -> tuple[float, float]:
    """From twice the worth for the shortest title down to once for a long one: for its words, and for its letters
    without spaces."""
    words, letters = len(set(WORD.findall(title)) - stops), len("".join(UNSPACED.findall(title)))
    return 1 + SHORT_TITLE / max(SHORT_TITLE, words), 1 + SHORT_UNSPACED / max(SHORT_UNSPACED, letters)


def search(query: str, entries: Sequence[Findable], language: str) -> list[str]:
    """The ids of the entries that answer a query, the best first."""
    language = known_language(language) or language
    index = _index(tuple(entries), language)
    total: Scores = {}
    for found in (*_word_scores(fold(query), index, language), *_unspaced_scores(fold(query), index)):
        rarity = math.log(1 + index.size / max(1, len(found)))  # what few entries have tells more than what all have
        for number, score in found.items():
            total[number] = total.get(number, 0.0) + score * rarity
    least = TAIL * max(total.values(), default=0.0)
    kept = [number for number, score in total.items() if score >= least]
    kept.sort(key=lambda number: (-round(total[number], 9), number))
    return [entries[number].id for number in kept]


def _word_scores(query: str, index: Index, language: str) -> Iterator[Scores]:
    """For every word asked for, what each entry is worth to it."""
    asked = [word for word in WORD.findall(query) if word not in habits(language).stops]
    for word in dict.fromkeys(stem(word, language) for word in asked):
        best: Scores = {}
        for other, closeness in close_stems(word, index.sorted).items():
            for number, worth in index.stems[other].items():
                best[number] = max(best.get(number, 0.0), worth * closeness)
        yield best


def close_stems(word: str, known: Sequence[str]) -> dict[str, float]:
    """The stems of a sorted list that a word may mean, with their closeness; misspelled only if it is nothing else."""
    close: dict[str, float] = {}
    for length in range(min(SHORTEST_ROOT, len(word)), len(word) + 1):
        root = word[:length]
        place = bisect_left(known, root)
        if place < len(known) and known[place] == root:
            close[root] = EXACT if root == word else PREFIX
    if len(word) >= SHORTEST_PREFIX:
        first, after = bisect_left(known, word), bisect_left(known, word + LAST_LETTER)
        close = {**dict.fromkeys(known[first:after], PREFIX), **close}
    if close or len(word) < SHORTEST_TYPO:
        return close
    return {other: TYPO for other in known if is_one_slip_away(word, other)}


def is_one_slip_away(word: str, other: str) -> bool:
    """Whether one letter is missing, too many, wrong, or changed places with its neighbour."""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    left, right = word[start:], other[start:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]


def _unspaced_scores(query: str, index: Index) -> list[Scores]:
    """For every run of three letters asked for, what each entry is worth to it."""
    runs = UNSPACED.findall(_unspaced_stops().sub(" ", query))
    grams = dict.fromkeys(run[i : i + GRAM] for run in runs for i in range(max(1, len(run) - GRAM + 1)))
    every = [_holders(gram, index) for gram in grams]
    held = Counter(number for found in every for number in found)
    enough = {number for number, count in held.items() if count >= GRAM_SHARE * len(grams)}
    return [{number: worth for number, worth in found.items() if number in enough} for found in every]


def _holders(gram: str, index: Index) -> Scores:
    """Each entry's best field that has these letters."""
    best = (next((worth for text, worth in fields if gram in text), 0.0) for fields in index.unspaced)
    return {number: worth * GRAM_WORTH for number, worth in enumerate(best) if worth}
