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
from narrator.text.languages import language_file
from narrator.text.nouns import all_nouns

# Between letters that stay together, between words, and between words that stay together.
JOINER, BREAK, SPACE = "\u2060", "\u200b", "\u00a0"
MARKED = re.compile(f"[{JOINER}{BREAK}]")
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
THAI = re.compile("[\u0e01-\u0e4e]+")
AGAIN = "ๆ"  # repeats the word before it; never begins a line
# Letters, with the space next to a number.
RUN = re.compile(rf"((?:(?<=\d) | (?={AGAIN}))?)([\u0e01-\u0e4e]+)((?: (?=\d))?)")
# Before a consonant, a leading vowel or a sign: only there can a word begin.
BEGINS = re.compile("(?<=.)(?=[\u0e01-\u0e2e\u0e40-\u0e46\u0e2f])")
LONGEST_NAME = 18  # letters; longer names may break between their words
LANGUAGE = "th"
COUNTERS = ("cl", "left")  # forms of nouns that are classifiers
UNKNOWN = 1000  # cost of a letter that is in no word


class Words(Struct, frozen=True):
    known: frozenset[str]
    longest: int
    after: frozenset[str]
    before: frozenset[str]  # words that stay with a number after or before them


@cache
def words(language: str = LANGUAGE) -> Words:
    lines = language_file(language, "lines")
    path = folder("translations") / language / "words.txt"
    listed = path.read_text(encoding="utf-8").split() if path.exists() else []
    known = frozenset(listed) | kept_whole(language) | counters(language)
    return Words(known, max(map(len, known), default=0), counters(language), frozenset(lines.get("before", ())))


def kept_whole(language: str) -> frozenset[str]:
    """Return the words that are never split: the game's nouns and those that the language lists."""
    nouns = (
        noun[form]
        for noun in all_nouns(language)
        for form in noun
        if form not in COUNTERS and not (form == "sg" and "name" in noun)
    )
    return frozenset((*nouns, *language_file(language, "lines").get("whole", ())))


def counters(language: str) -> frozenset[str]:
    """Return the classifiers, which stay on the same line as their number."""
    of_nouns = (noun[form] for noun in all_nouns(language) for form in COUNTERS if form in noun)
    return frozenset((*of_nouns, *language_file(language, "lines").get("counted", ())))


def split(run: str, names: Sequence[str] = ()) -> list[str]:
    """Split a run of letters into the fewest known words; return [] if that is impossible.

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
        best.append(min(choices))  # prefers the longer word first
    return _walk(run, [-start for _, start in best]) if best[-1][0] < UNKNOWN else []


def _walk(run: str, starts: Sequence[int]) -> list[str]:
    found, end = [], len(run)
    while end:
        found.append(run[starts[end] : end])
        end = starts[end]
    return found[::-1]


@lru_cache(maxsize=20_000)
def marked(text: str, names: tuple[str, ...] = ()) -> str:
    """Mark a text for a page: words stay whole, and a number stays with what it counts."""
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
    """Split the letters after a number if they begin with a classifier."""
    for counter in sorted(words().after, key=len, reverse=True):
        rest = letters.removeprefix(counter)
        if rest != letters and (not rest or split(rest, names)):
            return [counter, *split(rest, names)]
    return []


def unmarked(text: str) -> str:
    """Remove invisible marks from typed or copied text.

    >>> unmarked("โท\u2060เคน\u200b") == "โทเคน"
    True
    """
    return INVISIBLE.sub("", text)


def runs(texts: Iterable[str]) -> list[str]:
    """Return every run of Thai letters in messages, without placeholders."""
    return [run for text in texts for run in THAI.findall(re.sub(r"\{[^}]*\}", " ", text))]
