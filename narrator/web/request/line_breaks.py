"""Pages on which lines break between words: marks are put into what is read, and into nothing else."""

import re

from flask import g, has_request_context
from markupsafe import Markup

from narrator.text.line_breaks import SPACE, THAI, marked, unmarked

PART = re.compile(
    r"<(script|style|title|textarea|option|svg)\b.*?</\1>"
    r'|<ul class="spoken".*?</ul>'
    r"""|<(?:[^<>"']|"[^"]*"|'[^']*')*>"""
    r"|([^<]+)",
    re.DOTALL,
)
"""What is not read on the page or never broken; what the voice says; a tag; words."""


def with_line_breaks(page: str, names: tuple[str, ...] | None = None) -> str:
    """A page, or a part of one, in which words without spaces stay whole, and so do the names at the table."""
    if not has_thai(page):
        return page
    names = names_here() if names is None else names

    def mark(part: re.Match[str]) -> str:
        words: str | None = part[2]
        return marked(words, names) if words else part[0]

    return PART.sub(mark, page)


def has_thai(page: str) -> bool:
    """Whether there is a Thai letter in it. Each begins with the same byte, which is found at once where there is one,
    while looking at every letter takes as long as much of a tap."""
    return not page.isascii() and b"\xe0" in page.encode(errors="surrogatepass") and bool(THAI.search(page))


def names_here() -> tuple[str, ...]:
    """The names of the people at the table that the page is about, and others that it names."""
    if not has_request_context():
        return ()
    voice = g.get("voice")
    return (*(voice.names if voice else ()), *g.get("named", ()))


def clauses(text: str) -> str:
    """A headline of several clauses: one that does not fit into the line begins the next.

    >>> unmarked(clauses("จบตา ส่งลูกเต๋าให้ Chai"))
    '<span class="clause">จบตา</span> <span class="clause">ส่งลูกเต๋าให้ Chai</span>'
    """
    parts = _parts(marked(text, names_here())) if THAI.search(text) else []
    if len(parts) < 2:
        return text
    return Markup(" ").join(Markup('<span class="clause">{}</span>').format(part) for part in parts)


def _parts(text: str) -> list[str]:
    """Spaces stand around names too, and belong to the clause then; so do those that follow a number."""
    names = {part for name in names_here() for part in name.split()}
    found: list[str] = []
    joined = True
    for word in text.split(" "):
        is_part = bool(THAI.match(word[:1])) and unmarked(word).split(SPACE)[0] not in names
        if found and (joined or not is_part):
            found[-1] += f" {word}"
        else:
            found.append(word)
        joined = not is_part or not THAI.match(word[-1:])
    return found
