"""Globals and filters for templates, and the locale of the page that is being rendered.

A view about a table calls `set_page_table`, so that its templates use the table's names, theme and words.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from flask import g, request
from markupsafe import Markup

from narrator.core.message import Msg
from narrator.core.table.state import GameState
from narrator.text import formatting
from narrator.text.render import TableLocale, say

Value = TypeVar("Value")


def set_page_table(locale: TableLocale, state: GameState) -> None:
    """Render the current request's templates in a table's words, with drawings for its rules."""
    g.locale, g.state = locale, state


def page_locale() -> TableLocale:
    """Return the table's locale if the page is about one, or else the device's language."""
    locale: TableLocale | None = g.get("locale")
    return locale or TableLocale(g.device.lang)


def page_context() -> dict[str, Any]:
    locale = page_locale()
    g.t = translator(locale)
    return {"device": g.device, "here": request.full_path.rstrip("?"), "t": g.t, "theme": locale.theme}


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
