"""Where a line may break in a script that has no spaces between words.

A browser guesses, and guesses wrongly inside words that it does not know. So each word of a language that brings its
words along (words.txt, made by `make words`, and lines.toml, written by hand) is joined inside and has a mark behind
it. What is not made of such words is left to the browser. Marks belong on pages alone: never into what is said aloud,
searched or sent to other programs.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from narrator.folders import folder
from narrator.text.language_file import language_file
from narrator.text.nouns import all_nouns

# Between letters that stay together, between words, and between words that stay together.
JOINER, BREAK, SPACE = "\u2060", "\u200b", "\u00a0"
MARKED = re.compile(f"[{JOINER}{BREAK}]")
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
THAI = re.compile("[\u0e01-\u0e4e]+")
AGAIN = "ๆ"  # the sign that the word before it is said twice: never at the beginning of a line
# Letters, with a space between them and a number.
RUN = re.compile(rf"((?:(?<=\d) | (?={AGAIN}))?)([\u0e01-\u0e4e]+)((?: (?=\d))?)")
# Before a consonant, a vowel that is written first, or a sign: only there could a word begin.
BEGINS = re.compile("(?<=.)(?=[\u0e01-\u0e2e\u0e40-\u0e46\u0e2f])")
LONGEST_NAME = 18  # longer names may break between the words in them
LANGUAGE = "th"
COUNTERS = ("cl", "left")  # the forms of nouns that are classifiers
UNKNOWN = 1000  # what a letter that no word explains costs, in words


class Words(Struct, frozen=True):
    known: frozenset[str]
    longest: int
    after: frozenset[str]
    before: frozenset[str]  # what a number stays with when it stands before or after it


@cache
def words(language: str = LANGUAGE) -> Words:
    lines = language_file(language, "lines")
    path = folder("translations") / language / "words.txt"
    listed = path.read_text(encoding="utf-8").split() if path.exists() else []
    known = frozenset(listed) | kept_whole(language) | counters(language)
    return Words(known, max(map(len, known), default=0), counters(language), frozenset(lines.get("before", ())))


def kept_whole(language: str) -> frozenset[str]:
    """The game's nouns, of cards their own names, and what the language lists besides."""
    nouns = (
        noun[form]
        for noun in all_nouns(language)
        for form in noun
        if form not in COUNTERS and not (form == "sg" and "name" in noun)
    )
    return frozenset((*nouns, *language_file(language, "lines").get("whole", ())))


def counters(language: str) -> frozenset[str]:
    """What things are counted in: a number stays with it."""
    of_nouns = (noun[form] for noun in all_nouns(language) for form in COUNTERS if form in noun)
    return frozenset((*of_nouns, *language_file(language, "lines").get("counted", ())))


def split(run: str, names: Sequence[str] = ()) -> list[str]:
    """A run of letters as the fewest known words; empty where it is not made of them.

    >>> split("ส่งลูกเต๋าให้กองกลาง")
    ['ส่ง', 'ลูกเต๋า', 'ให้', 'กองกลาง']
    """
    found = words()
    longest = max([found.longest, *map(len, names)])
    best: list[tuple[float, int]] = [(0, 0)]
    for end in range(1, len(run) + 1):
        choices = [(best[end - 1][0] + UNKNOWN, 1 - end)]
        for start in range(max(0, end - longest), end):
            word = run[start:end]
            if word in names or word in found.known:
                choices.append((best[start][0] + (0.5 if word in names else 1), -start))
        best.append(min(choices))  # among equals the longer word stands first
    return _walk(run, [-start for _, start in best]) if best[-1][0] < UNKNOWN else []


def _walk(run: str, starts: Sequence[int]) -> list[str]:
    found, end = [], len(run)
    while end:
        found.append(run[starts[end] : end])
        end = starts[end]
    return found[::-1]


@lru_cache(maxsize=20_000)
def marked(text: str, names: tuple[str, ...] = ()) -> str:
    """A text for a page: its words are joined and may part, and a number stays with what it counts."""
    if MARKED.search(text) or not THAI.search(text):
        return text
    short = tuple(part for name in names for part in THAI.findall(name) if len(part) <= LONGEST_NAME)

    def mark(run: re.Match[str]) -> str:
        space, letters, last = run.groups()
        counted = _counted(letters, short) if space else []
        found = counted or split(letters, short)
        if counted or letters[0] == AGAIN:
            space = space.replace(" ", SPACE)
        if found and found[-1] in words().before:
            last = last.replace(" ", SPACE)
        return space + (BREAK.join(BEGINS.sub(JOINER, word) for word in found) or letters) + last

    return RUN.sub(mark, text)


def _counted(letters: str, names: Sequence[str]) -> list[str]:
    """The words behind a number, where the first is what is counted."""
    for counter in sorted(words().after, key=len, reverse=True):
        rest = letters.removeprefix(counter)
        if rest != letters and (not rest or split(rest, names)):
            return [counter, *split(rest, names)]
    return []


def unmarked(text: str) -> str:
    """What somebody typed or copied from a page, without what is not seen.

    >>> unmarked("โท\u2060เคน\u200b") == "โทเคน"
    True
    """
    return INVISIBLE.sub("", text)


def runs(texts: Iterable[str]) -> list[str]:
    """Every run of letters in messages, without what is put into them."""
    return [run for text in texts for run in THAI.findall(re.sub(r"\{[^}]*\}", " ", text))]
