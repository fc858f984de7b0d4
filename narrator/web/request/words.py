"""The words of a page: how a table is spoken to, and how templates say a message."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any

from flask import g

from narrator.core.message import msg
from narrator.text import figures
from narrator.text.render import Voice, say

from .kept_words import plain_voice, say_key

VOICES = 10_000
"""So many tables and languages are spoken to before the words for the first are looked up anew."""


def page_voice() -> Voice:
    """The voice of the page that is being made: the table's, where the page is about one."""
    voice: Voice | None = g.get("voice")
    return voice or _plain(g.device.lang)


_plain = lru_cache(maxsize=VOICES)(Voice)
"""How pages about no table are spoken, the very same for each language."""


def t(key: str, **params: Any) -> str:
    """A message in the page's language, for what a template imports without its context."""
    said: str = g.t(key, **params)
    return said


@lru_cache(maxsize=VOICES)
def speaker(voice: Voice) -> Callable[..., str]:
    """`t` for pages in one voice. Most of what stands on them never changes and names nobody, so it is said once and
    kept for all tables that speak alike."""
    kept = _said_before(plain_voice(voice))

    def t(key: str, **params: Any) -> str:
        if params:
            return say_key(key, voice, **params)
        if key not in kept:
            kept[key] = say(msg(key), voice)
        return kept[key]

    return t


@lru_cache(maxsize=VOICES)
def _said_before(voice: Voice) -> dict[str, str]:
    return {}


def duration(seconds: float) -> str:
    """A length of time in the page's language."""
    return figures.duration(seconds, page_voice().language)


def signed(number: int) -> str:
    """A change of a number in the page's language."""
    return figures.signed(number, page_voice().language)


def day(time: datetime) -> str:
    """A day in the page's language."""
    return figures.day(time, page_voice().language)


def tenths(number: float) -> str:
    """An average in the page's language."""
    return figures.average(number, page_voice().language)


def colour_name(colour: str) -> str:
    """A player's colour as a word that stands alone."""
    return t("ui.colour", colour=colour)
