"""Globals and filters for templates, line breaks in Thai, and the locale of the page that is being rendered: a view
about a table calls `set_page_table`, so that its templates use the table's names, theme and words."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, TypeVar

from cachetools import LRUCache
from flask import g, has_request_context, request
from markupsafe import Markup
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.table.state import GameState
from narrator.text import formatting
from narrator.text.render import TableLocale, say
from narrator.text.word_breaks import NO_BREAK_SPACE, THAI, mark_breaks, strip_marks

MAX_PARTS = 1_000  # of a few kilobytes each
Macro = Callable[..., Markup]
Value = TypeVar("Value")


def set_page_table(locale: TableLocale, state: GameState) -> None:
    """Render the current request's templates in a table's words, with drawings for its rules."""
    g.locale, g.state = locale, state


def page_locale() -> TableLocale:
    """Return the table's locale if the page is about one, or else the device's language."""
    locale: TableLocale | None = g.get("locale")
    return locale or TableLocale(g.preferences.lang)


def page_context() -> dict[str, Any]:
    locale = page_locale()
    g.t = translator(locale)
    return {"preferences": g.preferences, "here": request.full_path.rstrip("?"), "t": g.t, "theme": locale.theme}


def translator(locale: TableLocale) -> Callable[..., str]:
    def t(key: str, **params: Any) -> str:
        return say(Msg(key, params), locale)

    return t


def t(key: str, **params: Any) -> str:
    """Render a message in the page's locale, for templates that are imported without context."""
    text: str = g.t(key, **params)
    return text


def _localized(write: Callable[[Value, str], str]) -> Callable[[Value], str]:
    """Return a filter that formats a value in the page's language."""
    return lambda value: write(value, page_locale().language)


duration = _localized(formatting.format_duration)
signed = _localized(formatting.format_signed)
day = _localized(formatting.format_date)
tenths = _localized(formatting.format_average)


def colour_name(colour: str) -> str:
    return t("ui.colour", colour=colour)


@cache
def icon(name: str, css: str = "") -> Markup:
    return Markup('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>').format(css, name)


def shape(colour: str) -> Markup:
    """Return the shape shown beside a player's color, for color-blind readers."""
    return icon(f"shape-{colour}", "shape")


class PlainText(str):
    """Text without marks: an attribute, a title, an option, or what is read aloud."""

    __slots__ = ()


def finalize(value: Any) -> Any:
    """Mark where a line of Thai may break. Jinja calls this for every value that a template writes."""
    if type(value) is str and not value.isascii() and THAI.search(value):
        return mark_breaks(value, names_on_page())
    return value


def no_breaks(value: object) -> str:
    text = str(value)
    return text if text.isascii() else PlainText(text)


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


class PartCache:
    """A template filter that renders a macro once for equal arguments, for all tables with the same words.

    `{{ costs_card|cached(costs) }}` renders the same as `{{ costs_card(costs) }}`. The macro must be imported without
    context: it may depend on its arguments and the page's words, and on nothing else. Neither may name a player or a
    game, so nothing of a game stays in the cache.
    """

    def __init__(self, max_parts: int = MAX_PARTS) -> None:
        self._parts: LRUCache[Hashable, Markup] = LRUCache(max_parts)
        self.misses = 0

    def __call__(self, macro: Macro, *args: Any) -> Markup:
        locale = replace(page_locale(), names=())
        key = (macro, locale, args)
        try:
            found = self._parts.get(key)
        except TypeError:  # an unhashable argument, such as a dict of cards
            return macro(*args)
        if found is None:
            self.misses += 1
            found = self._parts[key] = _render(macro, locale, args)
        return found


def _render(macro: Macro, locale: TableLocale, args: tuple[Any, ...]) -> Markup:
    before = g.get("locale"), g.get("t")
    g.locale, g.t = locale, translator(locale)
    try:
        return macro(*args)
    finally:
        g.locale, g.t = before
