"""Full-text search over entries in the reader's language.

A query may be a whole story: every known word counts by its rarity, and names are ignored. Case, accents and word forms
do not matter; a word may be unfinished or, if it is long, misspelled.
"""

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from narrator.text.languages import known_language
from narrator.text.terms import GRAM_LENGTH, WORD, fold, search_rules, stem, stems_in, unspaced_terms, without_names


class SearchEntry(NamedTuple):
    id: str
    title: str
    text: str
    tags: str
    question: str = ""  # what a newcomer would ask
    other_titles: str = ""  # with the words of other editions; found, but not shown
    other_texts: str = ""


class Field(NamedTuple):
    """The weight of a part of an entry, and how much its length reduces that."""

    names: tuple[str, ...]
    weight: float
    length_penalty: float


FIELDS = (
    Field(("title", "other_titles"), 5.0, 0.6),
    Field(("question",), 4.0, 0.6),
    Field(("tags",), 3.0, 0.2),
    Field(("text", "other_texts"), 1.0, 0.4),
)
SATURATION = 3.0  # how soon repeating a word makes no difference
TITLE_BONUS = 0.25  # share of the score that a complete match of the title adds
# The weight of a match: exact, unfinished, or by the number of wrong letters.
EXACT, PREFIX, MISSPELLED = 1.0, 0.7, (1.0, 0.6, 0.4)
FAINT_WEIGHT = 0.5
SHORTEST_PREFIX, SHORTEST_ROOT = 3, 4
ALLOWED_MISSPELLINGS = ((7, 2), (5, 1))  # wrong letters allowed from this length on
GRAM_WORTH = 0.2  # a Thai word has several runs, and known words count besides
GRAM_SHARE = 0.2  # share of the runs that an entry must contain
MIN_SHARE = 0.1  # of the best score; entries below are left out
LAST_LETTER = "\uffff"
SENTENCE = re.compile(r"(?:^|[.!?…:;¿¡]|\n)\W*$")

Scores = dict[int, float]  # by number of the entry
Terms = dict[str, Scores]


class Index(NamedTuple):
    """For each stem and run of letters, the scores of the entries by number."""

    entry_count: int
    stems: Mapping[str, Scores]
    sorted_stems: Sequence[str]
    grams: Mapping[str, Scores]
    titles: Sequence[Sequence[frozenset[str]]]  # the stems of each title, in all words


@lru_cache(maxsize=32)
def _index(entries: tuple[SearchEntry, ...], language: str) -> Index:
    def stems_of(text: str) -> list[str]:
        return stems_in(text, language) + unspaced_terms(text)[0]

    folded = [{name: fold(text) for name, text in entry._asdict().items()} for entry in entries]
    stems = _term_scores(folded, stems_of)
    said = ([entry["title"], *entry["other_titles"].split(", ")] for entry in folded)
    titles = [[frozenset(stems_of(title)) for title in titles] for titles in said]
    return Index(len(entries), stems, sorted(stems), _term_scores(folded, lambda text: unspaced_terms(text)[1]), titles)


def _term_scores(entries: Sequence[Mapping[str, str]], terms_of: Callable[[str], list[str]]) -> Terms:
    worths: Terms = defaultdict(lambda: defaultdict(float))
    for field in FIELDS:
        parts = [terms_of(" ".join(entry[name] for name in field.names)) for entry in entries]
        usual = sum(map(len, parts)) / max(1, sum(map(bool, parts)))
        for number, terms in enumerate(parts):
            length = 1 + field.length_penalty * (len(terms) / max(1.0, usual) - 1)
            for term, times in Counter(terms).items():
                worths[term][number] += field.weight * times / length
    return {
        term: {number: worth / (SATURATION + worth) for number, worth in found.items()}
        for term, found in worths.items()
    }


def search(query: str, entries: Sequence[SearchEntry], language: str, names: Sequence[str] = ()) -> list[str]:
    """Return the ids of matching entries, the best first; names of players are ignored."""
    language = known_language(language) or language
    index = _index(tuple(entries), language)
    table_words, grams = unspaced_terms(without_names(fold(query), names))
    spaced = _query_stems(query, index, language, {word for name in names for word in WORD.findall(fold(name))})
    query_stems = {word: close_stems(word, index.sorted_stems) for word in (*spaced, *table_words)}
    total: Scores = defaultdict(float)
    for found in (*_word_scores(query_stems, index, language), *_gram_scores(grams, index)):
        rarity = math.log(1 + index.entry_count / max(1, len(found)))
        for number, score in found.items():
            total[number] += score * rarity
    meant = {word for close in query_stems.values() for word in close}
    for number in total:
        total[number] *= 1 + TITLE_BONUS * max(_share_asked(title, meant, index) for title in index.titles[number])
    least = MIN_SHARE * max(total.values(), default=0.0)
    kept = [number for number, score in total.items() if score >= least]
    kept.sort(key=lambda number: (-round(total[number], 9), number))
    return [entries[number].id for number in kept]


def _share_asked(title: Set[str], query_stems: Set[str], index: Index) -> float:
    """Return how much of a title is in the query, weighted by rarity."""
    rarity = {word: math.log(1 + index.entry_count / len(index.stems[word])) for word in title}
    return sum(rarity[word] for word in title & query_stems) / max(1.0, sum(rarity.values()))


def _query_stems(query: str, index: Index, language: str, names: Set[str]) -> Iterator[str]:
    """Yield the stems of a query, without players' names and unknown capitalized words."""
    for match in WORD.finditer(query):
        word = fold(match[0])
        if word in search_rules(language).stop_words:
            continue
        usual = stem(word, language)
        found = usual if usual in index.stems else search_rules(language).stemmer(word)
        capital = match[0][0].isupper() and not match[0].isupper() and not SENTENCE.search(query[: match.start()])
        if found in index.stems or not (capital or word in names):
            yield found


def _word_scores(query_stems: Mapping[str, Mapping[str, float]], index: Index, language: str) -> Iterator[Scores]:
    faint = search_rules(language).faint_stems
    for word, close in query_stems.items():
        best: Scores = {}
        weight = FAINT_WEIGHT if word in faint else 1.0
        for other, closeness in close.items():
            for number, worth in index.stems[other].items():
                best[number] = max(best.get(number, 0.0), worth * closeness * weight)
        yield best


def close_stems(word: str, known: Sequence[str]) -> dict[str, float]:
    """Return the known stems that a word may stand for and their closeness; misspelled ones only as a last resort."""
    place = bisect_left(known, word)
    if place < len(known) and known[place] == word:
        return {word: EXACT}
    close: dict[str, float] = {}
    for length in range(SHORTEST_ROOT, len(word)):
        root = word[:length]
        place = bisect_left(known, root)
        if place < len(known) and known[place] == root:
            close[root] = PREFIX
    if len(word) >= SHORTEST_PREFIX:
        first, after = bisect_left(known, word), bisect_left(known, word + LAST_LETTER)
        close |= dict.fromkeys(known[first:after], PREFIX)
    return close or misspelled(word, known)


def misspelled(word: str, known: Sequence[str]) -> dict[str, float]:
    """Return the stems with the smallest edit distance."""
    most = next((slips for length, slips in ALLOWED_MISSPELLINGS if len(word) >= length), 0)
    if not most:
        return {}
    from rapidfuzz import process  # imported lazily for a faster start
    from rapidfuzz.distance import OSA

    near = process.extract(word, known, scorer=OSA.distance, score_cutoff=most, limit=None)
    fewest = min((slips for _, slips, _ in near), default=0)
    return {other: MISSPELLED[int(slips)] for other, slips, _ in near if slips == fewest}


def _gram_scores(grams: Iterable[str], index: Index) -> list[Scores]:
    distinct = dict.fromkeys(grams)
    every = [_entries_with(gram, index) for gram in distinct]
    held = Counter(number for found in every for number in found)
    enough = {number for number, count in held.items() if count >= GRAM_SHARE * len(distinct)}
    return [{number: worth * GRAM_WORTH for number, worth in found.items() if number in enough} for found in every]


def _entries_with(gram: str, index: Index) -> Mapping[int, float]:
    if len(gram) == GRAM_LENGTH:
        return index.grams.get(gram, {})
    best: Scores = {}
    for other, found in index.grams.items():
        if gram in other:
            best = {number: max(best.get(number, 0.0), found.get(number, 0.0)) for number in {*best, *found}}
    return best
