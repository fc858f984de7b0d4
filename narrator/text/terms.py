"""Search terms of a text: stems without case and accents, with synonyms replaced.

Scripts without spaces, such as Thai, are split into runs of three letters; known words are also found in them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from narrator.text.languages import LANGUAGES, language_file

GRAM_LENGTH = 3
# Accents, Thai tone marks and invisible marks; Thai vowels and the Russian й stay.
LOST_MARKS = re.compile("(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0e48-\u0e4b\u200b-\u200d]")
# Thai and Lao, Burmese, Khmer, Japanese, Chinese.
UNSPACED_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]+")
WORD = re.compile(f"\\d+:\\d+|[^\\W_{UNSPACED_LETTERS}]+")  # a rate such as 3:1 is one word
NEVER = "(?!)"


def fold(text: str) -> str:
    """Text without case, accents and tone marks: "Ladrón" and "ёж" become "ladron" and "еж"."""
    return unicodedata.normalize("NFC", LOST_MARKS.sub("", unicodedata.normalize("NFKD", text.casefold())))


class SearchRules(NamedTuple):
    """The search.toml of a language, folded."""

    stemmer: Callable[[str], str]
    stop_words: frozenset[str]  # stop words
    faint_stems: frozenset[str]  # stems that say little
    synonyms: Mapping[str, str]  # synonyms


@cache
def search_rules(language: str) -> SearchRules:
    import snowballstemmer  # imported lazily: it loads thirty languages

    written = language_file(language, "search")
    stems = snowballstemmer.stemmer(written["stemmer"]).stemWord if "stemmer" in written else str
    groups = [fold(group).split() for group in written.get("same", ())]
    same: dict[str, str] = {}
    for group in groups:
        for word in group[1:]:
            same.setdefault(stems(word), stems(group[0]))
    return SearchRules(
        stems,
        frozenset(fold(written.get("stops", "")).split()),
        frozenset(map(stems, fold(written.get("faint", "")).split())),
        # Whole words first: домой is not a form of дом.
        {**same, **{word: stems(group[0]) for group in groups for word in group}},
    )


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """Return the stem of a folded word, or its synonym.

    >>> stem("cities", "en"), stem("ladrones", "es"), stem("рыцарей", "ru"), stem("soldiers", "en")
    ('citi', 'ladron', 'рыцар', 'knight')
    """
    known = search_rules(language)
    bare = known.stemmer(word)
    return known.synonyms.get(word) or known.synonyms.get(bare, bare)


def stems_in(text: str, language: str) -> list[str]:
    stops = search_rules(language).stop_words
    return [stem(word, language) for word in WORD.findall(text) if word not in stops]


@cache
def unspaced_rules() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return what to look for in scripts without spaces, and the synonym of each word; stop words have none."""
    files = [language_file(language, "search") for language in LANGUAGES]
    usual = {fold(stop): "" for file in files for stop in file.get("phrases", ())}
    groups = [fold(group).split() for file in files for group in file.get("unspaced", ())]
    usual |= {word: group[0] for group in groups for word in group}
    return re.compile("|".join(sorted(usual, key=len, reverse=True)) or NEVER), usual


def unspaced_terms(text: str) -> tuple[list[str], list[str]]:
    """Return the known words of a folded text in scripts without spaces, and its runs of letters."""
    pattern, usual = unspaced_rules()
    # Ignore spaces: people put them in different places.
    piece = pattern.sub(lambda match: usual[match[0]] or " ", "".join(UNSPACED.findall(text)))
    found = [usual[match] for match in pattern.findall("".join(UNSPACED.findall(text))) if usual[match]]
    return found, list(chain.from_iterable(map(grams, piece.split())))


def without_names(text: str, names: Iterable[str]) -> str:
    """Remove names in scripts without spaces from a folded text, unless they are part of a known word."""
    _, usual = unspaced_rules()
    for name in map(fold, names):
        if UNSPACED.fullmatch(name) and len(name) > 1 and not any(name in word for word in usual):
            text = text.replace(name, " ")
    return text


def grams(run: str) -> list[str]:
    """
    >>> grams("abcde"), grams("ab"), grams("")
    (['abc', 'bcd', 'cde'], ['ab'], [])
    """
    return [run[i : i + GRAM_LENGTH] for i in range(max(1, len(run) - GRAM_LENGTH + 1))] if run else []
