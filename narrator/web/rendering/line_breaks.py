"""Line breaks between Thai words: marks are added when a template writes text, and nowhere else."""

from typing import Any

from flask import g, has_request_context
from markupsafe import Markup

from narrator.text.word_breaks import NO_BREAK_SPACE, THAI, mark_breaks, strip_marks


class PlainText(str):
    """Text without marks: an attribute, a title, an option, or what is read aloud."""

    __slots__ = ()


def finalize(value: Any) -> Any:
    """Mark where a line of Thai may break. Jinja calls this for every value that a template writes."""
    if type(value) is str and not value.isascii() and THAI.search(value):
        return mark_breaks(value, names_on_page())
    return value


def plain(value: object) -> PlainText:
    return PlainText(value)


def names_on_page() -> tuple[str, ...]:
    if not has_request_context():
        return ()
    locale = g.get("locale")
    return (*(locale.names if locale else ()), *g.get("named", ()))


def clauses(text: str) -> str:
    """Wrap the clauses of a headline, so that lines break between them first.

    >>> strip_marks(clauses("จบตา ส่งลูกเต๋าให้ Chai"))
    '<span class="clause">จบตา</span> <span class="clause">ส่งลูกเต๋าให้ Chai</span>'
    """
    parts = _split(mark_breaks(text, names_on_page())) if THAI.search(text) else []
    if len(parts) < 2:
        return text
    return Markup(" ").join(Markup('<span class="clause">{}</span>').format(part) for part in parts)


def _split(text: str) -> list[str]:
    """Split at spaces, except those around names and after numbers, which belong to a clause."""
    names = {part for name in names_on_page() for part in name.split()}
    clauses: list[str] = []
    joined = True
    for word in text.split(" "):
        is_clause = bool(THAI.match(word[:1])) and strip_marks(word).split(NO_BREAK_SPACE)[0] not in names
        if clauses and (joined or not is_clause):
            clauses[-1] += f" {word}"
        else:
            clauses.append(word)
        joined = not is_clause or not THAI.match(word[-1:])
    return clauses
