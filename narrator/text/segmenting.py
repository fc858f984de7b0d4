"""The words of a language without spaces, as its catalog uses them: found once, by `make words`, with a dictionary."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from narrator.text.line_breaks import kept_whole, runs

# A dictionary takes "every round" for two rare words now and then; after so many rounds the usual ones have won.
ROUNDS = 3

OFTEN = 20  # what is kept whole counts as used so often, even where the dictionary took it apart


def can_segment() -> bool:
    """Whether the dictionary is there; only those who change words need it."""
    return find_spec("pythainlp") is not None


def find_words(texts: Iterable[str], language: str) -> list[str]:
    """The words that all texts are made of, sorted."""
    found = runs(texts)
    whole = kept_whole(language)
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
    """The more a word is used, the less it costs; what is kept whole counts as used."""
    used = {**counts, **{word: max(OFTEN, counts[word]) for word in whole}}
    total = math.log(sum(used.values()))
    return {word: total - math.log(count) for word, count in used.items()}


def likeliest(run: str, costs: Mapping[str, float]) -> Sequence[str]:
    """A run split into the words that cost least together."""
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        choices = [(best[s][0] + costs[run[s:end]], s) for s in range(end) if run[s:end] in costs]
        best.append(min(choices, default=(math.inf, end - 1)))
    words, end = [], len(run)
    while end:
        words.append(run[best[end][1] : end])
        end = best[end][1]
    return words[::-1]
