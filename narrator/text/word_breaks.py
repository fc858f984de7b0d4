"""Line breaks for scripts without spaces between words, such as Thai.

Browsers guess word boundaries, and break unknown words in the wrong place. So the letters of each known word (from
words.txt, made by `make words`, and lines.toml, written by hand) are joined, and a mark after it allows a break.
Everything else is left to the browser. The marks are for pages only, not for speech, search or the API.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from narrator.folders import folder
from narrator.text.grammar import all_nouns
from narrator.text.languages import language_file

# Between letters that stay together, between words, and between words that stay together.
JOINER, BREAK, NO_BREAK_SPACE = "\u2060", "\u200b", "\u00a0"
MARKS = re.compile(f"[{JOINER}{BREAK}]")
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
THAI = re.compile("[\u0e01-\u0e4e]+")
REPETITION_SIGN = "ๆ"  # repeats the word before it; never begins a line
# Letters, with the space next to a number.
THAI_RUN = re.compile(rf"((?:(?<=\d) | (?={REPETITION_SIGN}))?)([\u0e01-\u0e4e]+)((?: (?=\d))?)")
# Before a consonant, a leading vowel or a sign: only there can a word begin.
WORD_STARTS = re.compile("(?<=.)(?=[\u0e01-\u0e2e\u0e40-\u0e46\u0e2f])")
MAX_UNBROKEN_NAME = 18  # letters; longer names may break between their words
LANGUAGE = "th"
CLASSIFIER_FORMS = ("cl", "left")  # forms of nouns that are classifiers
UNKNOWN_LETTER_COST = 1000  # cost of a letter that is in no word


class KnownWords(Struct, frozen=True):
    words: frozenset[str]
    longest: int
    after_number: frozenset[str]
    before_number: frozenset[str]  # words that stay with a number after or before them


@cache
def known_words(language: str = LANGUAGE) -> KnownWords:
    lines = language_file(language, "lines")
    path = folder("translations") / language / "words.txt"
    listed = path.read_text(encoding="utf-8").split() if path.exists() else []
    known = frozenset(listed) | unsplit_words(language) | classifiers(language)
    return KnownWords(known, max(map(len, known), default=0), classifiers(language), frozenset(lines.get("before", ())))


def unsplit_words(language: str) -> frozenset[str]:
    nouns = [(noun, form) for noun in all_nouns(language) for form in noun if form not in CLASSIFIER_FORMS]
    whole = (noun[form] for noun, form in nouns if form != "sg" or "name" not in noun)
    return frozenset((*whole, *language_file(language, "lines").get("whole", ())))


def classifiers(language: str) -> frozenset[str]:
    of_nouns = (noun[form] for noun in all_nouns(language) for form in CLASSIFIER_FORMS if form in noun)
    return frozenset((*of_nouns, *language_file(language, "lines").get("counted", ())))


def split_words(run: str, names: Sequence[str] = ()) -> list[str]:
    """Split a run of letters into the fewest known words; return [] if that is impossible.

    >>> split_words("ส่งลูกเต๋าให้กองกลาง")
    ['ส่ง', 'ลูกเต๋า', 'ให้', 'กองกลาง']
    """
    found = known_words()
    longest = max([found.longest, *map(len, names)])
    best: list[tuple[float, int]] = [(0, 0)]
    for end in range(1, len(run) + 1):
        choices = [(best[end - 1][0] + UNKNOWN_LETTER_COST, 1 - end)]
        for start in range(max(0, end - longest), end):
            word = run[start:end]
            if word in names or word in found.words:
                choices.append((best[start][0] + (0.5 if word in names else 1), -start))
        best.append(min(choices))  # prefers the longer word first
    return words_from_starts(run, [-start for _, start in best]) if best[-1][0] < UNKNOWN_LETTER_COST else []


def words_from_starts(run: str, starts: Sequence[int]) -> list[str]:
    """Return the words of a run, from its end: `starts[end]` is where the word that ends there begins."""
    found, end = [], len(run)
    while end:
        found.append(run[starts[end] : end])
        end = starts[end]
    return found[::-1]


@lru_cache(maxsize=20_000)
def mark_breaks(text: str, names: tuple[str, ...] = ()) -> str:
    """Mark a text for a page: words stay whole, and a number stays with what it counts."""
    if MARKS.search(text) or not THAI.search(text):
        return text
    short = tuple(part for name in names for part in THAI.findall(name) if len(part) <= MAX_UNBROKEN_NAME)

    def mark(run: re.Match[str]) -> str:
        space, letters, last = run.groups()
        counted = _split_after_number(letters, short) if space else []
        found = counted or split_words(letters, short)
        if counted or letters[0] == REPETITION_SIGN:
            space = space.replace(" ", NO_BREAK_SPACE)
        if found and found[-1] in known_words().before_number:
            last = last.replace(" ", NO_BREAK_SPACE)
        return space + (BREAK.join(WORD_STARTS.sub(JOINER, word) for word in found) or letters) + last

    return THAI_RUN.sub(mark, text)


def _split_after_number(letters: str, names: Sequence[str]) -> list[str]:
    """Split the letters after a number if they begin with a classifier."""
    for counter in sorted(known_words().after_number, key=len, reverse=True):
        rest = letters.removeprefix(counter)
        if rest != letters and (not rest or split_words(rest, names)):
            return [counter, *split_words(rest, names)]
    return []


def strip_marks(text: str) -> str:
    """Remove invisible marks from typed or copied text.

    >>> strip_marks("โท\u2060เคน\u200b") == "โทเคน"
    True
    """
    return INVISIBLE.sub("", text)


def thai_runs(texts: Iterable[str]) -> list[str]:
    """Return every run of Thai letters in messages, without placeholders."""
    return [run for text in texts for run in THAI.findall(re.sub(r"\{[^}]*\}", " ", text))]
