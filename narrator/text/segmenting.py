"""Find the words of a language without spaces in its catalog; used by `make words`."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from narrator.text.word_breaks import thai_runs, unsplit_words, words_from_starts

# The dictionary sometimes splits into rare words; after a few rounds the usual words win.
ROUNDS = 3

MIN_COUNT = 20  # of words that are kept whole, even if the dictionary splits them


def can_segment() -> bool:
    """Return whether the dictionary is installed; only translators need it."""
    return find_spec("pythainlp") is not None


def find_words(texts: Iterable[str], language: str) -> list[str]:
    found = thai_runs(texts)
    whole = unsplit_words(language)
    counts = Counter(word for run in found for word in by_dictionary(run, whole))
    for _ in range(ROUNDS):
        costs = costs_of(counts, whole)
        counts = Counter(word for run in found for word in likeliest(run, costs))
    return sorted(set(counts) - whole)


def by_dictionary(run: str, whole: frozenset[str]) -> list[str]:
    from pythainlp.corpus.common import thai_words
    from pythainlp.tokenize import word_tokenize
    from pythainlp.util import Trie

    if whole not in _tries:
        _tries[whole] = Trie(set(thai_words()) | whole)
    split: list[str] = word_tokenize(run, custom_dict=_tries[whole], engine="newmm")
    return split


_tries: dict[frozenset[str], Any] = {}


def costs_of(counts: Counter[str], whole: Iterable[str]) -> Mapping[str, float]:
    """Return the cost of each word: the more it is used, the less it costs."""
    used = {**counts, **{word: max(MIN_COUNT, counts[word]) for word in whole}}
    total = math.log(sum(used.values()))
    return {word: total - math.log(count) for word, count in used.items()}


def likeliest(run: str, costs: Mapping[str, float]) -> Sequence[str]:
    """Split a run into the words with the lowest total cost."""
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        choices = [(best[s][0] + costs[run[s:end]], s) for s in range(end) if run[s:end] in costs]
        best.append(min(choices, default=(math.inf, end - 1)))
    return words_from_starts(run, [start for _, start in best])
