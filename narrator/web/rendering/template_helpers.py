"""Globals and filters for templates, and the locale of the page that is being rendered.

A view about a table calls `set_page_table`, so that its templates use the table's names, theme and words.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from flask import g, request
from markupsafe import Markup

from narrator.core.message import Msg
from narrator.core.table.state import GameState
from narrator.text import formatting
from narrator.text.render import TableLocale, say


def set_page_table(locale: TableLocale, state: GameState) -> None:
    """Render the current request's templates in a table's words, with drawings for its rules."""
    g.locale, g.state = locale, state


def page_locale() -> TableLocale:
    """Return the table's locale if the page is about one, or else the device's language."""
    locale: TableLocale | None = g.get("locale")
    return locale or TableLocale(g.preferences.lang)


def page_context() -> dict[str, Any]:
    """Return the variables that every template has."""
    locale = page_locale()
    g.t = translator(locale)
    return {"preferences": g.preferences, "here": request.full_path.rstrip("?"), "t": g.t, "theme": locale.theme}


def translator(locale: TableLocale) -> Callable[..., str]:
    """Return the function `t` of templates for a locale."""

    def t(key: str, **params: Any) -> str:
        return say(Msg(key, params), locale)

    return t


def t(key: str, **params: Any) -> str:
    """Render a message in the page's locale, for templates that are imported without context."""
    text: str = g.t(key, **params)
    return text


def duration(seconds: float) -> str:
    return formatting.format_duration(seconds, page_locale().language)


def signed(number: int) -> str:
    return formatting.format_signed(number, page_locale().language)


def day(time: datetime) -> str:
    return formatting.format_date(time, page_locale().language)


def tenths(number: float) -> str:
    return formatting.format_average(number, page_locale().language)


def colour_name(colour: str) -> str:
    return t("ui.colour", colour=colour)


@cache
def icon(name: str, css: str = "") -> Markup:
    """Return an icon of the sprite on the page."""
    return Markup('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>').format(css, name)


def shape(colour: str) -> Markup:
    """Return the shape shown beside a player's color, for color-blind readers."""
    return icon(f"shape-{colour}", "shape")
