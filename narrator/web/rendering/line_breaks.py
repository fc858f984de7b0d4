"""Thai lines that break between words: marks are added where text becomes markup, and nowhere else."""

from typing import Any

from flask import g, has_request_context
from markupsafe import Markup

from narrator.text.line_breaks import SPACE, THAI, marked, unmarked


class PlainText(str):
    """Text that stays as it is: an attribute, a title, an option, what the voice says."""

    __slots__ = ()


def finalize(value: Any) -> Any:
    """Mark where a line of Thai may break. Jinja calls this for every value that a template writes."""
    if type(value) is str and not value.isascii() and THAI.search(value):
        return marked(value, names_here())
    return value


def plain(value: object) -> PlainText:
    """The template filter for text that gets no marks."""
    return PlainText(value)


def names_here() -> tuple[str, ...]:
    """The names of the people at the table that the page is about, and others that it names."""
    if not has_request_context():
        return ()
    locale = g.get("locale")
    return (*(locale.names if locale else ()), *g.get("named", ()))


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
