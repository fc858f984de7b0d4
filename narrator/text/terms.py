"""What a text or a question is about: its words without case, accents and endings, each in the table's usual word.

Scripts without spaces, as Thai, are taken apart into runs of three letters; table words are found among them besides.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from narrator.text.language_file import language_file
from narrator.text.languages import LANGUAGES

GRAM = 3
# Accents, Thai tone marks and the invisible marks between words; Thai vowels and the Russian й stay.
LOST_MARKS = re.compile("(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0e48-\u0e4b\u200b-\u200d]")
# Thai and Lao, Burmese, Khmer, Japanese, Chinese.
UNSPACED_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]+")
WORD = re.compile(f"\\d+:\\d+|[^\\W_{UNSPACED_LETTERS}]+")  # A rate is one word: 3:1
NEVER = "(?!)"


def fold(text: str) -> str:
    """Text without case, accents and tone marks: "Ladrón" and "ёж" become "ladron" and "еж"."""
    return unicodedata.normalize("NFC", LOST_MARKS.sub("", unicodedata.normalize("NFKD", text.casefold())))


class Habits(NamedTuple):
    """What a language brings along in its search.toml, folded."""

    stems: Callable[[str], str]
    stops: frozenset[str]  # words that every question has
    faint: frozenset[str]  # stems that say little: numbers, and what people do in any story
    same: Mapping[str, str]  # words and stems that mean what another stem means


@cache
def habits(language: str) -> Habits:
    import snowballstemmer  # here, because a start need not wait for the stems of thirty languages

    written = language_file(language, "search")
    stems = snowballstemmer.stemmer(written["stemmer"]).stemWord if "stemmer" in written else str
    groups = [fold(group).split() for group in written.get("same", ())]
    same: dict[str, str] = {}
    for group in groups:
        for word in group[1:]:
            same.setdefault(stems(word), stems(group[0]))
    return Habits(
        stems,
        frozenset(fold(written.get("stops", "")).split()),
        frozenset(map(stems, fold(written.get("faint", "")).split())),
        # Whole words first: домой is not a form of дом.
        {**same, **{word: stems(group[0]) for group in groups for word in group}},
    )


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """A folded word without its ending, or the usual one that means the same.

    >>> stem("cities", "en"), stem("ladrones", "es"), stem("рыцарей", "ru"), stem("soldiers", "en")
    ('citi', 'ladron', 'рыцар', 'knight')
    """
    known = habits(language)
    bare = known.stems(word)
    return known.same.get(word) or known.same.get(bare, bare)


def words(text: str, language: str) -> list[str]:
    """The stems of a folded text that has spaces."""
    stops = habits(language).stops
    return [stem(word, language) for word in WORD.findall(text) if word not in stops]


@cache
def unspaced_habits() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Scripts without spaces: what is found in them, and the usual word for it; for what every question has, none. The
    letters tell the language, whatever the reader's is."""
    files = [language_file(language, "search") for language in LANGUAGES]
    usual = {fold(stop): "" for file in files for stop in file.get("phrases", ())}
    groups = [fold(group).split() for file in files for group in file.get("unspaced", ())]
    usual |= {word: group[0] for group in groups for word in group}
    return re.compile("|".join(sorted(usual, key=len, reverse=True)) or NEVER), usual


def unspaced(text: str) -> tuple[list[str], list[str]]:
    """The table words of a folded text in scripts without spaces, and its runs of letters."""
    pattern, usual = unspaced_habits()
    # In one piece: where a writer put a space, a reader may not.
    piece = pattern.sub(lambda match: usual[match[0]] or " ", "".join(UNSPACED.findall(text)))
    found = [usual[match] for match in pattern.findall("".join(UNSPACED.findall(text))) if usual[match]]
    return found, list(chain.from_iterable(map(grams, piece.split())))


def without_names(text: str, names: Iterable[str]) -> str:
    """A folded text without the names that are written in a script without spaces, unless a table word has them."""
    _, usual = unspaced_habits()
    for name in map(fold, names):
        if UNSPACED.fullmatch(name) and len(name) > 1 and not any(name in word for word in usual):
            text = text.replace(name, " ")
    return text


def grams(run: str) -> list[str]:
    """
    >>> grams("abcde"), grams("ab"), grams("")
    (['abc', 'bcd', 'cde'], ['ab'], [])
    """
    return [run[i : i + GRAM] for i in range(max(1, len(run) - GRAM + 1))] if run else []
