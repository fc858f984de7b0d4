"""The words of a page: how a table is spoken to, and how templates say a message."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from flask import g

from narrator.core.message import Msg
from narrator.text import figures
from narrator.text.render import TableLocale, say


def page_locale() -> TableLocale:
    """The voice of the page that is being made: the table's, where the page is about one."""
    locale: TableLocale | None = g.get("locale")
    return locale or TableLocale(g.device.lang)


def t(key: str, **params: Any) -> str:
    """A message in the page's language, for what a template imports without its context."""
    said: str = g.t(key, **params)
    return said


def speaker(locale: TableLocale) -> Callable[..., str]:
    """`t` for pages in one voice."""

    def t(key: str, **params: Any) -> str:
        return say(Msg(key, params), locale)

    return t


def duration(seconds: float) -> str:
    """A length of time in the page's language."""
    return figures.duration(seconds, page_locale().language)


def signed(number: int) -> str:
    """A change of a number in the page's language."""
    return figures.signed(number, page_locale().language)


def day(time: datetime) -> str:
    """A day in the page's language."""
    return figures.day(time, page_locale().language)


def tenths(number: float) -> str:
    """An average in the page's language."""
    return figures.average(number, page_locale().language)


def colour_name(colour: str) -> str:
    """A player's colour as a word that stands alone."""
    return t("ui.colour", colour=colour)
